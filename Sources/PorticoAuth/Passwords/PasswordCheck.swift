import Foundation
import PorticoConfig

/// Checks passwords within the attempt limits.
struct PasswordCheck: Sendable {
    let store: any AuthStore
    let hasher: PasswordHasher
    let gateways: GatewayAccess
    let mails: MailLimits
    let policy: CurrentPolicy
    let refusals: RefusalLog
    let now: @Sendable () -> Date

    /// - Parameters:
    ///   - username: the user name or email address of an account, as typed.
    ///   - server: a server of the installation. An account of another one has no hash, so its password is wrong.
    func prove(
        _ password: String, of username: String, on server: ServerID, identity: RequestIdentity
    ) async throws -> ProvenAccount {
        try await prove(password, of: .typed(username, on: server), identity, failure: .signInFailed)
    }

    /// Checks the password of the signed-in person.
    func prove(_ password: String, of account: AccountID, identity: RequestIdentity) async throws -> ProvenAccount {
        try await prove(password, of: .signedIn(account), identity, failure: .reauthenticationFailed)
    }

    private func prove(
        _ password: String, of owner: NewPasswordAttempt.Owner, _ identity: RequestIdentity,
        failure: SecurityEvent.Kind
    ) async throws -> ProvenAccount {
        let gateway = gateways[owner.server]
        if gateway != nil {
            // Without a key for the token, a right password would count as an attempt, and leave the token in force.
            try gateways.box.requireAdmission()
        } else {
            // Refuse before any access to the store if no hash can start now.
            try hasher.checkRoom(for: identity.client)
        }
        let new = NewPasswordAttempt(
            owner: owner, isAtGateway: gateway != nil, browser: identity.browser?.id, client: identity.client,
            limits: policy.value.limits, time: now())
        let attempt = try await store.beginAttempt(new)
        if let reached = attempt.refusal { throw try await refusal(reached, new, attempt, identity) }
        if case .signedIn = owner, attempt.found == nil {
            try await store.refundAttempt(Array(attempt.counters.keys))
            throw AuthError.signInEnded
        }
        let proof: Proof?
        if let gateway {
            proof = try await answer(of: gateway, to: password, attempt, identity)
        } else {
            proof = try await match(password, attempt, identity)
        }
        guard let proof else {
            try await store.add(event(failure, attempt.found?.account.id, identity))
            throw AuthError.wrongCredentials
        }
        return ProvenAccount(
            id: attempt.id, proof: proof, time: now(), forgiven: ForgivenAttempts(attempt.counters.ofFailures))
    }

    /// Compares a password with the hash of the account. Takes the same time without an account or a hash.
    ///
    /// - Returns: nil if the password is wrong or the account is disabled.
    func match(_ password: String, _ attempt: PasswordAttempt, _ identity: RequestIdentity) async throws -> Proof? {
        let (hash, match): (String, PasswordHasher.Match)
        do {
            guard let stored = attempt.found?.passwordHash else {
                try await hasher.verifyNobody(password, for: identity.client)
                return nil
            }
            guard let found = try await hasher.match(password, against: stored, for: identity.client) else {
                return nil
            }
            (hash, match) = (stored, found)
        } catch {
            // A check that fails with an error does not count as an attempt.
            try await store.refundAttempt(Array(attempt.counters.keys))
            throw error
        }
        guard let account = attempt.found?.account, !account.isDisabled else { return nil }
        guard match == .asTyped || hasher.needsUpgrade(hash) else { return .password(hash: hash) }
        do {
            return .password(hash: try await upgrade(hash, password, of: account.id, identity))
        } catch {
            try await store.write { try $0.forgive(ForgivenAttempts(attempt.counters.ofFailures)) }
            throw error
        }
    }

    /// Replaces the hash by a stronger one, or by the hash of the normalized password. If calls are concurrent, the
    /// hash of the first one stays. The length of an imported password is known from here on.
    ///
    /// - Returns: the hash in force.
    private func upgrade(
        _ hash: String, _ password: String, of id: AccountID, _ identity: RequestIdentity
    ) async throws -> String {
        let stronger = try await hasher.hash(password, for: identity.client)
        let isShort = ImportedHash.isStored(hash) ? PasswordPolicy.isShort(password) : nil
        try await store.upgradePasswordHash(from: hash, to: stronger, isShort: isShort, of: id)
        guard let stored = try await store.credential(of: id)?.passwordHash else { throw AuthError.wrongCredentials }
        if stored != stronger {
            let isRight = try await hasher.verify(password, against: stored, for: identity.client)
            guard isRight else { throw AuthError.wrongCredentials }
        }
        return stored
    }

    /// Logs a refused attempt, and mails the link that lifts the limit.
    private func refusal(
        _ reached: LimitReached, _ new: NewPasswordAttempt, _ attempt: PasswordAttempt, _ identity: RequestIdentity
    ) async throws -> AuthError {
        let (typed, account) = (new.counted(for: attempt.id), attempt.found?.account)
        let event = event(.signInLimited, account?.id, identity)
        let isLogged = try await refusals.note(event, about: LimitKey.typed(typed, "").value)
        if isLogged, reached.key.isConsecutive, !reached.isDelay {
            try await mailLink(to: account, typed: typed, for: identity.client)
        }
        return .tooManyAttempts(retryAfter: reached.seconds(at: now()))
    }

    /// Mails the link that lifts the limits of an account. Runs the same statements without an account or an address,
    /// except that it stores no mail.
    private func mailLink(to account: Account?, typed: String, for client: Client) async throws {
        let isAllowed = try await mails.allows(typed, of: account?.id, .signInLimited, for: client)
        var jobs: [MailJob] = []
        if isAllowed, let account, !account.isDisabled, let email = account.email {
            jobs.append(MailJob(to: email, .signInLimited(account.id)))
        }
        try await store.add(jobs, event: nil, at: now())
    }

    /// Refunds the attempts of a right password when no sign-in does so.
    func forgive(_ proven: inout ProvenAccount) async throws {
        guard let forgiven = proven.forgiven else { return }
        do {
            try await store.write { try $0.forgive(forgiven) }
        } catch {
            // The caller does not get the proof, so its gateway token must be ended here.
            try await abandon(proven)
            throw error
        }
        proven.forgiven = nil
    }

    /// Discards a proof that is not used: refunds its attempts and queues its gateway token to be ended.
    func abandon(_ proven: ProvenAccount) async throws {
        guard proven.forgiven != nil || proven.proof.gateway != nil else { return }
        try await store.write { transaction in
            try proven.forgiven.map(transaction.forgive)
            if let record = proven.proof.gateway {
                try transaction.insertEndedGatewayToken(record.sealedToken, of: proven.id)
            }
        }
    }

    func event(_ kind: SecurityEvent.Kind, _ account: AccountID?, _ identity: RequestIdentity) -> SecurityEvent {
        SecurityEvent(kind, account: account, client: identity.client, time: now())
    }
}

extension LimitReached {
    /// Whole seconds until the next attempt; nil for more than a day, and for too many consecutive failures, where the
    /// time would reveal whether the account exists.
    func seconds(at now: Date) -> Int? {
        guard isDelay || !key.isConsecutive, let time = until?.timeIntervalSince(now), time <= 86_400 else {
            return nil
        }
        return max(1, Int(time.rounded(.up)))
    }
}
