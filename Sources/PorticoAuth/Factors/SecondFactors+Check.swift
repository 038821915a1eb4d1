import Foundation
import PorticoConfig

extension SecondFactors {
    /// Checks a code within the attempt limits. Does not use it up.
    ///
    /// - Parameter waiting: the digest of the token of the sign-in that waits for the code; nil for none, which no
    ///   passkey answers.
    /// - Throws: ``AuthError/wrongCode``, ``AuthError/codeUsed``, ``AuthError/tooManyCodes(retryAfter:)``,
    ///   ``AuthError/appUnreadable``; ``AuthError/passkeyRefused``, ``AuthError/passkeyUnknown``,
    ///   ``AuthError/tooManyAttempts(retryAfter:)``.
    func check(
        _ code: SecondFactorCode, of account: AccountID, waiting: TokenDigest? = nil, identity: RequestIdentity
    ) async throws -> UsedFactor {
        let client = identity.client
        if case .passkey(let answer) = code {
            guard let waiting else { throw AuthError.passkeyRefused }
            let use = try await passkeys.verify(
                try PasskeyAssertion(answered: answer), for: .secondStep(waiting), of: account,
                browser: identity.browser?.id, client: client, failure: .secondFactorFailed)
            try await store.write { try $0.forgive(use.forgiven) }
            return .passkey(use.used)
        }
        let app = try await app(for: code, of: account)
        return try await limited(account, client) { try await factor(of: code, account, app, at: $0) }
    }

    /// Checks a code within the attempt limits.
    ///
    /// - Parameter check: returns nil for a wrong code.
    /// - Throws: ``AuthError/wrongCode``, ``AuthError/tooManyCodes(retryAfter:)``, the errors of `check`.
    func limited<Checked>(
        _ account: AccountID, _ client: Client, check: (Date) async throws -> Checked?
    ) async throws -> Checked {
        let time = now()
        do {
            try await store.countAttempt(LimitKey.codes(of: account), at: time)
        } catch let reached as LimitReached {
            throw try await refusal(reached, of: account, client)
        }
        var problem = AuthError.wrongCode
        do {
            if let checked = try await check(time) { return checked }
        } catch AuthError.codeUsed {
            problem = .codeUsed
        }
        try await store.add(SecurityEvent(.secondFactorFailed, account: account, client: client, time: time))
        throw problem
    }

    /// Checks the code of an account with a second factor and uses it up. Ignores the code of another account.
    ///
    /// - Returns: the factor; nil if the account needs none.
    /// - Throws: ``AuthError/secondFactorNeeded`` without a code; as ``check(_:of:waiting:identity:)``.
    func require(
        _ code: SecondFactorCode?, of account: Account, identity: RequestIdentity
    ) async throws -> FactorKind? {
        guard try await need(of: account) == .factor else { return nil }
        guard let code else { throw AuthError.secondFactorNeeded }
        let factor = try await check(code, of: account.id, identity: identity)
        let time = now()
        let late = SecurityEvent(.secondFactorFailed, account: account.id, client: identity.client, time: time)
        try await store.loggingRefusal(late) {
            try await store.write { try $0.use(factor, of: account, identity.client, at: time) }
        }
        return factor.kind
    }

    /// The app that a code is of; nil for a recovery code, and without an app. Attempts are not counted if no key opens it,
    /// so that the person can still enter a recovery code.
    private func app(for code: SecondFactorCode, of account: AccountID) async throws -> OpenApp? {
        guard case .app = code, let stored = try await store.read({ try $0.totp(of: account) }) else { return nil }
        guard let secret = box.openTOTP(stored.sealedSecret, of: account) else { throw AuthError.appUnreadable }
        return OpenApp(totp: TOTP(secret: secret), lastStep: stored.lastStep)
    }

    private func factor(
        of code: SecondFactorCode, _ account: AccountID, _ app: OpenApp?, at time: Date
    ) async throws -> UsedFactor? {
        switch code {
        case .app(let typed):
            guard let app, let step = app.totp.step(of: typed, at: time) else { return nil }
            guard step > app.lastStep else { throw AuthError.codeUsed }
            return .app(step: step)
        case .recovery(let typed):
            guard let digest = RecoveryCode(typed: typed)?.digest else { return nil }
            let unused = try await store.read { try $0.recoveryCodes(of: account) }.filter { $0.usedAt == nil }
            return unused.contains { $0.digest == digest } ? .recovery(digest) : nil
        case .passkey: return nil
        }
    }

    /// Logs a refused attempt, and mails the link that lifts the limit.
    private func refusal(_ reached: LimitReached, of id: AccountID, _ client: Client) async throws -> AuthError {
        let event = SecurityEvent(.signInLimited, account: id, client: client, time: now())
        if try await refusals.note(event, about: "\(reached.key)"), let account = try await store.account(id),
            let email = account.email, try await mails.allows(email.key, of: id, .signInLimited, for: client)
        {
            try await store.add([MailJob(to: email, .codesLimited(id))], event: nil, at: now())
        }
        return .tooManyCodes(retryAfter: reached.seconds(at: now()))
    }
}

