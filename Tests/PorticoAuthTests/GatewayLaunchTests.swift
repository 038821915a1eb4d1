import Foundation
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("E9 A sign-in at a gateway, later", .everyEngine)
struct GatewayLaunchTests {
    let auth = AuthFixture()
    static let ada = GatewaySignInTests.ada
    var gateways: GatewaySignIns { auth.services.gatewaySignIns }

    init() {
        auth.gateway.setPerson("ada", password: "works-password", number: "0042", name: "Ada")
    }

    private func signIn() async throws -> (tokens: BrowserTokens, signIn: SignIn) {
        let tokens = try await auth.signIn("ada", password: "works-password", server: AuthFixture.works)
        return (tokens, try #require(try await auth.identity(tokens).signIn))
    }

    /// Begins a check, and returns once the gateway has received it. The gateway answers when the test yields to
    /// `answer`.
    private func slowCheck(
        _ signIn: SignIn
    ) async -> (check: Task<GatewaySignIns.State, any Error>, answer: AsyncStream<Void>.Continuation) {
        let (answers, answer) = AsyncStream.makeStream(of: Void.self)
        let (calls, called) = AsyncStream.makeStream(of: Void.self)
        auth.gateway.whileAsked {
            called.yield()
            for await _ in answers { break }
        }
        let check = Task { [gateways] in try await gateways.check(signIn) }
        for await _ in calls { break }
        return (check, answer)
    }

    @Test("is in force while the gateway confirms it")
    func inForce() async throws {
        let (_, signIn) = try await signIn()
        #expect(try await gateways.check(signIn) == .inForce)
        #expect(gateways.problem(of: signIn) == nil)
        try await auth.addAccount("bob")
        let local = try #require(try await auth.identity(try await auth.signIn("bob")).signIn)
        auth.gateway.fail(.unreachable)
        #expect(try await gateways.check(local) == .inForce)
    }

    @Test("uses the known data while the gateway is out of reach, and reports once that it is back")
    func unreachable() async throws {
        let (_, signIn) = try await signIn()
        let changes = auth.changes.observe()
        auth.gateway.fail(.timedOut)
        for _ in 1...2 { #expect(try await gateways.check(signIn) == .unreachable(.timedOut)) }
        #expect(gateways.problem(of: signIn) == .timedOut)
        try await gateways.recheck()
        #expect(gateways.problem(of: signIn) == .timedOut)
        auth.gateway.fail(nil)
        try await gateways.recheck()
        #expect(gateways.problem(of: signIn) == nil)
        var seen: [ConfigChange] = []
        for await change in changes.prefix(2) { seen.append(change) }
        let change = ConfigChange(scope: .signIn(signIn.id), keys: ["gatewayUserName"])
        #expect(seen == [change, change])
    }

    @Test("is checked once at a time for any number of requests")
    func shared() async throws {
        let (_, signIn) = try await signIn()
        let (first, answer) = await slowCheck(signIn)
        let gateways = gateways
        let second = Task.immediate { try await gateways.check(signIn) }
        answer.yield()
        for check in [first, second] { #expect(try await check.value == .inForce) }
        #expect(auth.gateway.meCalls == 1)
        #expect(try await gateways.check(signIn) == .inForce)
        #expect(auth.gateway.meCalls == 2)
    }

    @Test("is checked again after a check that took too long, which may continue")
    func tooLong() async throws {
        let (_, signIn) = try await signIn()
        let (slow, answer) = await slowCheck(signIn)
        gateways.recordUnreachable(signIn, .timedOut)
        #expect(try await gateways.check(signIn) == .inForce)
        #expect(gateways.problem(of: signIn) == nil)
        answer.yield()
        #expect(try await slow.value == .inForce)
    }

    @Test("is in reach after a later check, whatever the result of one that took too long")
    func overtaken() async throws {
        let (_, signIn) = try await signIn()
        let (slow, answer) = await slowCheck(signIn)
        gateways.recordUnreachable(signIn, .timedOut)
        #expect(try await gateways.check(signIn) == .inForce)
        auth.gateway.fail(.unreachable)
        answer.yield()
        #expect(try await slow.value == .unreachable(.unreachable))
        #expect(gateways.problem(of: signIn) == nil)
    }

    @Test("is recorded as checked, to the minute", arguments: [59.0, 60.0])
    func checkedAt(seconds: Double) async throws {
        let (tokens, signIn) = try await signIn()
        auth.clock.advance(by: seconds)
        #expect(try await gateways.check(signIn) == .inForce)
        let checkedAt = try await auth.identity(tokens).signIn?.checkedAt
        #expect(checkedAt == signIn.checkedAt.addingTimeInterval(seconds == 60 ? 60 : 0))
    }

    @Test("ends if the gateway does not know it any more, and ends no other")
    func refused() async throws {
        let (tokens, signIn) = try await signIn()
        auth.gateway.revoke()
        #expect(try await gateways.check(signIn) == .ended(.refused))
        #expect(try await auth.identity(tokens).signIn == nil)
        #expect(try await auth.cached.account(Self.ada) != nil)
        #expect(try await gateways.check(signIn) == .ended(.refused))
    }

    @Test("ends if the gateway names another person, of whom nothing is stored")
    func otherPerson() async throws {
        let (tokens, signIn) = try await signIn()
        auth.gateway.setPerson("ada", password: "works-password", number: "7", name: "Eve")
        #expect(try await gateways.check(signIn) == .ended(.otherPerson))
        #expect(try await auth.identity(tokens).signIn == nil)
        #expect(try await auth.cached.account(Self.ada)?.name == "Ada")
    }

    @Test("updates the person's data to the gateway's")
    func name() async throws {
        let (tokens, signIn) = try await signIn()
        let changes = auth.changes.observe()
        auth.gateway.setPerson("ada", password: "works-password", number: "0042", name: "Countess")
        #expect(try await gateways.check(signIn) == .inForce)
        #expect(try await auth.identity(tokens).signIn?.account.name == "Countess")
        for await change in changes.prefix(1) {
            #expect(change == ConfigChange(scope: .person(Self.ada), keys: ["userInfo", "account"]))
        }
    }

    @Test("that ended while its gateway was out of reach is not checked again")
    func endedMeanwhile() async throws {
        let (_, signIn) = try await signIn()
        auth.gateway.fail(.unreachable)
        _ = try await gateways.check(signIn)
        try await auth.users.endSignIns(.all, of: Self.ada, client: Client())
        try await gateways.recheck()
        #expect(gateways.problem(of: signIn) == nil)
    }
}
