import Foundation
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("G4 Older sign-ins after a stricter policy", .everyEngine)
struct OlderSignInTests {
    private let auth = AuthFixture()
    private static let day: TimeInterval = 86_400

    init() {
        // Longer than the day after which sign-ins end.
        auth.services.currentPolicy.value.sessions = SessionPolicy(idle: 9 * Self.day, absolute: 9 * Self.day)
    }

    /// As a server that reads the policy, at its start or later.
    private func put(_ policy: SecondFactorPolicy, isStart: Bool = false) async throws {
        let mayRelax = isStart || auth.services.policy.secondFactor != policy
        auth.set(policy)
        auth.services.currentPolicy.value.sessions.requiredFactors = try await auth.store.require(
            policy, mayRelax: mayRelax, at: auth.clock.now())
    }

    private func isSignedIn(_ tokens: BrowserTokens) async throws -> Bool {
        try await auth.identity(tokens).signIn != nil
    }

    @Test("end 24 hours later, like expired ones, unless a factor was proved in them")
    func ends() async throws {
        try await auth.addAccount()
        let bob = try await auth.addAccount("bob")
        let old = try await auth.signIn()
        let proven = try await auth.signIn("bob")
        let setUp = try await auth.services.factors.begin(for: bob.id, issuer: "Portico")
        try await put(.all)
        let identity = try await auth.identity(proven)
        _ = try await auth.services.factors.confirm(
            setUp.sealed, code: auth.code(setUp.totp), of: bob, client: Client(), in: identity)
        auth.clock.advance(by: Self.day - 1)
        #expect(try await isSignedIn(old))
        auth.clock.advance(by: 1)
        #expect(try await !isSignedIn(old))
        let expired = try await auth.identity(old)
        #expect(auth.authenticator.lastExpiredSignIn(in: expired)?.account.id == .ada)
        #expect(try await isSignedIn(proven))
    }

    @Test("end at other hosts, too, with the cookies there and with codes from before; the password renews none")
    func elsewhere() async throws {
        try await auth.addAccount()
        let old = try await auth.signIn()
        let signIn = try #require(try await auth.identity(old).signIn)
        let (hosts, host, state) = (auth.services.hostSignIns, "app.example", Token.random().value)
        func code() throws -> String { try hosts.code(for: signIn, at: host, state: HostSignIns.digest(of: state)) }
        let (cookie, _) = try #require(try await hosts.redeem(try code(), at: host, state: state))
        try await put(.all)
        #expect(try await hosts.signIn(cookie.digest, at: host, client: Client()) != nil)
        auth.clock.advance(by: Self.day)
        #expect(try await hosts.signIn(cookie.digest, at: host, client: Client()) == nil)
        #expect(try await hosts.redeem(try code(), at: host, state: state) == nil)
        await #expect(throws: AuthError.signInEnded) {
            try await auth.authenticator.prove(
                password: AuthFixture.password, identity: try await auth.identity(old))
        }
    }

    @Test("stay in a trusted browser, and where the policy does not require one of the account")
    func stay() async throws {
        let account = try await auth.addAccount()
        try await auth.addAccount("bob")
        let app = try await auth.addApp(to: account)
        var token = ""
        do { _ = try await auth.signIn() } catch let needed as SecondFactorNeeded { token = needed.token.value }
        let first = try await auth.authenticator.finish(
            token, code: .app(auth.code(app)), trustsBrowser: true, identity: AuthFixture.stranger)
        let trusted = try await auth.signIn(as: try await auth.identity(first))
        let other = try await auth.signIn("bob")
        try await put(.administrators)
        auth.clock.advance(by: 2 * Self.day)
        #expect(try await isSignedIn(other))
        try await put(.all)
        auth.clock.advance(by: 2 * Self.day)
        #expect(try await isSignedIn(trusted))
        #expect(try await !isSignedIn(other))
        _ = try await auth.addApp(to: account)
        #expect(try await isSignedIn(trusted), "also when the app is set up again elsewhere")
    }

    @Test("count from the first server and the first start, and anew after a looser policy")
    func counted() async throws {
        let start = auth.clock.now()
        try await put(.all)
        auth.clock.advance(by: 100)
        try await put(.all, isStart: true)
        #expect(auth.services.policy.sessions.requiredFactors == RequiredFactors(administrators: start, all: start))
        // A server with the earlier policy that has not heard of the new one.
        let lagging = try await auth.store.require(.optional, mayRelax: false, at: auth.clock.now())
        #expect(lagging == RequiredFactors())
        try await put(.all, isStart: true)
        #expect(auth.services.policy.sessions.requiredFactors.all == start)
        try await put(.administrators)
        #expect(auth.services.policy.sessions.requiredFactors == RequiredFactors(administrators: start))
        try await put(.optional)
        try await put(.administrators)
        #expect(auth.services.policy.sessions.requiredFactors.administrators == start + 100)
    }

    @Test("of somebody who becomes an administrator count from then")
    func administrator() async throws {
        try await auth.addAccount()
        try await put(.administrators)
        let tokens = try await auth.signIn()
        auth.clock.advance(by: 2 * Self.day)
        #expect(try await isSignedIn(tokens))
        try await auth.directory.setAdministrator(true, .ada)
        auth.clock.advance(by: Self.day - 1)
        #expect(try await isSignedIn(tokens))
        auth.clock.advance(by: 1)
        #expect(try await !isSignedIn(tokens))
    }
}
