import Foundation
import PorticoConfig

/// Changes passwords: by a mailed link if forgotten, or with the current password.
public struct Passwords: Sendable {
    let store: any AuthStore
    let directory: AccountDirectory
    let users: UserManager
    let links: AccountLinks
    let check: PasswordCheck
    let factors: SecondFactors
    let mails: MailLimits
    let now: @Sendable () -> Date
}

// MARK: Forgotten passwords

extension Passwords {
    /// Mails a link to choose another password. The answer does not reveal whether the account exists, has an address
    /// or is disabled.
    ///
    /// - Parameter name: a user name or an email address.
    /// - Throws: ``AuthError/tooManyAttempts(retryAfter:)``
    public func requestReset(_ name: String, client: Client) async throws {
        try await mails.take(from: client)
        let account = try await account(name)
        let isAllowed = try await mails.allows(name, of: account?.id, .reset, for: client)
        let event = SecurityEvent(.passwordResetRequested, account: account?.id, client: client, time: now())
        try await store.add(isAllowed ? mails(account) : [], event: event, at: now())
    }

    /// The account of a password link, and whether the link sets its first password.
    ///
    /// - Throws: a ``LinkProblem``
    public func open(_ token: String) async throws -> (account: Account, isFirst: Bool) {
        let link = try await links.open(token, for: [.passwordReset, .invitation])
        guard let id = link.account, let account = try await store.account(id), !account.isDisabled else {
            throw LinkProblem.unknown
        }
        return (account, link.purpose == .invitation)
    }

    /// Sets the password of a link's account, ends all its sign-ins, and signs in here. The sign-in of an account with a
    /// second factor waits for that.
    ///
    /// - Returns: nil if the browser already has the maximum number of signed-in accounts.
    /// - Throws: a ``LinkProblem``, a ``PasswordProblem``, ``AuthError/busy(retryAfter:)``, ``SecondFactorNeeded``.
    public func reset(to password: String, token: String, identity: RequestIdentity) async throws -> BrowserTokens? {
        let (account, _) = try await open(token)
        if let problem = directory.problem(with: password, of: account) { throw problem }
        let hash = try await directory.hasher.hash(password, for: identity.client)
        try await store.setPassword(
            PasswordChange(
                account: account.id, hash: hash, isShort: PasswordPolicy.isShort(password),
                link: TokenDigest(of: token), mail: mail(account, identity.client),
                event: event(.passwordReset, account.id, identity.client), time: now()))
        do {
            let proven = ProvenAccount(id: account.id, proof: .link(hash: hash), time: now())
            return try await users.signIn(proven, isAutomatic: false, identity: identity)
        } catch AuthError.tooManyAccounts {
            return nil
        }
    }

    private func account(_ name: String) async throws -> Account? {
        if let email = EmailAddress(name), let found = try await store.account(email: email, on: .local) {
            return found
        }
        guard let userName = UserName(name) else { return nil }
        return try await store.account(userName.accountID)
    }

    private func mails(_ account: Account?) -> [MailJob] {
        guard let account, !account.isDisabled, let email = account.email else { return [] }
        return [MailJob(to: email, .passwordReset(account.id, isForced: false))]
    }
}

// MARK: Known passwords

extension Passwords {
    /// The account of a sign-in that waits for a longer password.
    ///
    /// - Throws: ``AuthError/pendingSignInEnded``
    public func open(waiting token: String, identity: RequestIdentity) async throws -> (Account, PendingSignIn) {
        let waiting = try await users.pending(TokenDigest(of: token), identity)
        guard let account = try await store.account(waiting.account) else { throw AuthError.pendingSignInEnded }
        return (account, waiting)
    }

