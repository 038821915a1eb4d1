import Foundation
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("The token of a sign-in at a gateway", .everyEngine)
struct GatewayTokenTests {
    let auth = AuthFixture()
    static let ada = GatewaySignInTests.ada
    static let bob = AccountID(server: AuthFixture.works, user: "bob")
    var gateways: GatewaySignIns { auth.services.gatewaySignIns }
    var tokens: GatewayTokens { auth.services.gatewayTokens }
    var authenticator: Authenticator { auth.authenticator }

    init() {
        auth.gateway.setPerson("ada", password: "works-password", number: "0042", name: "Ada")
        auth.gateway.setPerson("bob", password: "works-password", number: "7", name: "Bob")
    }

    private func signIn(_ user: String = "ada") async throws -> (browser: BrowserTokens, signIn: SignIn) {
        let browser = try await auth.signIn(user, password: "works-password", server: AuthFixture.works)
        return (browser, try #require(try await auth.identity(browser).signIn))
    }

    private var inForce: Set<String> { Set(auth.gateway.tokens.map(\.value)) }

    @Test("is ended there after the sign-in has ended here, when the gateway is in reach")
    func ended() async throws {
        let (browser, _) = try await signIn()
        _ = try await authenticator.signOut(try await auth.identity(browser))
        auth.gateway.fail(.unreachable)
        try await tokens.end()
        #expect(inForce == ["token-1"])
        auth.gateway.fail(nil)
        try await tokens.end()
        #expect(inForce == [])
    }

    @Test("is ended there after the account is deleted, for all its sign-ins")
    func deleted() async throws {
        for _ in 1...2 { _ = try await signIn() }
        try await auth.directory.delete(Self.ada, client: Client())
        try await tokens.end()
        #expect(inForce == [])
    }

    @Test("is ended there after the sign-in has expired, and open pages learn of that")
    func expired() async throws {
        let (browser, _) = try await signIn()
        // Another server may have recorded a use that it has not stored yet.
        auth.clock.advance(by: 12 * 3600 + 59)
        try await tokens.takeExpired()
        try await tokens.end()
        try #require(inForce == ["token-1"])
        let changes = auth.changes.observe()
        auth.clock.advance(by: 1)
        try await tokens.takeExpired()
        try await tokens.end()
        #expect(inForce == [])
        for await change in changes.prefix(1) {
            #expect(change == ConfigChange(scope: .person(Self.ada), keys: [UserConfig.sessionsKey]))
        }
        #expect(try await auth.identity(browser).browser?.signIns.count == 1, "it has expired without a sign-out")
    }

    @Test("is replaced by a proof, and the first is ended there")
    func proven() async throws {
        let (browser, signIn) = try await signIn()
        let identity = try await auth.identity(browser)
        let proof = try await authenticator.prove(password: "works-password", identity: identity)
        _ = try await authenticator.reauthenticate(proof, identity: identity)
        try await tokens.end()
        #expect(inForce == ["token-2"])
        #expect(try await gateways.check(signIn) == .inForce)
    }

    @Test("of a proof is ended there if the proof is abandoned or fails")
    func givenUp() async throws {
        let (browser, _) = try await signIn()
        let identity = try await auth.identity(browser)
        try await authenticator.abandon(try await authenticator.prove(password: "works-password", identity: identity))
        let late = try await authenticator.prove(password: "works-password", identity: identity)
        try await tokens.end()
        #expect(inForce == ["token-1", "token-3"])
        try await auth.users.endSignIns(.all, of: Self.ada, client: Client())
        await #expect(throws: AuthError.signInEnded) {
            try await authenticator.reauthenticate(late, identity: identity)
        }
        try await tokens.end()
        #expect(inForce == [])
    }

    @Test("of a failed sign-in is ended there")
    func refused() async throws {
        _ = try await signIn()
        try await auth.directory.setDisabled(true, Self.ada)
        await #expect(throws: AuthError.wrongCredentials) { try await signIn() }
        try await auth.directory.setDisabled(false, Self.ada)
        auth.gateway.setPerson("ada", password: "works-password", number: "8", name: "Eve")
        await #expect(throws: AuthError.otherPerson) { try await signIn() }
        try await tokens.end()
        #expect(inForce == [])
    }

    @Test("that the gateway does not end delays no other, and is tried again later")
    func stubborn() async throws {
        _ = try await signIn()
        _ = try await signIn("bob")
        for account in [Self.ada, Self.bob] {
            try await auth.users.endSignIns(.all, of: account, client: Client())
        }
        auth.gateway.fail(.failed(status: 500), for: "ada")
        try await tokens.end()
        #expect(inForce == ["token-1"])
        auth.gateway.fail(nil, for: "ada")
        try await tokens.end()
        #expect(inForce == ["token-1"], "the pause is not over")
        auth.clock.advance(by: 2)
        try await tokens.end()
        #expect(inForce == [])
    }

    @Test(
        "that the gateway does not end is tried at least every six hours, and twenty times at most",
        arguments: [19, 20])
    func stubbornForDays(failures: Int) async throws {
        _ = try await signIn()
        try await auth.users.endSignIns(.all, of: Self.ada, client: Client())
        auth.gateway.fail(.failed(status: 500), for: "ada")
        for _ in 0..<failures {
            try await tokens.end()
            auth.clock.advance(by: 6 * 3600)
        }
        auth.gateway.fail(nil, for: "ada")
        try await tokens.end()
        #expect(inForce == (failures < 20 ? [] : ["token-1"]))
    }

    @Test("that the gateway refuses to end is removed", arguments: [GatewayError.Refusal.forbidden])
    func forbidden(refusal: GatewayError.Refusal) async throws {
        _ = try await signIn()
        try await auth.users.endSignIns(.all, of: Self.ada, client: Client())
        auth.gateway.fail(.refused(refusal), for: "ada")
        try await tokens.end()
        auth.gateway.fail(nil, for: "ada")
        auth.clock.advance(by: 86_400)
        try await tokens.end()
        #expect(inForce == ["token-1"], "the gateway was asked once")
    }

    @Test("of several sign-ins is ended with the last of them")
    func shared() async throws {
        auth.gateway.giveOneToken()
        let (first, _) = try await signIn()
        let (_, second) = try await signIn()
        _ = try await authenticator.signOut(try await auth.identity(first))
        try await tokens.end()
        #expect(try await gateways.check(second) == .inForce)
        try await auth.users.endSignIns(.one(second.id), of: Self.ada, client: Client())
        try await tokens.end()
        #expect(inForce == [])
    }

    @Test("may be replaced while the gateway checks it, which ends no sign-in")
    func replaced() async throws {
        let (browser, signIn) = try await signIn()
        let identity = try await auth.identity(browser)
        auth.gateway.whileAsked { [authenticator, tokens] in
            let proof = try await authenticator.prove(password: "works-password", identity: identity)
            _ = try await authenticator.reauthenticate(proof, identity: identity)
            try await tokens.end()
        }
        #expect(try await gateways.check(signIn) == .inForce)
        #expect(inForce == ["token-2"])
    }

    @Test("of one person that a gateway answers wrongly delays nobody else")
    func onePerson() async throws {
        let (ada, bob) = (try await signIn().signIn, try await signIn("bob").signIn)
        auth.gateway.fail(.timedOut)
        for signIn in [ada, bob] { _ = try await gateways.check(signIn) }
        auth.gateway.fail(nil)
        auth.gateway.fail(.failed(status: 500), for: "ada")
        try await gateways.recheck()
        #expect(gateways.problem(of: bob) == nil)
        #expect(gateways.problem(of: ada) == .failed(status: 500))
    }
}
