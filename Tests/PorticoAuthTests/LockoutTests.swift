import Foundation
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("Security: a stranger cannot lock a person out", .everyEngine)
struct LockoutTests {
    private let auth = AuthFixture()
    /// Limits only consecutive failures.
    private let patient = AuthFixture(
        policy: AuthPolicy(
            limits: LimitPolicy(
                account: Limit(attempts: 1000, window: 1), network: Limit(attempts: 1000, window: 1),
                strangersDelays: nil, rate: Limit(attempts: 1000, window: 1))))

    /// The identity of a browser in which ada has signed in and out.
    private func knownBrowser(_ auth: AuthFixture) async throws -> RequestIdentity {
        let tokens = try await auth.signIn()
        let left = try #require(try await auth.authenticator.signOut(auth.identity(tokens)))
        return try await auth.identity(left, run: tokens.run)
    }

    @Test("6.3.1 in a browser that knows the account, the right password works while strangers are refused")
    func known() async throws {
        try await auth.addAccount()
        let identity = try await knownBrowser(auth)
        for _ in 0..<10 { _ = try await auth.failure() }
        #expect(try await auth.failure(password: AuthFixture.password) == .tooManyAttempts(retryAfter: 900))
        #expect(try await auth.failure(password: AuthFixture.password, as: identity) == nil)
    }

    @Test("6.3.1 a browser that knows the account has a limit of its own, which does not change that of strangers")
    func knownLimit() async throws {
        try await auth.addAccount()
        let identity = try await knownBrowser(auth)
        for _ in 0..<10 { #expect(try await auth.failure(as: identity) == .wrongCredentials) }
        #expect(
            try await auth.failure(password: AuthFixture.password, as: identity) == .tooManyAttempts(retryAfter: 900))
        #expect(try await auth.failure(password: AuthFixture.password) == nil)
    }

    @Test("6.3.1 a browser knows only the accounts that were signed in to there")
    func otherAccount() async throws {
        try await auth.addAccount()
        try await auth.addAccount("bob")
        let identity = try await knownBrowser(auth)
        for _ in 0..<10 { _ = try await auth.failure("bob") }
        #expect(try await auth.failure("bob", as: identity) == .tooManyAttempts(retryAfter: 900))
    }

    @Test("6.3.1 an invented token does not make a browser know the account")
    func madeUp() async throws {
        try await auth.addAccount()
        _ = try await knownBrowser(auth)
        for _ in 0..<10 { _ = try await auth.failure() }
        let digest = TokenDigest(of: "made-up")
        let identity = try await auth.authenticator.identity(BrowserCredentials(token: digest, run: digest))
        #expect(try await auth.failure(as: identity) == .tooManyAttempts(retryAfter: 900))
    }

    @Test("6.3.1 a sign-in reveals nothing to strangers: it changes none of their limits")
    func clearsNothing() async throws {
        try await auth.addAccount()
        let identity = try await knownBrowser(auth)
        for _ in 0..<9 { _ = try await auth.failure() }
        for identity in [identity, AuthFixture.stranger] {
            #expect(try await auth.failure(password: AuthFixture.password, as: identity) == nil)
        }
        #expect(try await auth.failure() == .wrongCredentials)
        #expect(try await auth.failure() == .tooManyAttempts(retryAfter: 900))
    }

    @Test("6.1.1 strangers can fail at most fifty times in thirty days with one name, with any pauses")
    func consecutive() async throws {
        try await patient.addAccount(email: "ada@example.org")
        for _ in 0..<50 {
            #expect(try await patient.failure() == .wrongCredentials)
            patient.clock.advance(by: 3600)
        }
        patient.clock.advance(by: 27 * 86_400)
        #expect(try await patient.failure(password: AuthFixture.password) == .tooManyAttempts(retryAfter: nil))
        patient.clock.advance(by: 86_400)
        #expect(try await patient.failure(password: AuthFixture.password) == nil)
    }

