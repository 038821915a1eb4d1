import Foundation
import PorticoConfig

/// An account whose password has been verified.
public struct VerifiedPassword: Sendable {
    let account: AccountID
    /// The hash that the password was checked against; nil if a gateway checked it.
    let hash: String?
    /// The gateway's response.
    var gateway: GatewayRecord?
    /// The attempts counted before the check, to be refunded with the sign-in.
    var forgiven: ForgivenAttempts?
}

/// Checks passwords within the attempt limits.
struct PasswordCheck: Sendable {
    let store: any AuthStore
    let hasher: PasswordHasher
    let gateways: GatewayAccess
    let mails: MailLimits
    let policy: CurrentPolicy
    let refusals: RefusalLog
    let now: @Sendable () -> Date

    /// - Parameter username: the user name or email address of an account.
    func check(
        _ password: String, of username: String, on server: ServerID, identity: RequestIdentity
    ) async throws -> VerifiedPassword {
        // Refuse before any access to the store if no hash can start now.
        if gateways[server] == nil { try hasher.checkRoom(for: identity.client) }
        let id = try await account(username, on: server)
        if let gateway = gateways[server], let id {
            let found = try await store.account(id)
            return try await check(password, of: id, found, at: gateway, identity: identity, failure: .signInFailed)
        }
        guard let id, let found = try await store.credential(of: id) else {
            return try await refuse(password, typed: username, identity: identity)
        }
        return try await check(password, of: found, typed: username, identity: identity, failure: .signInFailed)
    }

    /// Checks the password of the signed-in person.
    func check(_ password: String, of account: AccountID, identity: RequestIdentity) async throws -> VerifiedPassword {
        if let gateway = gateways[account.server] {
            guard let found = try await store.account(account) else { throw AuthError.signInEnded }
            return try await check(
                password, of: account, found, at: gateway, identity: identity, failure: .reauthenticationFailed)
        }
        try hasher.checkRoom(for: identity.client)
        guard let found = try await store.credential(of: account) else { throw AuthError.signInEnded }
        return try await check(
            password, of: found, typed: account.user, identity: identity, failure: .reauthenticationFailed)
    }

    private func check(
        _ password: String, of found: Credential, typed: String, identity: RequestIdentity,
        failure: SecurityEvent.Kind
    ) async throws -> VerifiedPassword {
        let id = found.account.id
        let attempts = try await limits(for: found.account, typed: typed, identity: identity)
        try await take(attempts, typed: typed, of: found.account, identity)
        guard let hash = found.passwordHash, let match = try await match(password, hash, attempts, identity),
            !found.account.isDisabled
        else {
            if found.passwordHash == nil { try await verifyNobody(password, attempts, identity) }
            try await store.add(event(failure, id, identity))
            throw AuthError.wrongCredentials
        }
        let forgiven = ForgivenAttempts(attempts.ofFailures)
        guard match == .asTyped || hasher.needsUpgrade(hash) else {
            return VerifiedPassword(account: id, hash: hash, forgiven: forgiven)
        }
        do {
            let stronger = try await upgrade(hash, password, of: id, identity)
            return VerifiedPassword(account: id, hash: stronger, forgiven: forgiven)
        } catch {
            try await store.write { try $0.forgive(forgiven) }
            throw error
        }
    }

    /// Replaces the hash by a stronger one, or by one of the normalized password. Of concurrent calls, the first one's hash stays.
    ///
    /// - Returns: the hash in force.
    private func upgrade(
        _ hash: String, _ password: String, of id: AccountID, _ identity: RequestIdentity
    ) async throws -> String {
        let stronger = try await hasher.hash(password, for: identity.client)
        try await store.upgradePasswordHash(from: hash, to: stronger, of: id)
        guard let stored = try await store.credential(of: id)?.passwordHash else { throw AuthError.wrongCredentials }
        if stored != stronger {
            let isRight = try await hasher.verify(password, against: stored, for: identity.client)
            guard isRight else { throw AuthError.wrongCredentials }
        }
        return stored
    }

    /// Takes as long as a check for an existing account.
    private func refuse(_ password: String, typed: String, identity: RequestIdentity) async throws -> VerifiedPassword {
        // For an account, the store is asked the same.
        _ = try await browser(of: identity, knowing: AccountID(server: .local, user: typed))
        let attempts = strangersLimits(typed, on: .local, limits.strangers, identity)
        try await take(attempts, typed: typed, of: nil, identity)
        try await verifyNobody(password, attempts, identity)
        try await store.add(event(.signInFailed, nil, identity))
        throw AuthError.wrongCredentials
    }

    private func account(_ username: String, on server: ServerID) async throws -> AccountID? {
        guard server == .local || gateways[server] != nil else { return nil }
        let name = UserName(username).map { AccountID(server: server, user: $0.value) }
        guard let email = EmailAddress(username) else { return name }
        return try await store.account(email: email, on: server)?.id ?? name
    }

