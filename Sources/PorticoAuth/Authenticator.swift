import Foundation
import PorticoConfig

/// Signs in and out. Every sign-in method ends in ``UserManager``.
public final class Authenticator: Sendable {
    let store: CachedAuthStore
    private let users: UserManager
    private let passwords: PasswordCheck
    private let factors: SecondFactors
    package let passkeys: Passkeys
    private let gateways: GatewayAccess
    private let workplaces: GatewayWorkplaces
    private let uses: UseRecorder
    private let now: @Sendable () -> Date
    private let current: CurrentPolicy

    init(
        store: CachedAuthStore, users: UserManager, passwords: PasswordCheck, factors: SecondFactors,
        passkeys: Passkeys, gateways: GatewayAccess, workplaces: GatewayWorkplaces, uses: UseRecorder,
        policy: CurrentPolicy,
        now: @escaping @Sendable () -> Date
    ) {
        self.store = store
        self.users = users
        self.passwords = passwords
        self.factors = factors
        self.passkeys = passkeys
        self.gateways = gateways
        self.workplaces = workplaces
        self.uses = uses
        current = policy
        self.now = now
    }

    /// The browser and sign-in of a request. An unknown token is never adopted.
    ///
    /// - Parameter isUse: whether a person makes the request, so that it extends the sign-in.
    public func identity(
        _ credentials: BrowserCredentials, client: Client = Client(), isUse: Bool = true
    ) async throws -> RequestIdentity {
        let time = now()
        guard let token = credentials.token, let browser = try await store.browser(token, at: time, policy.sessions)
        else {
            return RequestIdentity(credentials: credentials, client: client)
        }
        if !browser.isHeld { store.hold(token) }
        var signIn = browser.currentSignIn(at: time, run: credentials.run, policy: policy.sessions)
        if isUse, let used = signIn {
            uses.record(used, of: token, from: client)
            signIn?.lastSeen = max(used.lastSeen, time)
        }
        return RequestIdentity(credentials: credentials, browser: browser, signIn: signIn, client: client)
    }

    /// Whether the browser with this token has this sign-in, not expired. Does not extend the sign-in. Does not check
    /// the browser's run: callers have checked it when they resolved the identity.
    public func isActive(_ signIn: SignIn.ID, in token: TokenDigest) async throws -> Bool {
        try await activeSignIn(signIn, in: token) != nil
    }

    /// The current sign-in, with its account, if it is active as for ``isActive(_:in:)``; otherwise nil.
    public func activeSignIn(_ signIn: SignIn.ID, in token: TokenDigest) async throws -> SignIn? {
        let (time, sessions) = (now(), policy.sessions)
        let browser = try await store.browser(token, at: time, sessions)
        return browser?.signIns.first { $0.id == signIn && sessions.expiry(of: $0) > time }
    }

    /// Whether the sign-in is the current one of the browser with this token, in the browser's current run.
    package func isCurrent(_ signIn: SignIn.ID, in token: TokenDigest) async throws -> Bool {
        let (time, sessions) = (now(), policy.sessions)
        let browser = try await store.browser(token, at: time, sessions)
        return browser?.currentSignIn(at: time, run: browser?.run, policy: sessions)?.id == signIn
    }

    /// The policy in force.
    public var policy: AuthPolicy { current.value }

    /// The current time of the injected clock.
    public var time: Date { now() }

    /// The sign-ins in force in the request's browser, oldest first.
    public func profiles(of identity: RequestIdentity) -> [SignIn] {
        identity.browser?.signInsInForce(at: now(), run: identity.credentials.run, policy: policy.sessions) ?? []
    }

    /// The sign-in that becomes the current one in the request's browser when `ended` ends; nil if there is none.
    public func nextSignIn(after ended: SignIn.ID, in identity: RequestIdentity) -> SignIn? {
        profiles(of: identity).filter { $0.id != ended }.max { ($0.selectedAt, $0.id) < ($1.selectedAt, $1.id) }
    }

    /// The account's expired sign-in in the request's browser, unless it was ended; nil if there is none.
    ///
    /// - Parameter account: the id of the account, as in pages.
    public func expiredSignIn(of account: String, in identity: RequestIdentity) -> SignIn? {
        identity.browser?.expiredSignIn(
            of: account, at: now(), run: identity.credentials.run, policy: policy.sessions)
    }

