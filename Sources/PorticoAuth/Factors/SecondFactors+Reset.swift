import Foundation
import PorticoConfig

// An administrator's reset, for a person who has lost the second factor. It waits, so that the person can stop it if
// somebody else has talked the administrator into it.
extension SecondFactors {
    /// Begins a reset, and mails the person the link that stops it.
    ///
    /// - Returns: false if the account has no second factor, or a reset of it waits already.
    public func beginReset(of account: Account, by actor: AccountID, client: Client) async throws -> Bool {
        let time = now()
        let reset = FactorReset(of: account.id, by: actor, at: time, dueAt: time + policy.value.resetDelay)
        return try await store.write { transaction in
            guard try transaction.hasFactor(account.id), try transaction.insert(reset) else { return false }
            try transaction.log(
                SecurityEvent(.factorsResetBegun, account: account.id, actor: actor, client: client, time: time))
            if let email = account.email {
                try transaction.insert(MailJob(to: email, .factorsResetBegun(account.id, reset.dueAt)), at: time)
            }
            return true
        }
    }

    /// Stops a reset that waits.
    ///
    /// - Parameter actor: the administrator; nil if the person does it.
    /// - Returns: false if none waits.
    public func stopReset(of account: Account, by actor: AccountID? = nil, client: Client) async throws -> Bool {
        let time = now()
        return try await store.write { try $0.stopReset(of: account, by: actor, client, at: time) }
    }

    /// Stops a reset that waits, by the link in the mail.
    ///
    /// - Throws: a ``LinkProblem``, `expired` if none waits.
    public func stopReset(using token: String, client: Client) async throws {
        let time = now()
        try await store.write { transaction in
            guard let id = try transaction.use(TokenDigest(of: token), for: [.stopReset], at: time).account else {
                throw LinkProblem.unknown
            }
            let account = try transaction.existingAccount(id)
            guard try transaction.stopReset(of: account, by: nil, client, at: time) else { throw LinkProblem.expired }
        }
    }

    /// Performs the resets that are due. Each takes effect once, also with several servers.
    func performResets(dueBy due: Date) async throws {
        let time = now()
        for reset in try await store.read({ try $0.factorResets(dueBy: due, limit: 100) }) {
            try await store.write { transaction in
                guard try transaction.deleteFactorReset(of: reset.account),
                    let account = try transaction.credential(of: reset.account)?.account
                else { return }
                _ = try transaction.reset(account, by: reset.actor, Client(), at: time)
            }
        }
    }
}

extension AuthTransaction {
    /// Ends a reset that waits, if there is nothing left that it would remove.
    func endEmptyReset(of account: AccountID) throws {
        if try !hasFactor(account) { _ = try deleteFactorReset(of: account) }
    }

    fileprivate func hasFactor(_ account: AccountID) throws -> Bool {
        if try totp(of: account) != nil { return true }
        return try !passkeys(of: account).isEmpty
    }

    /// Removes the authenticator app with everything that belongs to it, and the passkeys.
    ///
    /// - Returns: false if there is nothing to remove.
    func reset(_ account: Account, by actor: AccountID?, _ client: Client, at time: Date) throws -> Bool {
        var isChanged = try deleteFactors(of: account.id)
        if isChanged { try forgetCodes(of: account.id) }
        for passkey in try passkeys(of: account.id) {
            isChanged = try deletePasskey(passkey.id, of: account.id) || isChanged
        }
        guard isChanged else { return false }
        try endTrust(of: account.id, in: nil)
        try tell(.factorsReset, .factorsReset, of: account, by: actor, client, at: time)
        return true
    }

    /// Ends a reset that waits, and tells the person.
    ///
    /// - Returns: false if none waits.
    func stopReset(
        of account: Account, by actor: AccountID?, _ client: Client, at time: Date
    ) throws -> Bool {
        guard try deleteFactorReset(of: account.id) else { return false }
        try tell(.resetStopped, .factorsResetStopped, of: account, by: actor, client, at: time)
        return true
    }
}
