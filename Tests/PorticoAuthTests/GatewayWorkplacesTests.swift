import Foundation
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("The workplaces of a gateway", .everyEngine)
struct GatewayWorkplacesTests {
    let auth = AuthFixture()
    let store = PausingWorkplaceStore()
    let changes = ConfigChanges()
    private static let works = AuthFixture.works
    private static let call = WorkplaceQuery(.factory, on: works)
    var workplaces: GatewayWorkplaces { auth.services.gatewayWorkplaces }
    var service: WorkplaceService { WorkplaceService(store: store, changes: changes) }

    init() throws {
        auth.gateway.setPerson("ada", password: "works-password", number: "0042", name: "Ada")
        auth.gateway.setWorkplaces(try .sample)
    }

    private func signIn() async throws -> SignIn {
        let tokens = try await auth.signIn("ada", password: "works-password", server: Self.works)
        return try #require(try await auth.identity(tokens).signIn)
    }

    /// Makes the next due request.
    private func perform() async throws -> GatewayWorkplaces.Change? {
        for await call in workplaces.calls { return try await workplaces.perform(call, into: service) }
        return nil
    }

    /// The codes of the stored factories.
    private func kept() async throws -> [String] { try await store.workplaces(Self.call).map(\.code) }

    @Test("are fetched after a sign-in, which does not wait for them, and all pages learn of that")
    func signedIn() async throws {
        var observed = changes.observe().makeAsyncIterator()
        _ = try await signIn()
        #expect(auth.gateway.workplacesCalls == 0)
        #expect(try await perform() == nil)
        #expect(try await kept() == ["N", "S"])
        #expect(await observed.next() == ConfigChange(scope: .installation, keys: []))
        #expect(try await store.workplaces(WorkplaceQuery(.factory, on: .local)).isEmpty)
    }

    @Test("are fetched after a successful check, once an interval is over, and not before")
    func interval() async throws {
        let signIn = try await signIn()
        _ = try await perform()
        let checks = auth.services.gatewaySignIns
        auth.clock.advance(by: 599)
        // Below, the gateway would refuse a request with the token of this sign-in.
        let early = try await self.signIn()
        try await auth.users.endSignIns(.one(early.id), of: early.account.id, client: Client())
        try await auth.services.gatewayTokens.end()
        auth.clock.advance(by: 1)
        auth.gateway.setWorkplaces(try .verified(#"{"factories": [{"code": "X", "name": "Ex"}]}"#))
        auth.gateway.fail(.unreachable)
        #expect(try await checks.check(signIn) == .unreachable(.unreachable))
        auth.gateway.fail(nil)
        _ = try await checks.check(signIn)
        _ = try await checks.check(signIn)
        _ = try await perform()
        #expect(auth.gateway.workplacesCalls == 2)
        #expect(try await kept() == ["X"])
    }

    @Test("are not requested again during a request, however long it takes")
    func one() async throws {
        let signIn = try await signIn()
        auth.clock.advance(by: 6000)
        _ = try await auth.services.gatewaySignIns.check(signIn)
        _ = try await perform()
        _ = try await auth.services.gatewaySignIns.check(signIn)
        _ = try await perform()
        #expect(auth.gateway.workplacesCalls == 2, "one after the sign-in, one after the second check")
    }

    @Test("are stored only if they differ, in any order")
    func same() async throws {
        try await service.replace(try .sample, on: Self.works)
        let changes = changes.observe()
        _ = try await signIn()
        _ = try await perform()
        self.changes.publish(ConfigChange(scope: .installation, keys: ["end"]))
        for await change in changes.prefix(1) { #expect(change.keys == [.installation: ["end"]]) }
        auth.clock.advance(by: 600)
        auth.gateway.setWorkplaces(
            try .verified(WorkplaceDirectory.sampleJSON.replacing("\"Raw\"", with: "\"Rare\"")))
        _ = try await signIn()
        _ = try await perform()
        let names = try await store.workplaces(WorkplaceQuery(.storehouse, on: Self.works)).map(\.name)
        #expect(names == ["Rare", "Yard"])
    }

    @Test("stay as they are while the gateway does not return them; the log reports that once, and the recovery once")
    func failures() async throws {
        try await service.replace(try .sample, on: Self.works)
        let before = try await kept()
        var told: [GatewayWorkplaces.Change?] = []
        for error in [GatewayError.timedOut, .timedOut, .failed(status: 500), nil, nil] {
            auth.gateway.failWorkplaces(error)
            _ = try await signIn()
            told.append(try await perform())
            auth.clock.advance(by: 600)
            #expect(try await kept() == before)
        }
        let works = Self.works
        let expected: [GatewayWorkplaces.Change?] = [
            .failed(works, String(reflecting: GatewayError.timedOut)), nil,
            .failed(works, String(reflecting: GatewayError.failed(status: 500))), .recovered(works), nil,
        ]
        #expect(told == expected)
    }

    @Test("stay as they are if they cannot be stored, which is logged like other failures")
    func storeDown() async throws {
        store.setDown(true)
        _ = try await signIn()
        guard case .failed(Self.works, let problem) = try await perform() else {
            Issue.record("it did not fail")
            return
        }
        #expect(problem.contains("Down"))
        store.setDown(false)
        #expect(try await kept().isEmpty)
        auth.clock.advance(by: 600)
        _ = try await signIn()
        #expect(try await perform() == .recovered(Self.works))
        #expect(try await kept() == ["N", "S"])
    }

    @Test("are requested again after a cancelled call")
    func cancelled() async throws {
        auth.gateway.failWorkplaces(.cancelled)
        _ = try await signIn()
        await #expect(throws: CancellationError.self) { try await perform() }
        auth.gateway.failWorkplaces(nil)
        auth.clock.advance(by: 600)
        _ = try await signIn()
        #expect(try await perform() == nil)
        #expect(try await kept() == ["N", "S"])
    }
}
