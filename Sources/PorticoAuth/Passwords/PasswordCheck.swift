import Foundation
import PorticoConfig

/// An account whose password somebody knew.
public struct VerifiedPassword: Sendable {
    let account: AccountID
    /// The hash that it was checked against; nil where a gateway checked it.
    let hash: String?
    /// What the gateway said.
    var gateway: GatewayRecord?
    /// The attempts that were counted before the check, and were none. They are given back with the sign-in.
    var forgiven: ForgivenAttempts?
}

/// Checks passwords, slowly and not too often.
struct PasswordCheck: Sendable {
    let store: any AuthStore
    let hasher: PasswordHasher
    let gateways: GatewayAccess
    let limits: LimitPolicy
    let now: @Sendable () -> Date
    /// The limits that were written down as reached: once each, however often somebody goes on trying.
    private let noted = BoundedCache<LimitReached, Bool>(capacity: 1000)

    init(
        store: any AuthStore, hasher: PasswordHasher, gateways: GatewayAccess, limits: LimitPolicy,
        now: @escaping @Sendable () -> Date
    ) {
        self.store = store
        self.hasher = hasher
        self.gateways = gateways
        self.limits = limits
        self.now = now
    }

    /// - Parameter username: a user name, or the address of an account.
    func check(
        _ password: String, of username: String, on server: ServerID, identity: RequestIdentity
    ) async throws -> VerifiedPassword {
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

    /// Checks the password of whoever is signed in.
    func check(_ password: String, of account: AccountID, identity: RequestIdentity) async throws -> VerifiedPassword {
        if let gateway = gateways[account.server] {
            guard let found = try await store.account(account) else { throw AuthError.signInEnded }
            return try await check(
                password, of: account, found, at: gateway, identity: identity, failure: .reauthenticationFailed)
        }
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
        try await take(attempts, event(.signInLimited, id, identity))
        guard let hash = found.passwordHash, try await verify(password, hash, attempts), !found.account.isDisabled
        else {
            if found.passwordHash == nil { try await verifyNobody(password, attempts) }
            try await store.add(event(failure, id, identity))
            throw AuthError.wrongCredentials
        }
        let forgiven = ForgivenAttempts(attempts.keys, of: found.account)
        guard hasher.needsUpgrade(hash) else { return VerifiedPassword(account: id, hash: hash, forgiven: forgiven) }
        do {
            let stronger = try await upgrade(hash, password, of: id)
            return VerifiedPassword(account: id, hash: stronger, forgiven: forgiven)
        } catch {
            try await store.write { try $0.forgive(forgiven) }
            throw error
        }
    }

    /// Stores the password under stronger parameters. Of several who do that at once the first one's hash stays.
    ///
    /// - Returns: the hash in force.
    private func upgrade(_ hash: String, _ password: String, of id: AccountID) async throws -> String {
        let stronger = try await hasher.hash(password)
        try await store.upgradePasswordHash(from: hash, to: stronger, of: id)
        guard let stored = try await store.credential(of: id)?.passwordHash else { throw AuthError.wrongCredentials }
        if stored != stronger {
            guard try await hasher.verify(password, against: stored) else { throw AuthError.wrongCredentials }
        }
        return stored
    }

    /// Takes as long as a check of an account that there is.
    private func refuse(_ password: String, typed: String, identity: RequestIdentity) async throws -> VerifiedPassword {
        let attempts: [LimitKey: Limit] = [
            .typed(typed, on: .local): limits.account,
            .consecutive(typed: typed): Limit(attempts: limits.consecutive.attempts, window: 30 * 86_400),
            .network(identity.client, "signIn"): limits.network,
        ]
        try await take(attempts, event(.signInLimited, nil, identity))
        try await verifyNobody(password, attempts)
        try await store.add(event(.signInFailed, nil, identity))
        throw AuthError.wrongCredentials
    }

    private func account(_ username: String, on server: ServerID) async throws -> AccountID? {
        guard server == .local || gateways[server] != nil else { return nil }
        let name = UserName(username).map { AccountID(server: server, user: $0.value) }
        guard let email = EmailAddress(username) else { return name }
        return try await store.account(email: email, on: server)?.id ?? name
    }

    func limits(for found: Account, typed: String, identity: RequestIdentity) async throws -> [LimitKey: Limit] {
        let account = found.id
        var consecutive = limits.consecutive
        if found.email == nil || account.server != .local { consecutive.window = min(consecutive.window, 86_400) }
        if let browser = identity.browser, try await store.hasSignedIn(account, in: browser.id) {
            return [
                .browser(browser.id, account): limits.browser,
                .consecutive(account, in: browser.id): consecutive,
            ]
        }
        return [
            .typed(typed, on: account.server): limits.account, .consecutive(account): consecutive,
            .network(identity.client, "signIn"): limits.network,
        ]
    }

    func take(_ attempts: [LimitKey: Limit], _ event: SecurityEvent) async throws {
        do {
            try await store.takeAttempt(attempts, at: now())
        } catch let reached as LimitReached {
            if noted.value(for: reached) == nil {
                noted.store(true, for: reached, since: noted.ticket())
                try await store.add(event)
            }
            throw AuthError.tooManyAttempts(retryAfter: reached.seconds(at: now()))
        }
    }

    /// A check that could not be made was no try.
    private func verify(_ password: String, _ hash: String, _ attempts: [LimitKey: Limit]) async throws -> Bool {
        do {
            return try await hasher.verify(password, against: hash)
        } catch {
            try await store.giveBackAttempt(Array(attempts.keys))
            throw error
        }
    }

    private func verifyNobody(_ password: String, _ attempts: [LimitKey: Limit]) async throws {
        do {
            try await hasher.verifyNobody(password)
        } catch {
            try await store.giveBackAttempt(Array(attempts.keys))
            throw error
        }
    }

    /// Gives back the attempts that were none, where no sign-in follows that does.
    func forgive(_ proof: inout VerifiedPassword) async throws {
        guard let forgiven = proof.forgiven else { return }
        do {
            try await store.write { try $0.forgive(forgiven) }
        } catch {
            // Nobody gets the proof, so a gateway's token in it has to be ended.
            try await abandon(proof)
            throw error
        }
        proof.forgiven = nil
    }

    /// Gives up a proof that is not used: its attempts were none, and what a gateway gave for it is ended there.
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

extension LimitReached {
    /// The whole seconds until the next try; nil where waiting does not help, or takes longer than anybody waits. It would
    /// tell of a row of failures whether there is such an account.
    func seconds(at now: Date) -> Int? {
        guard !key.isConsecutive, let time = until?.timeIntervalSince(now), time <= 86_400 else { return nil }
        return max(1, Int(time.rounded(.up)))
    }
}
