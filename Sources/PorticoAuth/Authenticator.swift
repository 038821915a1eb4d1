import Foundation
import PorticoConfig

/// Owns sign-in and sign-out. Every method of signing in ends in ``UserManager``.
public final class Authenticator: Sendable {
    private let store: CachedAuthStore
    private let users: UserManager
    private let passwords: PasswordCheck
    private let gateways: GatewayAccess
    private let workplaces: GatewayWorkplaces
    private let uses: UseRecorder
    private let now: @Sendable () -> Date
    public let policy: AuthPolicy

    public init(
        store: CachedAuthStore, users: UserManager, hasher: PasswordHasher, gateways: GatewayAccess,
        workplaces: GatewayWorkplaces, uses: UseRecorder, policy: AuthPolicy, now: @escaping @Sendable () -> Date
    ) {
        self.store = store
        self.users = users
        passwords = PasswordCheck(store: store, hasher: hasher, gateways: gateways, limits: policy.limits, now: now)
        self.gateways = gateways
        self.workplaces = workplaces
        self.uses = uses
        self.policy = policy
        self.now = now
    }

    /// Who is asking. A token that no browser holds is nobody's and is never adopted.
    ///
    /// - Parameter isUse: whether a person asks, who uses the sign-in by that.
    public func identity(
        _ credentials: BrowserCredentials, client: Client = Client(), isUse: Bool = true
    ) async throws -> RequestIdentity {
        guard let token = credentials.token, let browser = try await store.browser(token) else {
            return RequestIdentity(credentials: credentials, client: client)
        }
        var signIn = browser.currentSignIn(at: now(), run: credentials.run, policy: policy.sessions)
        if isUse, let used = signIn {
            uses.record(used, of: token, from: client)
            signIn?.lastSeen = max(used.lastSeen, now())
        }
        return RequestIdentity(credentials: credentials, browser: browser, signIn: signIn, client: client)
    }

    /// Whether the browser with this token still has this sign-in in force. Asking is no use of the sign-in; who asks has
    /// proved the browser's run before.
    public func isInForce(_ signIn: SignIn.ID, in token: TokenDigest) async throws -> Bool {
        guard let found = try await store.browser(token)?.signIns.first(where: { $0.id == signIn }) else {
            return false
        }
        return policy.sessions.expiry(of: found) > now()
    }

    /// What time it is for sign-ins.
    public var time: Date { now() }

    /// The sign-ins in force in the visitor's browser, in the order in which they were made.
    public func profiles(of identity: RequestIdentity) -> [SignIn] {
        identity.browser?.signInsInForce(at: now(), run: identity.credentials.run, policy: policy.sessions) ?? []
    }

    /// The sign-in of an account in the visitor's browser that has expired, and that nobody has ended.
    ///
    /// - Parameter account: its id, as pages carry it.
    public func expiredSignIn(of account: String, in identity: RequestIdentity) -> SignIn? {
        identity.browser?.expiredSignIn(
            of: account, at: now(), run: identity.credentials.run, policy: policy.sessions)
    }

    /// Whether the person proved who they are so lately that they may change what needs it.
    public func isRecentlyAuthenticated(_ signIn: SignIn) -> Bool {
        now().timeIntervalSince(signIn.authenticatedAt) < policy.proof
    }

    /// The sign-ins in force of an account, wherever they are, the last used first.
    public func sessions(of account: AccountID) async throws -> [OpenSignIn] {
        try await store.signIns(of: account).filter { policy.sessions.expiry(of: $0.signIn) > now() }
    }

    /// The sign-ins in force of all accounts, by user name, the last used first.
    public func sessions() async throws -> [OpenSignIn] {
        try await store.openSignIns().filter { policy.sessions.expiry(of: $0.signIn) > now() }
    }

    /// The sign-ins that are kept of an account, ended ones too.
    public func history(of account: AccountID) async throws -> AccountHistory {
        try await store.history(of: account)
    }

    /// Whether there is a local account to sign in to.
    public func hasLocalAccounts() async throws -> Bool {
        try await store.hasLocalAccounts()
    }

    /// Signs in with a user name, or the account's email address, and a password.
    ///
    /// An unknown user, a wrong password and a disabled account take the same time and give the same answer.
    ///
    /// - Throws: ``AuthError/wrongCredentials``, ``AuthError/tooManyAttempts(retryAfter:)``,
    ///   ``AuthError/tooManyAccounts``, ``AuthError/busy(retryAfter:)``, ``AuthError/gateway(_:)``,
    ///   ``AuthError/otherPerson``.
    public func signIn(
        username: String, password: String, server: ServerID, isAutomatic: Bool, identity: RequestIdentity
    ) async throws -> BrowserTokens {
        let proof = try await passwords.check(password, of: username, on: server, identity: identity)
        let tokens: BrowserTokens
        do {
            tokens = try await users.signIn(proof, method: .password, isAutomatic: isAutomatic, identity: identity)
        } catch {
            try await abandon(proof)
            throw error
        }
        if let token = proof.gateway.flatMap({ gateways.box.open($0.sealedToken, of: proof.account) }) {
            workplaces.want(from: proof.account.server, with: token)
        }
        return tokens
    }

    /// Checks the password of the person who is signed in. Call ``reauthenticate(_:identity:)`` with the result once the work
    /// is done that needed it, or ``abandon(_:)`` where the work failed.
    ///
    /// - Throws: ``AuthError/wrongCredentials``, ``AuthError/tooManyAttempts(retryAfter:)``, ``AuthError/signInEnded``,
    ///   ``AuthError/busy(retryAfter:)``, ``AuthError/gateway(_:)``, ``AuthError/otherPerson``.
    public func prove(password: String, identity: RequestIdentity) async throws -> VerifiedPassword {
        guard let signIn = identity.signIn else { throw AuthError.signInEnded }
        var proof = try await passwords.check(password, of: signIn.account.id, identity: identity)
        try await passwords.forgive(&proof)
        return proof
    }

    /// Notes that the person who is signed in proved once more who they are.
    ///
    /// - Returns: the tokens to hand out; the old ones are dead.
    /// - Throws: ``AuthError/signInEnded``, ``AuthError/wrongCredentials`` where the password was changed meanwhile,
    ///   ``AuthError/otherPerson``.
    public func reauthenticate(_ proof: VerifiedPassword, identity: RequestIdentity) async throws -> BrowserTokens {
        do {
            return try await users.reauthenticate(proof, identity: identity)
        } catch {
            try await abandon(proof)
            throw error
        }
    }

    /// Gives up a proof that is not noted: what a gateway gave for it is ended there.
    public func abandon(_ proof: VerifiedPassword) async throws { try await passwords.abandon(proof) }

    /// Ends sign-ins of the visitor's browser.
    ///
    /// - Parameter signIn: the one to end; nil ends all of them.
    public func signOut(_ identity: RequestIdentity, of signIn: SignIn.ID? = nil) async throws -> BrowserTokens? {
        try await users.signOut(identity, of: signIn)
    }
}