    @Test("6.1.1 if no mail can lift the limit, strangers may try once an hour after fifty failures")
    func consecutiveWithoutAddress() async throws {
        try await patient.addAccount()
        for _ in 0..<50 { #expect(try await patient.failure() == .wrongCredentials) }
        for _ in 0..<3 {
            #expect(try await patient.failure(password: AuthFixture.password) == .tooManyAttempts(retryAfter: nil))
            patient.clock.advance(by: 3600)
            #expect(try await patient.failure() == .wrongCredentials)
        }
        patient.clock.advance(by: 3600)
        #expect(try await patient.failure(password: AuthFixture.password) == nil)
        #expect(try await patient.mails().isEmpty)
    }

    @Test("6.1.1 and so may a browser that knows the account, after a hundred")
    func consecutiveInKnownBrowser() async throws {
        let auth = AuthFixture(
            policy: AuthPolicy(
                limits: LimitPolicy(
                    browser: Limit(attempts: 1000, window: 1), rate: Limit(attempts: 1000, window: 1))))
        try await auth.addAccount()
        let identity = try await knownBrowser(auth)
        for _ in 0..<100 { #expect(try await auth.failure(as: identity) == .wrongCredentials) }
        #expect(
            try await auth.failure(password: AuthFixture.password, as: identity) == .tooManyAttempts(retryAfter: nil))
        auth.clock.advance(by: 3600)
        #expect(try await auth.failure(password: AuthFixture.password, as: identity) == nil)
    }

    @Test("6.3.1 a person whose user name is another's address does not lift that other's limit by signing in")
    func addressAsUserName() async throws {
        try await auth.addAccount(email: "ada@example.org")
        // Earlier versions allowed such user names.
        let hash = try await auth.hasher.hash(AuthFixture.password)
        let eve = Account(
            id: AccountID(server: .local, user: "ada@example.org"), name: "Eve", email: EmailAddress("eve@example.org"),
            isAdministrator: false, createdAt: auth.clock.now())
        try await auth.memory.add(AccountAddition(eve, passwordHash: hash))
        for _ in 0..<9 { _ = try await auth.failure("ada@example.org") }
        #expect(try await auth.failure("eve@example.org", password: AuthFixture.password) == nil)
        _ = try await auth.failure("ada@example.org")
        #expect(try await auth.failure("ada@example.org") == .tooManyAttempts(retryAfter: 900))
    }

    @Test("6.1.1 a sign-in in a browser that knows the account does not end strangers' consecutive failures")
    func notEndedBySignIn() async throws {
        try await patient.addAccount()
        let identity = try await knownBrowser(patient)
        for _ in 0..<50 { _ = try await patient.failure() }
        #expect(try await patient.failure(password: AuthFixture.password, as: identity) == nil)
        #expect(try await patient.failure(password: AuthFixture.password) == .tooManyAttempts(retryAfter: nil))
    }

    @Test("6.3.8 refusing a user name reveals nothing about its address; both together allow a hundred failures")
    func twoRows() async throws {
        try await patient.addAccount(email: "ada@example.org")
        for name in ["ada", "ada@example.org"] {
            for _ in 0..<50 { #expect(try await patient.failure(name) == .wrongCredentials) }
            #expect(try await patient.failure(name) == .tooManyAttempts(retryAfter: nil))
        }
    }

    @Test("6.1.1 another password resets consecutive failures and all limits of strangers", arguments: [true, false])
    func endedByReset(isPatient: Bool) async throws {
        let auth = isPatient ? patient : auth
        try await auth.addAccount(email: "ada@example.org")
        for name in ["ada", "ada@example.org"] {
            for _ in 0..<50 { _ = try await auth.failure(name) }
        }
        try await auth.services.passwords.requestReset("ada", client: Client())
        _ = try await auth.services.passwords.reset(
            to: AuthFixture.otherPassword, token: try await auth.tokenOfMail(), identity: AuthFixture.stranger)
        for name in ["ada", "ada@example.org"] {
            #expect(try await auth.failure(name, password: AuthFixture.otherPassword) == nil)
        }
    }

    @Test("6.3.1 a reauthentication has the browser's limit")
    func reauthentication() async throws {
        try await auth.addAccount()
        let identity = try await auth.identity(auth.signIn())
        for _ in 0..<10 {
            await #expect(throws: AuthError.wrongCredentials) {
                try await auth.authenticator.prove(password: "wrong", identity: identity)
            }
        }
        await #expect(throws: AuthError.tooManyAttempts(retryAfter: 900)) {
            try await auth.authenticator.prove(password: AuthFixture.password, identity: identity)
        }
        let later = try await auth.authenticator.identity(identity.credentials)
        #expect(!later.needsAuthentication, "the sign-in stays in force")
    }
}
