import Foundation
import PorticoConfig

/// The browser's new tokens after a sign-in or sign-out; the old ones are invalid.
public struct BrowserTokens: Sendable {
    public let token: Token
    /// The token of the browser's run; nil if its current one stays valid.
    public let run: Token?
    /// The signed-in account; nil after a sign-out.
    public let account: AccountID?
}

/// The account needs a second factor, for which the sign-in waits.
public struct SecondFactorNeeded: Error {
    /// Continues the sign-in, see ``Authenticator/finish(_:code:trustsBrowser:identity:)``,
    /// ``Authenticator/enrol(_:setUp:code:identity:)`` and ``Authenticator/enrol(_:passkey:identity:)``.
    public let token: Token
    public let account: AccountID
    /// Whether the account has none, so that its person sets up one first.
    public let isEnrolment: Bool
}

/// The password was right, but is too short to be the only proof. The sign-in waits for another one.
public struct NewPasswordNeeded: Error {
    /// Continues the sign-in, see ``Passwords/replaceShort(_:by:identity:)``.
    public let token: Token
    public let account: AccountID
}

/// Stores every sign-in after the identity was proved, and every sign-out, each in one transaction.
public struct UserManager: Sendable {
    let store: any AuthStore
    let policy: CurrentPolicy
    let now: @Sendable () -> Date
}

// MARK: Signing in

extension UserManager {
    /// Makes a proven account the current one in the request's browser. The other accounts there stay signed in. If the
    /// account needs a second factor, the sign-in waits for it.
    ///
    /// - Throws: ``SecondFactorNeeded``; ``NewPasswordNeeded``; ``AuthError/wrongCredentials`` if the account was disabled, or got another password, since;
    ///   ``AuthError/tooManyAccounts``, ``AuthError/otherPerson``; a ``LinkProblem`` if the mailed link of the proof does
    ///   not work.
    package func signIn(
        _ proven: ProvenAccount, isAutomatic: Bool, identity: RequestIdentity
    ) async throws -> BrowserTokens {
        let waiting = PendingSignIn(
            account: proven.id, method: proven.proof.method, isAutomatic: isAutomatic, client: identity.client,
            brought: identity.credentials.token, passwordHash: proven.proof.passwordHash,
            gateway: proven.proof.gateway, provider: proven.provider, provenAt: proven.time, time: now())
        do {
            return try await signIn(waiting, forgiven: proven.forgiven, identity: identity) { new in
                (new.factor, new.link) = (proven.proof.factor, proven.proof.mailedLink)
                if proven.factor == .provider { new.provenFactor = .provider }
            }
        } catch let error as AuthError where [.secondFactorNeeded, .enrolmentNeeded].contains(error) {
            let token = try await wait(waiting, after: proven)
            throw SecondFactorNeeded(token: token, account: proven.id, isEnrolment: error == .enrolmentNeeded)
        } catch AuthError.passwordTooShort {
            throw NewPasswordNeeded(token: try await wait(waiting, after: proven), account: proven.id)
        }
    }

    /// - Throws: ``AuthError/wrongCredentials`` if the account was disabled or deleted, or got another password, since; a
    ///   ``LinkProblem`` if the mailed link of the proof does not work.
    private func wait(_ waiting: PendingSignIn, after proven: ProvenAccount) async throws -> Token {
        let token = Token.random()
        try await store.write { transaction in
            // The account of a gateway may be new.
            if let record = waiting.gateway {
                try transaction.addOrUpdate(
                    waiting.account, of: record.person, client: waiting.client, at: waiting.time)
            }
            _ = try transaction.requireCredential(of: waiting.account, passwordHash: waiting.passwordHash)
            if let link = proven.proof.mailedLink {
                try transaction.useSignInLink(link, of: waiting.account, at: waiting.time)
            }
            try transaction.insert(waiting, token: token.digest)
            try proven.forgiven.map(transaction.forgive)
        }
        return token
    }

