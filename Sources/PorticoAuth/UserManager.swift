import Foundation
import PorticoConfig

/// The tokens to hand to the browser after a sign-in or sign-out; the old ones are dead.
public struct BrowserTokens: Sendable {
    public let token: Token
    /// The token of the browser's present run; `nil` where the one it has stays in force.
    public let run: Token?
    /// Who is signed in with them; `nil` after a sign-out.
    public let account: AccountID?
}

/// The one path that every sign-in takes once somebody has proved who they are, and every sign-out.
///
/// Each is one transaction of the store, so nobody observes a half.
public struct UserManager: Sendable {
    private let store: any AuthStore
    private let policy: AuthPolicy
    private let now: @Sendable () -> Date

    public init(
        store: any AuthStore, policy: AuthPolicy = AuthPolicy(),
        now: @escaping @Sendable () -> Date
    ) {
        self.store = store
        self.policy = policy
        self.now = now
    }
}

// MARK: Signing in

extension UserManager {
    /// Makes `account` the current one in the visitor's browser. The other accounts there stay signed in.
    ///
    /// - Throws: ``AuthError/wrongCredentials`` where the account was disabled meanwhile, ``AuthError/tooManyAccounts``.
    public func signIn(
        _ account: AccountID, method: SignInMethod, isAutomatic: Bool, identity: RequestIdentity
    ) async throws -> BrowserTokens {
        try await signIn(
            VerifiedPassword(account: account, hash: nil), method: method, isAutomatic: isAutomatic, identity: identity)
    }

    /// The same for somebody who knew the password, unless it was changed meanwhile.
    func signIn(
        _ proof: VerifiedPassword, method: SignInMethod, isAutomatic: Bool, identity: RequestIdentity
    ) async throws -> BrowserTokens {
        let account = proof.account
        let token = Token.random()
        let run = identity.run(forSigningInTo: account)
        _ = try await store.signIn(
            NewSignIn(
                account: account, method: method, isAutomatic: isAutomatic, client: identity.client,
                access: identity.access, brought: identity.credentials.token, token: token.digest,
                run: run.digest, passwordHash: proof.hash, gateway: proof.gateway,
                accountLimit: policy.accountsPerBrowser, expired: expired(in: identity), forgiven: proof.forgiven,
                event: event(.signedIn, account, identity), time: now()))
        return BrowserTokens(token: token, run: run.token, account: account)
    }

    private func expired(in identity: RequestIdentity) -> [SignIn.ID] {
        identity.browser?.signIns.filter { policy.sessions.expiry(of: $0) <= now() }.map(\.id) ?? []
    }

    /// Notes that the person who is signed in proved once more who they are.
    func reauthenticate(_ proof: VerifiedPassword, identity: RequestIdentity) async throws -> BrowserTokens {
        guard let signIn = identity.signIn, let access = identity.access else { throw AuthError.signInEnded }
        let token = Token.random()
        try await store.reauthenticate(
            Reauthentication(
                signIn.id, in: access, token: token.digest, passwordHash: proof.hash, gateway: proof.gateway,
                event: event(.reauthenticated, proof.account, identity), time: now()))
        return BrowserTokens(token: token, run: nil, account: proof.account)
    }

    /// Makes another account that is signed in to in the visitor's browser the current one.
    ///
    /// - Throws: ``AuthError/signInEnded``
    public func select(_ signIn: SignIn.ID, identity: RequestIdentity) async throws {
        guard let access = identity.access else { throw AuthError.signInEnded }
        try await store.select(signIn, in: access, at: now())
    }

    /// Decides whether the visitor's sign-in outlives the browser.
    ///
    /// - Returns: the run token to hand out, where there is a new one.
    /// - Throws: ``AuthError/signInEnded``
    public func setAutomatic(_ isAutomatic: Bool, identity: RequestIdentity) async throws -> Token? {
        guard let signIn = identity.signIn, let access = identity.access else { throw AuthError.signInEnded }
        let run = isAutomatic ? nil : identity.newRunIfNeeded().token
        try await store.setAutomatic(
            AutomaticSignInChange(
                access: access, signIn: signIn.id, isAutomatic: isAutomatic, newRun: run?.digest, time: now()))
        return run
    }
}

// MARK: Signing out

extension UserManager {
    /// Ends sign-ins of the visitor's browser; `nil` where the browser is not known, so there is nothing to end.
    ///
    /// - Parameter signIn: the one to end; nil ends all of them.
    /// - Throws: ``AuthError/signInEnded`` where the browser has got another token since.
    public func signOut(_ identity: RequestIdentity, of signIn: SignIn.ID? = nil) async throws -> BrowserTokens? {
        guard let browser = identity.browser, let access = identity.access else { return nil }
        let token = Token.random()
        let ended = browser.signIns.filter { signIn == nil || $0.id == signIn }
        try await store.signOut(
            access, newToken: token.digest, of: signIn,
            events: ended.map { event(.signedOut, $0.account.id, identity) }, at: now())
        return BrowserTokens(token: token, run: nil, account: nil)
    }

    /// Ends sign-ins of an account, wherever they are; open pages of them are told.
    ///
    /// - Parameters:
    ///   - client: where that is asked from.
    ///   - actor: who asks, where it is not the person.
    /// - Returns: how many were ended.
    @discardableResult
    public func endSignIns(
        _ ending: SignInEnding, of account: AccountID, actor: AccountID? = nil, client: Client
    ) async throws -> Int {
        let event = SecurityEvent(.sessionEnded, account: account, actor: actor, client: client, time: now())
        return try await store.endSignIns(ending, of: account, event: event, at: now()).count
    }

    /// Ends the sign-in that a link is for, which a mail told of.
    ///
    /// - Throws: a ``LinkProblem``
    public func endSignIn(_ link: OneTimeLink, token: String, client: Client) async throws {
        guard let account = link.account else { throw LinkProblem.unknown }
        let event = SecurityEvent(.sessionEnded, account: account, client: client, time: now())
        _ = try await store.endSignIn(using: TokenDigest(of: token), event: event, at: now())
    }

    private func event(_ kind: SecurityEvent.Kind, _ account: AccountID, _ identity: RequestIdentity) -> SecurityEvent {
        SecurityEvent(kind, account: account, client: identity.client, time: now())
    }
}

extension RequestIdentity {
    /// The run for a sign-in: a new one, unless another sign-in of the browser needs the one that it is in.
    fileprivate func run(forSigningInTo account: AccountID) -> (digest: TokenDigest, token: Token?) {
        let isNeeded = browser?.signIns.contains { !$0.isAutomatic && $0.account.id != account } ?? false
        guard !isNeeded else { return newRunIfNeeded() }
        let token = Token.random()
        return (token.digest, token)
    }

    /// The run the browser is in: the one it proved, or a new one.
    fileprivate func newRunIfNeeded() -> (digest: TokenDigest, token: Token?) {
        if let run = credentials.run, run == browser?.run { return (run, nil) }
        let token = Token.random()
        return (token.digest, token)
    }
}