extension AuthStore {
    /// Logs that another request has used a factor since it was checked: the refusal has undone the transaction.
    func loggingRefusal<Done>(_ event: SecurityEvent, _ use: () async throws -> Done) async throws -> Done {
        do {
            return try await use()
        } catch let error as AuthError where [.codeUsed, .passkeyRefused].contains(error) {
            try await add(event)
            throw error
        }
    }
}

extension AuthTransaction {
    /// Uses up a checked code, and clears the counters of wrong ones. Mails a notice of a recovery code.
    ///
    /// - Throws: ``AuthError/codeUsed`` if another request has used it meanwhile.
    func use(_ factor: UsedFactor, of account: Account, _ client: Client, at time: Date) throws {
        switch factor {
        case .app(let step):
            guard try useTOTP(step: step, of: account.id) else { throw AuthError.codeUsed }
        case .recovery(let digest):
            guard try useRecoveryCode(digest, of: account.id, at: time) else { throw AuthError.codeUsed }
            let left = try recoveryCodes(of: account.id).count { $0.usedAt == nil }
            try tell(.codeUsed(left: left), .recoveryCodeUsed, of: account, client, at: time)
        case .passkey(let used):
            try use(used, of: account, client, at: time)
        }
        try forgetCodes(of: account.id)
    }

    /// Stores an authenticator app in place of an earlier one, and its recovery codes. Every browser is asked again. What was
    /// proved without the app, elsewhere or to the mailbox, allows nothing more. A reset that waits is not needed any more.
    ///
    /// - Parameter signIn: the one in which the app was set up; nil during a sign-in.
    /// - Throws: ``AppSetUpProblem/superseded``
    func add(
        _ app: NewApp, of account: Account, in signIn: SignIn.ID? = nil, _ client: Client, at time: Date
    ) throws {
        guard try totp(of: account.id)?.addedAt == app.replaces else { throw AppSetUpProblem.superseded }
        try set(app.totp, of: account.id)
        try setRecoveryCodes(app.recoveryCodes, of: account.id)
        try endTrust(of: account.id, in: nil)
        _ = try stopReset(of: account, by: nil, client, at: time)
        try outdateProofs(of: account.id, but: signIn)
        try tell(.appAdded, .factorAdded, of: account, client, at: time)
    }

    /// The account has got its first second factor, or another app: earlier proofs were weaker. A sign-in in a trusted
    /// browser has proved nothing either, and lasts as long as before.
    ///
    /// - Parameter signIn: the one in which that happened; nil during a sign-in.
    func outdateProofs(of account: AccountID, but signIn: SignIn.ID?) throws {
        try useUpLinks(of: account, for: [.emailChange])
        for other in try signIns(SignInFilter(account: account))
        where other.signIn.id != signIn && !other.signIn.isOfTrustedBrowser {
            _ = try update(other.signIn.id, of: other.browser, .authenticatedAt(SignIn.outdatedProof))
        }
    }

    /// Requires that an account that must have a second factor has one. Call it after a removal, which the error undoes.
    ///
    /// - Throws: ``AuthError/secondFactorRequired``
    func requireFactor(of account: Account, by policy: SecondFactorPolicy) throws {
        guard try factorNeed(of: account, by: policy) != .enrolment else { throw AuthError.secondFactorRequired }
    }

    /// Clears the counters of wrong codes, also of mailed ones.
    func forgetCodes(of account: AccountID) throws {
        for key in LimitKey.codes(of: account).keys { try deleteAttempts(key) }
        try deleteAttempts(LimitKey.mailedCodes(of: account))
    }

    /// Logs a change of factors, and mails it to the person.
    func tell(
        _ change: FactorChange, _ kind: SecurityEvent.Kind, of account: Account, by actor: AccountID? = nil,
        _ client: Client, at time: Date
    ) throws {
        try log(SecurityEvent(kind, account: account.id, actor: actor, client: client, time: time))
        guard let email = account.email else { return }
        try insert(MailJob(to: email, .factorsChanged(account.id, change, client, time)), at: time)
    }
}

/// An authenticator app with its secret in clear.
private struct OpenApp {
    let totp: TOTP
    let lastStep: Int64
}

extension LimitKey {
    /// The counters of codes that were tried for an account, in all browsers, with their limits (NIST SP 800-63B-4, 3.2.2).
    static func codes(of account: AccountID) -> [LimitKey: Limit] {
        [
            LimitKey("code:\(account)"): Limit(attempts: 10, window: 900),
            LimitKey("code:\(account):consecutive"): Limit(attempts: 30, window: 30 * 86_400),
        ]
    }
}