    /// The most recently selected expired sign-in of the request's browser, unless it was ended; nil if there is none.
    public func lastExpiredSignIn(in identity: RequestIdentity) -> SignIn? {
        identity.browser?.lastExpiredSignIn(at: now(), run: identity.credentials.run, policy: policy.sessions)
    }

    /// The proof of the person of a sign-in that is recent enough for sensitive changes.
    public func proof(of signIn: SignIn) -> ProofLevel {
        let isRecent = { [time = now(), age = policy.proof] (proved: Date) in time.timeIntervalSince(proved) < age }
        guard isRecent(signIn.authenticatedAt) else { return .nothing }
        guard signIn.factorAt.map(isRecent) == true, let factor = signIn.factor else { return .password }
        return signIn.hasFirstFactor || factor.isPasskey ? .secondFactor : .password
    }

    /// As ``proof(of:)``, but the password proves nothing where only a passkey does: the policy may have become stricter
    /// since.
    public func confirmedProof(of signIn: SignIn) async throws -> ProofLevel {
        let proof = proof(of: signIn)
        guard proof == .password else { return proof }
        return try await factors.needsPasskey(signIn.account) ? .nothing : proof
    }

    /// Whether the person entered the password recently enough for sensitive changes.
    public func isRecentlyAuthenticated(_ signIn: SignIn) -> Bool { proof(of: signIn) >= .password }

    /// The account's sign-ins in force in all browsers, most recently used first.
    public func sessions(of account: AccountID) async throws -> [OpenSignIn] {
        try await store.signIns(of: account).filter { policy.sessions.expiry(of: $0.signIn) > now() }
    }

    /// The sign-ins in force of all accounts, by user name, most recently used first.
    public func sessions() async throws -> [OpenSignIn] {
        try await store.openSignIns().filter { policy.sessions.expiry(of: $0.signIn) > now() }
    }

    /// All stored sign-ins of an account, including ended ones.
    public func history(of account: AccountID) async throws -> AccountHistory {
        try await store.history(of: account)
    }

    /// Whether there is a local account, with its password stored by this installation.
    public func hasLocalAccounts() async throws -> Bool {
        try await store.hasLocalAccounts()
    }

    /// Signs in with a user name, or the account's email address, and a password.
    ///
    /// An unknown user, a wrong password and a disabled account take the same time and give the same answer.
    ///
    /// - Throws: ``AuthError/wrongCredentials``, ``AuthError/tooManyAttempts(retryAfter:)``,
    ///   ``AuthError/tooManyAccounts``, ``AuthError/busy(retryAfter:)``, ``AuthError/gateway(_:)``,
    ///   ``AuthError/otherPerson``; ``SecondFactorNeeded`` or ``NewPasswordNeeded`` if the sign-in waits.
    public func signIn(
        username: String, password: String, server: ServerID, isAutomatic: Bool, identity: RequestIdentity
    ) async throws -> BrowserTokens {
        let proven = try await passwords.prove(password, of: username, on: server, identity: identity)
        let tokens: BrowserTokens
        do {
            tokens = try await users.signIn(proven, isAutomatic: isAutomatic, identity: identity)
        } catch let error as SecondFactorNeeded {
            throw error
        } catch let error as NewPasswordNeeded {
            throw error
        } catch {
            try await abandon(proven)
            throw error
        }
        wantWorkplaces(proven.proof.gateway, of: proven.id)
        return tokens
    }

    private func wantWorkplaces(_ gateway: GatewayRecord?, of account: AccountID) {
        guard let token = gateway.flatMap({ gateways.box.open($0.sealedToken, of: account) }) else { return }
        workplaces.want(from: account.server, with: token)
    }

    /// Whether the account has an authenticator app, whose codes its proofs need besides the password.
    public func hasApp(_ account: AccountID) async throws -> Bool { try await factors.hasApp(account) }

    /// Whether people can set up authenticator apps.
    public var areAppsOffered: Bool { factors.areOffered }