    /// A sign-in that waits in the request's browser.
    ///
    /// - Parameter lifetime: the time that it may wait, in seconds.
    /// - Throws: ``AuthError/pendingSignInEnded``
    func pending(
        _ token: TokenDigest, _ identity: RequestIdentity, _ lifetime: TimeInterval = PendingSignIn.lifetime
    ) async throws -> PendingSignIn {
        guard let waiting = try await store.read({ try $0.pendingSignIn(token) }),
            waiting.brought == identity.credentials.token,
            now().timeIntervalSince(waiting.time) < lifetime
        else { throw AuthError.pendingSignInEnded }
        return waiting
    }

    /// Finishes a sign-in that waited for the second factor.
    ///
    /// - Throws: ``AuthError/pendingSignInEnded``, ``AuthError/codeUsed``; as ``signIn(_:isAutomatic:identity:)``.
    func finish(
        _ waiting: PendingSignIn, _ pending: TokenDigest, factor: UsedFactor, trustsBrowser: Bool,
        identity: RequestIdentity
    ) async throws -> BrowserTokens {
        try await signIn(waiting, identity: identity) { new in
            (new.pending, new.factor, new.trustsBrowser) = (pending, factor, trustsBrowser)
        }
    }

    /// Finishes a sign-in that waited until the person has set up a second factor, and stores the factor with it.
    ///
    /// - Throws: ``AuthError/pendingSignInEnded``, also if the account has got one meanwhile; ``PasskeyRefusal``; as
    ///   ``signIn(_:isAutomatic:identity:)``.
    func finish(
        _ waiting: PendingSignIn, _ pending: TokenDigest, enrolment: Enrolment, identity: RequestIdentity
    ) async throws -> BrowserTokens {
        try await signIn(waiting, identity: identity) { new in
            (new.pending, new.enrolment) = (pending, enrolment)
        }
    }

    /// Finishes a sign-in that waited for a longer password, and stores the password with it.
    ///
    /// - Throws: as ``finish(_:_:enrolment:identity:)``; ``AuthError/secondFactorNeeded`` or
    ///   ``AuthError/enrolmentNeeded`` if the account needs a second factor by now.
    func finish(
        _ waiting: PendingSignIn, _ pending: TokenDigest, password: NewPassword, identity: RequestIdentity
    ) async throws -> BrowserTokens {
        try await signIn(waiting, identity: identity) { new in
            (new.pending, new.newPassword) = (pending, password)
        }
    }

    private func signIn(
        _ waiting: PendingSignIn, forgiven: ForgivenAttempts? = nil, identity: RequestIdentity,
        prepare: (inout NewSignIn) -> Void = { _ in }
    ) async throws -> BrowserTokens {
        let account = waiting.account
        let token = Token.random()
        let run = identity.run(forSigningInTo: account)
        var new = NewSignIn(
            account: account, method: waiting.method, isAutomatic: waiting.isAutomatic, client: identity.client,
            access: identity.access, brought: identity.credentials.token, token: token.digest,
            run: run.digest, passwordHash: waiting.passwordHash, gateway: waiting.gateway, provider: waiting.provider,
            accountLimit: policy.value.accountsPerBrowser, expired: expired(in: identity),
            forgiven: forgiven,
            event: SecurityEvent(
                .signedIn, account: account, client: identity.client, time: now(),
                detail: "\(SignInWay(waiting.method, at: waiting.provider?.provider))"), time: now())
        new.factorPolicy = policy.value.secondFactor
        prepare(&new)
        // A passkey is a proof by itself.
        if new.method == .mail, new.factor?.kind.isPasskey != true { new.authenticatedAt = SignIn.mailProof }
        _ = try await store.signIn(new)
        return BrowserTokens(token: token, run: run.token, account: account)
    }

    private func expired(in identity: RequestIdentity) -> [SignIn.ID] {
        identity.browser?.signIns.filter { policy.value.sessions.expiry(of: $0) <= now() }.map(\.id) ?? []
    }

    /// Records that the signed-in person proved their identity again.
    func reauthenticate(_ proven: ProvenAccount, identity: RequestIdentity) async throws -> BrowserTokens {
        guard let signIn = identity.signIn, let access = identity.access else { throw AuthError.signInEnded }
        let token = Token.random()
        try await store.reauthenticate(
            Reauthentication(
                signIn.id, in: access, token: token.digest, passwordHash: proven.proof.passwordHash,
                gateway: proven.proof.gateway, provider: proven.provider, factor: proven.factor,
                isByPassword: proven.proof.method == .password, event: event(.reauthenticated, proven.id, identity),
                provenAt: proven.time, time: now()))
        return BrowserTokens(token: token, run: nil, account: proven.id)
    }