    private var limits: LimitPolicy { policy.value.limits }

    func limits(for found: Account, typed: String, identity: RequestIdentity) async throws -> [LimitKey: Limit] {
        let account = found.id
        if let browser = try await browser(of: identity, knowing: account) {
            return [
                .browser(browser, account): limits.browser,
                .consecutive(account, in: browser): limits.consecutive.relaxed(for: found),
                .rate(of: account, from: identity.client): limits.rate,
            ]
        }
        return strangersLimits(typed, on: account.server, limits.strangers.relaxed(for: found), identity)
    }

    /// The browser of a request; nil if the account was never signed in to there.
    private func browser(of identity: RequestIdentity, knowing account: AccountID) async throws -> Browser.ID? {
        guard let browser = identity.browser, try await store.hasSignedIn(account, in: browser.id) else { return nil }
        return browser.id
    }

    private func strangersLimits(
        _ typed: String, on server: ServerID, _ consecutive: Limit, _ identity: RequestIdentity
    ) -> [LimitKey: Limit] {
        [
            LimitKey.typed(typed, on: server): limits.account,
            LimitKey.consecutive(typed: typed, on: server): consecutive,
            LimitKey.rate(typed: typed, on: server, from: identity.client): limits.rate,
        ].merging(LimitKey.networks(identity.client, "signIn", limits.network)) { own, _ in own }
    }

    /// - Parameter account: the account of what was typed; nil if there is none.
    func take(
        _ attempts: [LimitKey: Limit], typed: String, of account: Account?, _ identity: RequestIdentity
    ) async throws {
        do {
            try await store.countAttempt(attempts, at: now())
        } catch let reached as LimitReached {
            let event = event(.signInLimited, account?.id, identity)
            let isLogged = try await refusals.note(event, about: LimitKey.typed(typed, "").value)
            if isLogged, reached.key.isConsecutive, !reached.isDelay {
                try await mailLink(to: account, typed: typed, for: identity.client)
            }
            throw AuthError.tooManyAttempts(retryAfter: reached.seconds(at: now()))
        }
    }

    /// Mails the link that lifts the limits of an account. Costs the same if there is no account, or no address.
    private func mailLink(to account: Account?, typed: String, for client: Client) async throws {
        let isAllowed = try await mails.allows(typed, of: account?.id, .signInLimited, for: client)
        var jobs: [MailJob] = []
        if isAllowed, let account, !account.isDisabled, let email = account.email {
            jobs.append(MailJob(to: email, .signInLimited(account.id)))
        }
        try await store.add(jobs, event: nil, at: now())
    }

    /// A check that fails with an error does not count as an attempt.
    private func match(
        _ password: String, _ hash: String, _ attempts: [LimitKey: Limit], _ identity: RequestIdentity
    ) async throws -> PasswordHasher.Match? {
        do {
            return try await hasher.match(password, against: hash, for: identity.client)
        } catch {
            try await store.refundAttempt(Array(attempts.keys))
            throw error
        }
    }

    private func verifyNobody(
        _ password: String, _ attempts: [LimitKey: Limit], _ identity: RequestIdentity
    ) async throws {
        do {
            try await hasher.verifyNobody(password, for: identity.client)
        } catch {
            try await store.refundAttempt(Array(attempts.keys))
            throw error
        }
    }

    /// Refunds the attempts of a verified password when no sign-in does so.
    func forgive(_ proof: inout VerifiedPassword) async throws {
        guard let forgiven = proof.forgiven else { return }
        do {
            try await store.write { try $0.forgive(forgiven) }
        } catch {
            // The caller does not get the proof, so its gateway token must be ended here.
            try await abandon(proof)
            throw error
        }
        proof.forgiven = nil
    }

    /// Discards a verified password that is not used: refunds its attempts and queues its gateway token to be ended.
    func abandon(_ proof: VerifiedPassword) async throws {
        guard proof.forgiven != nil || proof.gateway != nil else { return }
        try await store.write { transaction in
            try proof.forgiven.map(transaction.forgive)
            if let record = proof.gateway {
                try transaction.insertEndedGatewayToken(record.sealedToken, of: proof.account)
            }
        }
    }

    func event(_ kind: SecurityEvent.Kind, _ account: AccountID?, _ identity: RequestIdentity) -> SecurityEvent {
        SecurityEvent(kind, account: account, client: identity.client, time: now())
    }
}

extension Limit {
    /// The same limit for an account. No mail can lift the limit of one without an address, so there it never lasts
    /// longer than an hour (NIST SP 800-63B-4, 3.2.2).
    func relaxed(for account: Account) -> Limit {
        var limit = self
        if account.email == nil { limit.wait = 3600 }
        return limit
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