    /// Whether only a passkey proves who the person is.
    public func needsPasskey(_ account: Account) async throws -> Bool { try await factors.needsPasskey(account) }

    /// A sign-in that waits for its second factor in the request's browser.
    ///
    /// - Parameter isEnrolment: whether it waits until the person has set up one.
    /// - Throws: ``AuthError/pendingSignInEnded``
    public func pendingSignIn(
        _ token: String, isEnrolment: Bool = false, identity: RequestIdentity
    ) async throws -> PendingSignIn {
        try await users.pending(
            TokenDigest(of: token), identity,
            isEnrolment ? PendingSignIn.enrolmentLifetime : PendingSignIn.lifetime)
    }

    /// Finishes a sign-in that waits for its second factor.
    ///
    /// - Parameter trustsBrowser: whether this browser is not asked again for 30 days.
    /// - Throws: ``AuthError/pendingSignInEnded``, ``AuthError/wrongCode``, ``AuthError/codeUsed``,
    ///   ``AuthError/tooManyCodes(retryAfter:)``, ``AuthError/wrongCredentials``, ``AuthError/tooManyAccounts``.
    public func finish(
        _ token: String, code: SecondFactorCode, trustsBrowser: Bool, identity: RequestIdentity
    ) async throws -> BrowserTokens {
        let digest = TokenDigest(of: token)
        let waiting = try await users.pending(digest, identity)
        let factor = try await factors.check(code, of: waiting.account, waiting: digest, identity: identity)
        let late = SecurityEvent(
            .secondFactorFailed, account: waiting.account, client: identity.client, time: now())
        let tokens = try await store.loggingRefusal(late) {
            try await users.finish(waiting, digest, factor: factor, trustsBrowser: trustsBrowser, identity: identity)
        }
        wantWorkplaces(waiting.gateway, of: waiting.account)
        return tokens
    }

    /// The set-up that was sent back with a waiting sign-in.
    ///
    /// - Throws: ``AuthError/pendingSignInEnded``
    public func reopenEnrolment(
        _ token: String, setUp: String, issuer: String, identity: RequestIdentity
    ) async throws -> (waiting: PendingSignIn, setUp: AppSetUp) {
        let waiting = try await users.pending(TokenDigest(of: token), identity, PendingSignIn.enrolmentLifetime)
        do {
            return (waiting, try factors.reopen(setUp, for: waiting.account, issuer: issuer))
        } catch AppSetUpProblem.expired {
            throw AuthError.pendingSignInEnded
        }
    }

    /// Finishes a sign-in that waits for a second factor, with an authenticator app. Stores the app in the same
    /// transaction.
    ///
    /// - Parameters:
    ///   - setUp: from ``AppSetUp``.
    ///   - code: of the app. It is used up.
    /// - Returns: the browser's tokens, and the recovery codes, which nobody can see again.
    /// - Throws: ``AuthError/pendingSignInEnded``, also if the account has got an app meanwhile,
    ///   ``AuthError/wrongCode``, ``AuthError/tooManyCodes(retryAfter:)``, ``AuthError/wrongCredentials``,
    ///   ``AuthError/tooManyAccounts``.
    public func enrol(
        _ token: String, setUp: String, code: String, identity: RequestIdentity
    ) async throws -> (tokens: BrowserTokens, codes: [RecoveryCode]) {
        let digest = TokenDigest(of: token)
        let waiting = try await users.pending(digest, identity, PendingSignIn.enrolmentLifetime)
        let (app, codes) = try await factors.enrolment(setUp, code: code, of: waiting.account, client: identity.client)
        let tokens = try await users.finish(waiting, digest, enrolment: .app(app), identity: identity)
        wantWorkplaces(waiting.gateway, of: waiting.account)
        return (tokens, codes)
    }

