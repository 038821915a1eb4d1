import Foundation
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("B1 B2 E5 The authenticator", .everyEngine)
struct AuthenticatorTests {
    private let auth = AuthFixture()

    @Test(
        "writes twice for a sign-in: the attempt before the check, and the sign-in with its consequences")
    func writesTwice() async throws {
        try await auth.addAccount(email: "ada@example.org")
        _ = try await auth.failure("ada")
        #expect(try await auth.writes { _ = try await auth.signIn() } == 2)
        #expect(try await auth.writes { _ = try await auth.signIn() } == 2, "its mail needs no further write")
        #expect(try await auth.mails().map(\.kind) == [.newSignIn])
        #expect(try await auth.reads { _ = try await auth.signIn() } == 0, "both transactions find their own data")
    }

    @Test("signs in a person with the right password, however they write the name", arguments: ["ada", "ADA", " Ada "])
    func signIn(userName: String) async throws {
        try await auth.addAccount()
        let identity = try await auth.identity(auth.signIn(userName))
        #expect(identity.signIn?.account.id == AccountID(server: .local, user: "ada"))
        #expect(identity.signIn?.method == .password)
        #expect(!identity.needsAuthentication)
    }

    @Test(
        "keeps parallel sign-ins of one browser, whose answers may cross, until the person logs out or logs in again",
        arguments: [true, false])
    func parallel(logsOut: Bool) async throws {
        for name in ["ada", "bob"] { try await auth.addAccount(name) }
        let before = try await auth.identity(auth.signIn())
        let (first, second) = (try await auth.signIn(as: before), try await auth.signIn(as: before))
        let bobs = try await auth.signIn("bob", isAutomatic: true, as: before)
        for tokens in [first, second, bobs] { #expect(try await auth.identity(tokens).signIn != nil) }
        let last = try await auth.identity(first)
        if logsOut {
            _ = try await auth.authenticator.signOut(last, of: last.signIn?.id)
        } else {
            _ = try await auth.signIn(as: last)
        }
        for tokens in [first, second] { #expect(try await auth.identity(tokens).signIn == nil) }
        #expect(try await auth.identity(bobs).signIn != nil, "somebody else stays logged in")
    }

    @Test("knows whether a sign-in is still in force, without using it")
    func inForce() async throws {
        try await auth.addAccount()
        let identity = try await auth.identity(auth.signIn())
        let token = try #require(identity.credentials.token)
        let signIn = try #require(identity.signIn)
        try await auth.uses.flush()
        auth.clock.advance(by: auth.authenticator.policy.sessions.idle - 1)
        #expect(try await auth.authenticator.isActive(signIn.id, in: token))
        let writes = auth.store.writes
        try await auth.uses.flush()
        #expect(auth.store.writes == writes, "the question is no use")
        #expect(try await !auth.authenticator.isActive(signIn.id + 1, in: token))
        auth.clock.advance(by: 1)
        #expect(try await !auth.authenticator.isActive(signIn.id, in: token))
        let again = try await auth.identity(auth.signIn())
        let newToken = try #require(again.credentials.token)
        let newSignIn = try #require(again.signIn)
        _ = try await auth.authenticator.signOut(again)
        #expect(try await !auth.authenticator.isActive(newSignIn.id, in: newToken))
    }

    @Test(
        "6.3.8 gives an unknown user, a wrong password, a disabled account and nonsense the same answer",
        arguments: [
            ("nobody", AuthFixture.password), ("ada", "wrong password"), ("bob", AuthFixture.password),
            ("bob", "wrong password"), ("", AuthFixture.password), ("a b", AuthFixture.password),
            ("ada", AuthFixture.password + " "), ("ada", ""), ("ada\0", AuthFixture.password),
            ("ada\u{FFFD}", AuthFixture.password), (String(repeating: "a", count: 10_000), "x"),
        ])
    func sameError(userName: String, password: String) async throws {
        try await auth.addAccount()
        try await auth.addAccount("bob")
        try await auth.directory.setDisabled(true, AccountID(server: .local, user: "bob"))
        await #expect(throws: AuthError.wrongCredentials) { try await auth.signIn(userName, password: password) }
    }

    @Test(
        "6.3.8 computes a hash for each of them: if it can compute none, it answers none of them",
        arguments: [
            "nobody", "ada", "bob", "a b",
        ])
    func sameWork(userName: String) async throws {
        let full = AuthFixture(hasher: PasswordHasher(parameters: cheap, concurrency: 1, queue: -1))
        for name in ["ada", "bob"] {
            try await full.memory.add(
                AccountAddition(
                    Account(
                        id: AccountID(server: .local, user: name), name: name, isAdministrator: false,
                        isDisabled: name == "bob", createdAt: full.clock.now()),
                    passwordHash: try await auth.hasher.hash(AuthFixture.password)))
        }
        await #expect(throws: AuthError.busy(retryAfter: 2)) { try await full.signIn(userName, password: "wrong") }
    }

    @Test("6.8.1 never signs in one server's user as another server's")
    func serverIsolation() async throws {
        try await auth.addAccount()
        let works = ServerID(rawValue: "works")
        let elsewhere = AccountID(server: works, user: "ada")
        await #expect(throws: AuthError.wrongCredentials) { try await auth.signIn(server: works) }
        let hash = try await auth.hasher.hash("another password altogether")
        try await auth.memory.add(
            AccountAddition(
                Account(id: elsewhere, name: "Other", isAdministrator: true, createdAt: auth.clock.now()),
                passwordHash: hash))
        await #expect(throws: AuthError.wrongCredentials) {
            try await auth.signIn(password: "another password altogether")
        }
        await #expect(throws: AuthError.wrongCredentials) { try await auth.signIn(server: works) }
        #expect(try await auth.identity(auth.signIn()).signIn?.account.isAdministrator == false)
    }

    @Test("11.4.2 stores a stronger hash when somebody signs in with a weak one, and only then")
    func upgrade() async throws {
        let strong = AuthFixture(parameters: .init(memory: 64, iterations: 2))
        let id = try await strong.addAccount().id
        let weak = try await PasswordHasher(parameters: cheap).hash(AuthFixture.password)
        try await strong.memory.setPassword(
            PasswordChange(account: id, hash: weak, time: strong.clock.now()))
        _ = try? await strong.signIn(password: "wrong")
        #expect(try await strong.memory.credential(of: id)?.passwordHash == weak)
        _ = try await strong.signIn()
        let upgraded = try #require(try await strong.memory.credential(of: id)?.passwordHash)
        #expect(upgraded.hasPrefix("$argon2id$v=19$m=64,t=2,p=1$"))
        _ = try await strong.signIn()
        #expect(try await strong.memory.credential(of: id)?.passwordHash == upgraded)
    }

    @Test("replaces the hash of a password as typed by that of its normalized form")
    func normalization() async throws {
        let auth = AuthFixture(parameters: cheap)
        let id = try await auth.addAccount().id
        // The hash of "cafe\u{301} mauve" by an earlier version, which hashed it as typed.
        let earlier = "$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHRzYWx0c2FsdA$iATiUmTzHe+W9kd31JG/q9vn/fkiJBqG/1VC0Rw9cKY"
        try await auth.memory.setPassword(PasswordChange(account: id, hash: earlier, time: auth.clock.now()))
        _ = try await auth.signIn(password: "cafe\u{301} mauve")
        let hash = try #require(try await auth.memory.credential(of: id)?.passwordHash)
        #expect(hash != earlier)
        _ = try await auth.signIn(password: "caf\u{E9}\u{A0}mauve")
        #expect(try await auth.memory.credential(of: id)?.passwordHash == hash)
    }

    @Test("6.3.1 counts no attempt if the password was right but its stronger hash cannot be stored")
    func upgradeFails() async throws {
        let policy = AuthPolicy(limits: LimitPolicy(account: Limit(attempts: 1, window: 900)))
        let strong = AuthFixture(parameters: .init(memory: 64, iterations: 2), policy: policy)
        let (id, memory, now) = (try await strong.addAccount().id, strong.memory, strong.clock.now())
        let hasher = PasswordHasher(parameters: cheap)
        let (weak, other) = (try await hasher.hash(AuthFixture.password), try await hasher.hash("mauve tractor 7"))
        try await memory.setPassword(PasswordChange(account: id, hash: weak, time: now))
        strong.store.pauseNextTransaction {
            try await memory.setPassword(PasswordChange(account: id, hash: other, time: now))
        }
        #expect(try await strong.failure(password: AuthFixture.password) == .wrongCredentials)
        #expect(try await strong.failure(password: "mauve tractor 7") == nil)
    }

    @Test("does not accept a token that was never issued")
    func unknownToken() async throws {
        let token = Token.random().digest
        let identity = try await auth.authenticator.identity(BrowserCredentials(token: token, run: token))
        #expect(identity.browser == nil)
        #expect(identity.needsAuthentication)
    }

    @Test(
        "asks the store again for known data only without a cache, and never uses outdated data", arguments: [0, 100])
    func cachedIdentity(cacheCapacity: Int) async throws {
        let auth = AuthFixture(cacheCapacity: cacheCapacity)
        try await auth.addAccount()
        let tokens = try await auth.signIn(isAutomatic: true)
        let credentials = BrowserCredentials(token: tokens.token.digest, run: nil)
        let identity = try await auth.authenticator.identity(credentials)
        let reads = auth.store.reads
        #expect(try await auth.authenticator.identity(credentials).signIn == identity.signIn)
        #expect(auth.store.reads - reads == (cacheCapacity > 0 ? 0 : 1))
        _ = try await auth.authenticator.signOut(identity)
        #expect(try await auth.authenticator.identity(credentials).needsAuthentication)
    }

    @Test("reports that the store is down, and not that nobody is signed in")
    func storeDown() async throws {
        try await auth.addAccount()
        let tokens = try await auth.signIn()
        auth.store.setDown(true)
        await #expect(throws: FaultyAuthStore.Down.self) { try await auth.identity(tokens) }
        await #expect(throws: FaultyAuthStore.Down.self) { try await auth.signIn() }
        auth.store.setDown(false)
        #expect(try await !auth.identity(tokens).needsAuthentication)
    }
}
