import Foundation
import PorticoConfig

/// Owns sign-in and sign-out. Every method of signing in ends in ``UserManager``.
public struct Authenticator: Sendable {
    private let store: CachedAuthStore
    private let users: UserManager
    private let hasher: PasswordHasher
    private let uses: UseRecorder
    private let now: @Sendable () -> Date
    public let policy: SessionPolicy

    public init(
        store: CachedAuthStore, users: UserManager, hasher: PasswordHasher, uses: UseRecorder,
        policy: SessionPolicy, now: @escaping @Sendable () -> Date
    ) {
        self.store = store
        self.users = users
        self.hasher = hasher
        self.uses = uses
        self.policy = policy
        self.now = now
    }

    /// Who is asking. A token that no browser holds is nobody's and is never adopted.
    public func visitor(_ credentials: BrowserCredentials) async throws -> Visitor {
        guard let token = credentials.token, let browser = try await store.browser(token) else {
            return Visitor(credentials: credentials)
        }
        return visitor(credentials, token: token, browser: browser)
    }

    /// Who is asking, where that needs no wait: the browser is in memory, or there is no token at all.
    public func knownVisitor(_ credentials: BrowserCredentials) -> Visitor? {
        guard let token = credentials.token else { return Visitor(credentials: credentials) }
        return store.knownBrowser(token).map { visitor(credentials, token: token, browser: $0) }
    }

    /// Whether the browser with this token still has this sign-in in force. Asking is no use of the sign-in; who asks has
    /// proved the browser's run before.
    public func isInForce(_ signIn: SignIn.ID, in token: TokenDigest) async throws -> Bool {
        guard let found = try await store.browser(token)?.signIns.first(where: { $0.id == signIn }) else {
            return false
        }
        return policy.expiry(of: found) > now()
    }

    /// The sign-ins and requests that are kept of an account.
    public func history(of account: AccountID) async throws -> AccountHistory {
        try await store.history(of: account)
    }

    /// Whether there is an account to sign in to at all, where that is in memory.
    public var knownToHaveAccounts: Bool? { store.knownToHaveAccounts }

    /// Whether there is an account to sign in to at all.
    public func hasAccounts() async throws -> Bool {
        try await store.hasAccounts()
    }

    /// Signs in with a password.
    ///
    /// An unknown user, a wrong password and a disabled account take the same time and give the same answer.
    ///
    /// - Throws: ``AuthError/wrongCredentials``, ``AuthError/busy(retryAfter:)``.
    public func signIn(
        username: String, password: String, server: ServerID, isAutomatic: Bool, visitor: Visitor
    ) async throws -> BrowserTokens {
        let account = try await verify(username: username, password: password, server: server)
        return try await users.signIn(account, method: .password, isAutomatic: isAutomatic, visitor: visitor)
    }

    /// Ends the sign-ins of the visitor's browser.
    public func signOut(_ visitor: Visitor) async throws -> BrowserTokens? {
        try await users.signOut(visitor)
    }

    private func visitor(_ credentials: BrowserCredentials, token: TokenDigest, browser: Browser) -> Visitor {
        let signIn = browser.currentSignIn(at: now(), run: credentials.run, policy: policy)
        if let signIn { uses.record(signIn, of: token) }
        return Visitor(credentials: credentials, browser: browser, signIn: signIn)
    }

    private func verify(username: String, password: String, server: ServerID) async throws -> AccountID {
        let id = server == .local ? UserName(username)?.accountID : nil
        guard let id, let found = try await store.credential(of: id), let hash = found.passwordHash else {
            try await hasher.verifyNobody(password)
            throw AuthError.wrongCredentials
        }
        let isRight = try await hasher.verify(password, against: hash)
        guard isRight, !found.account.isDisabled else { throw AuthError.wrongCredentials }
        if hasher.needsUpgrade(hash) {
            try await store.upgradePasswordHash(from: hash, to: hasher.hash(password), of: id)
        }
        return id
    }
}