    /// Finishes a sign-in that waits for a second factor, with a passkey. Stores the passkey in the same transaction.
    ///
    /// - Parameter answer: of the browser that has made it, as JSON.
    /// - Throws: ``PasskeyRefusal``; ``AuthError/pendingSignInEnded``, also if the account has got a factor meanwhile,
    ///   ``AuthError/wrongCredentials``, ``AuthError/tooManyAccounts``.
    public func enrol(_ token: String, passkey answer: String, identity: RequestIdentity) async throws -> BrowserTokens
    {
        let digest = TokenDigest(of: token)
        let waiting = try await users.pending(digest, identity, PendingSignIn.enrolmentLifetime)
        let new = try passkeys.enrolment(answer, of: waiting.account, waiting: digest, client: identity.client)
        return try await users.finish(waiting, digest, enrolment: .passkey(new), identity: identity)
    }

    /// Checks the password of the signed-in person, and the code of an account with a second factor. Pass the result to
    /// ``reauthenticate(_:identity:)`` after the work that needs it, or to ``abandon(_:)`` if the work fails.
    ///
    /// - Throws: ``AuthError/wrongCredentials``, ``AuthError/tooManyAttempts(retryAfter:)``, ``AuthError/signInEnded``,
    ///   ``AuthError/busy(retryAfter:)``, ``AuthError/gateway(_:)``, ``AuthError/otherPerson``,
    ///   ``AuthError/secondFactorNeeded``, ``AuthError/wrongCode``, ``AuthError/codeUsed``.
    public func prove(
        password: String, code: SecondFactorCode? = nil, identity: RequestIdentity
    ) async throws -> ProvenAccount {
        guard let signIn = identity.signIn else { throw AuthError.signInEnded }
        var proven = try await passwords.prove(password, of: signIn.account.id, identity: identity)
        try await passwords.forgive(&proven)
        do {
            proven.factor = try await factors.require(code, of: signIn.account, identity: identity)
        } catch {
            try await abandon(proven)
            throw error
        }
        return proven
    }

    /// The identities at providers with which an account can log in, oldest first.
    package func identities(of account: AccountID) async throws -> [ProviderIdentity] {
        try await store.read { try $0.identities(of: account) }
    }

    /// Checks the second factor of a person who has proved the first one recently at an identity provider.
    ///
    /// - Throws: ``AuthError/signInEnded``, ``AuthError/secondFactorNeeded``, ``AuthError/wrongCode``,
    ///   ``AuthError/codeUsed``.
    package func prove(code: SecondFactorCode?, identity: RequestIdentity) async throws -> ProvenAccount {
        guard let signIn = identity.signIn, isRecentlyAuthenticated(signIn) else { throw AuthError.signInEnded }
        var proven = ProvenAccount(id: signIn.account.id, proof: .provider, time: signIn.authenticatedAt)
        proven.factor = try await factors.require(code, of: signIn.account, identity: identity)
        return proven
    }

    /// Records that the signed-in person entered the password again.
    ///
    /// - Returns: the browser's new tokens; the old ones are invalid.
    /// - Throws: ``AuthError/signInEnded``, ``AuthError/wrongCredentials`` if the password has changed since,
    ///   ``AuthError/otherPerson``.
    public func reauthenticate(_ proven: ProvenAccount, identity: RequestIdentity) async throws -> BrowserTokens {
        do {
            return try await users.reauthenticate(proven, identity: identity)
        } catch {
            try await abandon(proven)
            throw error
        }
    }

    /// Discards a proof that is not used, and ends its gateway token.
    public func abandon(_ proven: ProvenAccount) async throws { try await passwords.abandon(proven) }

    /// Lifts the limit of failed sign-ins to an account, by a link from a mail.
    ///
    /// - Throws: a ``LinkProblem``
    public func liftLimits(_ link: OneTimeLink, token: String, client: Client) async throws {
        guard let account = link.account else { throw LinkProblem.unknown }
        let event = SecurityEvent(.limitsLifted, account: account, client: client, time: now())
        try await store.liftLimits(using: TokenDigest(of: token), event: event, at: now())
    }

    /// Ends sign-ins in the request's browser.
    ///
    /// - Parameter signIn: the sign-in to end; nil for all.
    /// - Returns: the browser's new tokens; nil if the browser is unknown.
    /// - Throws: ``AuthError/signInEnded`` if the browser has got another token in the meantime.
    public func signOut(_ identity: RequestIdentity, of signIn: SignIn.ID? = nil) async throws -> BrowserTokens? {
        try await users.signOut(identity, of: signIn)
    }
}
