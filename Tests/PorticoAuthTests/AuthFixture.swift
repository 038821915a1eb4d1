import Foundation
import PorticoAuth
import PorticoConfig
import PorticoTestSupport

/// Everything that signing in needs, in memory, with a clock that stands still and hashes that cost little.
struct AuthFixture {
    static let password = "correct horse battery staple"
    let clock = TestClock()
    let memory = MemoryAuthStore()
    let store: FaultyAuthStore
    let cached: CachedAuthStore
    let changes = ConfigChanges()
    let hasher: PasswordHasher
    let users: UserManager
    let uses: UseRecorder
    let directory: AccountDirectory
    let authenticator: Authenticator

    init(
        parameters: PasswordHasher.Parameters = cheap, cacheCapacity: Int = 100, hasher: PasswordHasher? = nil
    ) {
        store = FaultyAuthStore(memory)
        cached = CachedAuthStore(store, capacity: cacheCapacity)
        self.hasher = hasher ?? PasswordHasher(parameters: parameters)
        users = UserManager(store: cached, changes: changes, now: clock.now)
        uses = UseRecorder(store: cached, now: clock.now)
        directory = AccountDirectory(
            store: cached, hasher: self.hasher, policy: PasswordPolicy(), appName: "Portico", now: clock.now)
        authenticator = Authenticator(
            store: cached, users: users, hasher: self.hasher, uses: uses, policy: SessionPolicy(), now: clock.now)
    }

    @discardableResult
    func addAccount(_ userName: String = "ada") async throws -> Account {
        try await directory.add(
            NewAccount(userName: userName, name: "Ada", password: Self.password, isAdministrator: false))
    }

    func signIn(
        _ userName: String = "ada", password: String = AuthFixture.password, server: ServerID = .local,
        isAutomatic: Bool = false, as visitor: Visitor = stranger
    ) async throws -> BrowserTokens {
        try await authenticator.signIn(
            username: userName, password: password, server: server, isAutomatic: isAutomatic, visitor: visitor)
    }

    /// Whoever comes with these tokens.
    func visitor(_ tokens: BrowserTokens, run: Token? = nil) async throws -> Visitor {
        try await authenticator.visitor(
            BrowserCredentials(token: tokens.token.digest, run: (tokens.run ?? run)?.digest))
    }

    static let stranger = Visitor(credentials: BrowserCredentials(token: nil, run: nil))
}