    /// Sets the password that a sign-in waits for, and finishes the sign-in.
    ///
    /// - Throws: ``AuthError/pendingSignInEnded``, a ``PasswordProblem``, ``AuthError/busy(retryAfter:)``,
    ///   ``AuthError/wrongCredentials`` if the account was disabled or got another password meanwhile,
    ///   ``AuthError/secondFactorNeeded`` and ``AuthError/enrolmentNeeded`` if it needs a second factor by now.
    public func replaceShort(
        _ token: String, by password: String, identity: RequestIdentity
    ) async throws -> BrowserTokens {
        let (account, waiting) = try await open(waiting: token, identity: identity)
        if let problem = directory.problem(with: password, of: account) { throw problem }
        let hash = try await directory.hasher.hash(password, for: identity.client)
        return try await users.finish(
            waiting, TokenDigest(of: token), password: NewPassword(hash: hash, mail: mail(account, identity.client)),
            identity: identity)
    }

    /// The minimum length of a password of an account, in characters.
    public func shortest(for account: Account) -> Int {
        directory.shortestPassword(ofAdministrator: account.isAdministrator)
    }

    /// Changes the password of the signed-in person.
    ///
    /// - Parameters:
    ///   - code: of an account with an authenticator app.
    ///   - endsOthers: whether to end the account's other sign-ins, in this browser and elsewhere.
    ///   - isFactorProved: whether the person has just proved a second factor. Stands for the passkey of an account that
    ///     must have a factor and has no app, and for no code.
    /// - Returns: the browser's new tokens, the old ones are invalid; nil if another request has replaced them since.
    /// - Throws: ``AuthError/wrongCredentials`` if `current` is wrong, ``AuthError/tooManyAttempts(retryAfter:)``, a
    ///   ``PasswordProblem``, ``AuthError/signInEnded`` if nobody is signed in, ``AuthError/busy(retryAfter:)``,
    ///   ``AuthError/passwordElsewhere``; ``AuthError/secondFactorNeeded``, ``AuthError/wrongCode`` and
    ///   ``AuthError/codeUsed`` for an account with a second factor.
    public func change(
        from current: String, code: SecondFactorCode? = nil, to password: String, endsOthers: Bool,
        isFactorProved: Bool = false, identity: RequestIdentity
    ) async throws -> BrowserTokens? {
        guard let signIn = identity.signIn else { throw AuthError.signInEnded }
        let account = signIn.account
        guard account.id.server == .local else { throw AuthError.passwordElsewhere }
        if let problem = directory.problem(with: password, of: account) { throw problem }
        var proven = try await check.prove(current, of: account.id, identity: identity)
        try await check.forgive(&proven)
        let hasProved = isFactorProved ? try await factors.needsPasskey(account) : false
        let factor = hasProved ? nil : try await factors.require(code, of: account, identity: identity)
        let hash = try await directory.hasher.hash(password, for: identity.client)
        try await store.setPassword(
            PasswordChange(
                account: account.id, hash: hash, isShort: PasswordPolicy.isShort(password),
                replacing: proven.proof.passwordHash,
                ends: endsOthers ? .allBut(signIn.id) : nil, mail: mail(account, identity.client),
                event: event(.passwordChanged, account.id, identity.client), time: now()))
        do {
            var renewed = ProvenAccount(id: account.id, proof: .password(hash: hash), time: proven.time)
            renewed.factor = factor
            return try await users.reauthenticate(renewed, identity: identity)
        } catch AuthError.signInEnded {
            return nil
        }
    }

    /// The rule that a new password breaks for this account; nil if none.
    public func problem(with password: String, of account: Account) -> PasswordProblem? {
        directory.problem(with: password, of: account)
    }

    /// The notice that the password was changed, with the client that changed it.
    private func mail(_ account: Account, _ client: Client) -> MailJob? {
        account.email.map { MailJob(to: $0, .passwordChanged(account.id, client, now())) }
    }

    private func event(_ kind: SecurityEvent.Kind, _ account: AccountID, _ client: Client) -> SecurityEvent {
        SecurityEvent(kind, account: account, client: client, time: now())
    }
}