    /// Makes another signed-in account the current one in the request's browser.
    ///
    /// - Throws: ``AuthError/signInEnded``
    public func select(_ signIn: SignIn.ID, identity: RequestIdentity) async throws {
        guard let access = identity.access else { throw AuthError.signInEnded }
        try await store.select(signIn, in: access, at: now())
    }

    /// Turns automatic sign-in on or off for the current sign-in.
    ///
    /// - Returns: the browser's new run token; nil if its current one stays valid.
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
    /// Ends sign-ins in the request's browser.
    ///
    /// - Parameter signIn: the sign-in to end; nil for all.
    /// - Returns: the browser's new tokens; nil if the browser is unknown.
    /// - Throws: ``AuthError/signInEnded`` if the browser has got another token since.
    public func signOut(_ identity: RequestIdentity, of signIn: SignIn.ID? = nil) async throws -> BrowserTokens? {
        guard let browser = identity.browser, let access = identity.access else { return nil }
        let token = Token.random()
        let ended = browser.signIns.filter { signIn == nil || $0.id == signIn }
        try await store.signOut(
            access, newToken: token.digest, of: signIn,
            events: ended.map { event(.signedOut, $0.account.id, identity) }, at: now())
        return BrowserTokens(token: token, run: nil, account: nil)
    }

    /// Ends sign-ins of an account in all browsers, and notifies their open pages.
    ///
    /// - Parameters:
    ///   - actor: the administrator; nil if the person ends them.
    ///   - client: the origin of the request.
    /// - Returns: the number of ended sign-ins.
    @discardableResult
    public func endSignIns(
        _ ending: SignInEnding, of account: AccountID, actor: AccountID? = nil, client: Client
    ) async throws -> Int {
        let event = SecurityEvent(.sessionEnded, account: account, actor: actor, client: client, time: now())
        return try await store.endSignIns(ending, of: account, event: event, at: now()).count
    }

    /// Ends the sign-ins of several accounts in all browsers in one transaction, and notifies their open pages. Each
    /// account with sign-ins has an event of its own.
    ///
    /// - Parameters:
    ///   - actor: the administrator.
    ///   - client: the origin of the request.
    /// - Returns: the accounts that had sign-ins, and as unchanged those that had none.
    public func endSignIns(
        of accounts: [AccountID], actor: AccountID, client: Client
    ) async throws -> AccountsOutcome {
        let time = now()
        return try await store.endSignIns(
            of: accounts,
            event: { SecurityEvent(.sessionEnded, account: $0, actor: actor, client: client, time: time) }, at: time)
    }

    /// Ends the sign-ins of all accounts in all browsers, and notifies their open pages.
    ///
    /// - Parameters:
    ///   - last: the newest sign-in to end.
    ///   - ended: called after each batch, with its number of ended sign-ins.
    public func endAllSignIns(upTo last: SignIn.ID, client: Client, ended: (Int) -> Void) async throws {
        let time = now()
        try await store.endSignIns(
            upTo: last, event: { SecurityEvent(.sessionEnded, account: $0, client: client, time: time) }, at: time,
            ended: ended)
    }

    /// Ends the sign-in of a link from a notice about a new sign-in.
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
    /// The run for a sign-in: the current one if another sign-in without automatic sign-in needs it, otherwise a new
    /// one.
    fileprivate func run(forSigningInTo account: AccountID) -> (digest: TokenDigest, token: Token?) {
        let isNeeded = browser?.signIns.contains { !$0.isAutomatic && $0.account.id != account } ?? false
        guard !isNeeded else { return newRunIfNeeded() }
        let token = Token.random()
        return (token.digest, token)
    }

    /// The current run if the request carried it, otherwise a new one.
    fileprivate func newRunIfNeeded() -> (digest: TokenDigest, token: Token?) {
        if let run = credentials.run, run == browser?.run { return (run, nil) }
        let token = Token.random()
        return (token.digest, token)
    }
}
