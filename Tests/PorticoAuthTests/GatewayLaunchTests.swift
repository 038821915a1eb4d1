import Foundation
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("E9 A sign-in at a gateway, later")
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

    @Test("is in force while the gateway says so")
    func inForce() async throws {
        let (_, signIn) = try await signIn()
        #expect(try await gateways.check(signIn) == .inForce)
        #expect(gateways.problem(of: signIn) == nil)
        try await auth.addAccount("bob")
        let local = try #require(try await auth.identity(try await auth.signIn("bob")).signIn)
        auth.gateway.fail(.unreachable)
        #expect(try await gateways.check(local) == .inForce)
    }

    @Test("goes on with what is known where the gateway is out of reach, and tells once when it is back")
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

    @Test("ends where the gateway does not know it any more, and only that")
    func refused() async throws {
        let (tokens, signIn) = try await signIn()
        auth.gateway.revoke()
        #expect(try await gateways.check(signIn) == .ended(.refused))
        #expect(try await auth.identity(tokens).signIn == nil)
        #expect(try await auth.cached.account(Self.ada) != nil)
        #expect(try await gateways.check(signIn) == .ended(.refused))
    }

    @Test("ends where the gateway says that it is somebody else's, of whom nothing is kept")
    func otherPerson() async throws {
        let (tokens, signIn) = try await signIn()
        auth.gateway.setPerson("ada", password: "works-password", number: "7", name: "Eve")
        #expect(try await gateways.check(signIn) == .ended(.otherPerson))
        #expect(try await auth.identity(tokens).signIn == nil)
        #expect(try await auth.cached.account(Self.ada)?.name == "Ada")
    }

    @Test("brings up to date what the gateway says of the person")
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

    @Test("that ended while its gateway was out of reach is no longer asked about")
    func endedMeanwhile() async throws {
        let (_, signIn) = try await signIn()
        auth.gateway.fail(.unreachable)
        _ = try await gateways.check(signIn)
        try await auth.users.endSignIns(.all, of: Self.ada, client: Client())
        try await gateways.recheck()
        #expect(gateways.problem(of: signIn) == nil)
    }

    @Test("ends where the key of its token is another one")
    func otherKey() async throws {
        let (_, signIn) = try await signIn()
        let other = AuthServices(
            store: auth.store, cacheCapacity: 0, changes: ConfigChanges(), hasher: auth.hasher, policy: AuthPolicy(),
            registration: .open, gateways: GatewayAccess([AuthFixture.works: auth.gateway]), appName: "Portico",
            now: auth.clock.now)
        #expect(try await other.gatewaySignIns.check(signIn) == .ended(.refused))
    }
}
