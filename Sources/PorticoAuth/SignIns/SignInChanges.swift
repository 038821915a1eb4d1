import Foundation
import PorticoConfig

/// A repeated proof of identity by a signed-in person, to be stored.
public struct Reauthentication: Sendable {
    public let signIn: SignIn.ID
    public let access: BrowserAccess
    /// The browser's new token.
    public let token: TokenDigest
    /// The hash that the password was checked against; nil for a gateway's account.
    public let passwordHash: String?
    /// The gateway's response; its token replaces the stored one.
    public let gateway: GatewayRecord?
    /// The login at the identity provider, in place of an earlier one at the same provider; nil for other proofs.
    public let provider: ProviderRecord?
    /// The second factor that was proved besides; nil if none was.
    public let factor: FactorKind?
    /// Whether a password proved the identity, so that the account must still have its hash.
    public let isByPassword: Bool
    /// The event to log in the same transaction.
    public let event: SecurityEvent?
    /// The time of the proof.
    public let provenAt: Date
    public let time: Date

    public init(
        _ signIn: SignIn.ID, in access: BrowserAccess, token: TokenDigest, passwordHash: String?,
        gateway: GatewayRecord? = nil, provider: ProviderRecord? = nil, factor: FactorKind? = nil,
        isByPassword: Bool = true,
        event: SecurityEvent? = nil, provenAt: Date? = nil, time: Date
    ) {
        self.signIn = signIn
        self.access = access
        self.token = token
        self.passwordHash = passwordHash
        self.gateway = gateway
        self.provider = provider
        self.factor = factor
        self.isByPassword = isByPassword
        self.event = event
        self.provenAt = provenAt ?? time
        self.time = time
    }
}

/// A change of automatic sign-in for one sign-in.
public struct AutomaticSignInChange: Sendable {
    public let access: BrowserAccess
    public let signIn: SignIn.ID
    public let isAutomatic: Bool
    /// The browser's new run, if it needs one.
    public let newRun: TokenDigest?
    public let time: Date

    public init(
        access: BrowserAccess, signIn: SignIn.ID, isAutomatic: Bool, newRun: TokenDigest?, time: Date
    ) {
        self.access = access
        self.signIn = signIn
        self.isAutomatic = isAutomatic
        self.newRun = newRun
        self.time = time
    }
}

// MARK: In a browser

extension AuthStore {
    /// Ends sign-ins of a browser, and the parallel ones of the same accounts, and gives the browser a new token.
    ///
    /// - Parameter signIn: the sign-in to end; nil for all.
    /// - Throws: ``AuthError/signInEnded`` if the request's token is no longer the browser's.
    public func signOut(
        _ access: BrowserAccess, newToken: TokenDigest, of signIn: SignIn.ID?, events: [SecurityEvent], at time: Date
    ) async throws {
        try await write { transaction in
            try transaction.requireAlive(access)
            let own = SignInFilter(id: signIn, browser: access.browser)
            let accounts = try transaction.signIns(own).map(\.signIn.account.id)
            // Also those that this version cannot read.
            try transaction.endSignIns(own, at: time)
            for account in accounts {
                try transaction.endSignIns(SignInFilter(account: account, parallelTo: access.browser), at: time)
            }
            try transaction.setToken(newToken, of: access.browser, at: time)
            for event in events { try transaction.log(event) }
        }
    }

    /// Makes a sign-in the current one of its browser.
    ///
    /// - Throws: ``AuthError/signInEnded``
    public func select(_ signIn: SignIn.ID, in access: BrowserAccess, at time: Date) async throws {
        try await write { transaction in
            try transaction.requireAlive(access)
            let selectedAt = try transaction.selectionTime(in: access.browser, at: time)
            try transaction.change(signIn, of: access.browser, .selectedAt(selectedAt))
        }
    }

    /// Records that the person proved their identity again, and gives the browser a new token.
    ///
    /// - Throws: ``AuthError/signInEnded``; ``AuthError/wrongCredentials`` if the account's hash is no longer
    ///   `passwordHash`; ``AuthError/otherPerson`` if the gateway reports another person.
    public func reauthenticate(_ proof: Reauthentication) async throws {
        try await write { transaction in
            try transaction.requireAlive(proof.access)
            let browser = proof.access.browser
            try transaction.change(proof.signIn, of: browser, .authenticatedAt(proof.provenAt))
            if let factor = proof.factor {
                try transaction.change(proof.signIn, of: browser, .factor(factor, proof.provenAt))
            }
            guard
                let signIn = try transaction.signIns(SignInFilter(id: proof.signIn)).first?.signIn,
                let found = try transaction.credential(of: signIn.account.id),
                !proof.isByPassword || found.passwordHash == proof.passwordHash
            else { throw AuthError.wrongCredentials }
            if let record = proof.gateway {
                try transaction.setPerson(record.person, of: found.account)
                try transaction.change(proof.signIn, of: browser, .gatewayToken(record.sealedToken))
                try transaction.change(proof.signIn, of: browser, .checkedAt(proof.time))
            }
            if let record = proof.provider { try transaction.renew(signIn, in: browser, by: record) }
            try transaction.setToken(proof.token, of: browser, at: proof.time)
            try transaction.log(proof.event)
        }
    }

    /// Turns automatic sign-in on or off for a sign-in.
    ///
    /// - Throws: ``AuthError/signInEnded``
    public func setAutomatic(_ change: AutomaticSignInChange) async throws {
        try await write { transaction in
            try transaction.requireAlive(change.access)
            let browser = change.access.browser
            if let run = change.newRun { try transaction.beginRun(run, of: browser, at: change.time) }
            try transaction.change(change.signIn, of: browser, .isAutomatic(change.isAutomatic))
        }
    }
}

// MARK: In all browsers

extension AuthStore {
    /// Ends sign-ins of an account in all browsers.
    ///
    /// - Returns: the ids of the ended sign-ins.
    public func endSignIns(
        _ ending: SignInEnding, of account: AccountID, event: SecurityEvent?, at time: Date
    ) async throws -> [SignIn.ID] {
        try await write { transaction in
            let ended = try transaction.endSignIns(ending.filter(account), at: time)
            if !ended.isEmpty { try transaction.log(event) }
            return ended
        }
    }

    /// Ends all sign-ins of several accounts in one transaction.
    ///
    /// - Parameter event: makes the event to log for an account that had one.
    /// - Returns: the accounts that had one, and as unchanged those that had none.
    public func endSignIns(
        of ids: [AccountID], event: @escaping @Sendable (AccountID) -> SecurityEvent, at time: Date
    ) async throws -> AccountsOutcome {
        try await write { transaction in
            var outcome = AccountsOutcome()
            for id in ids {
                guard let account = try transaction.credential(of: id)?.account else { continue }
                if try transaction.endSignIns(SignInFilter(account: id), at: time).isEmpty {
                    outcome.unchanged.append(account)
                } else {
                    try transaction.log(event(id))
                    outcome.done.append(account)
                }
            }
            return outcome
        }
    }

    /// Ends the sign-in of a link.
    ///
    /// - Returns: its account.
    /// - Throws: a ``LinkProblem``
    public func endSignIn(using link: TokenDigest, event: SecurityEvent?, at time: Date) async throws -> AccountID {
        try await write { transaction in
            let link = try transaction.use(link, for: [.endSignIn], at: time)
            guard let account = link.account, let signIn = link.signIn else { throw LinkProblem.unknown }
            try transaction.endSignIns(SignInFilter(id: signIn, account: account), at: time)
            try transaction.log(event)
            return account
        }
    }

    /// Records that the account's gateway has confirmed a sign-in. An ended sign-in stays unchanged.
    public func recordCheck(of signIn: SignIn.ID, at time: Date) async throws {
        try await write { transaction in
            guard let found = try transaction.signIns(SignInFilter(id: signIn)).first else { return }
            _ = try transaction.update(signIn, of: found.browser, .checkedAt(time))
        }
    }

    /// Records the last use of sign-ins, and the tokens that browsers hold. Ended sign-ins stay unchanged.
    public func recordUse(_ uses: [SignIn.ID: SignInUse], held: Set<TokenDigest> = []) async throws {
        try await write { transaction in
            for (id, use) in uses { try transaction.recordUse(use, of: id) }
            for token in held { try transaction.hold(token) }
        }
    }

    /// Ends the sign-ins that no browser holds: their browsers got the token at `time` or earlier and have not used it.
    /// Of parallel sign-ins in one browser, the browser keeps one token; the responses with the others may be lost.
    ///
    /// - Returns: the ids of the ended sign-ins.
    @discardableResult
    public func endSignIns(notHeldSince time: Date, at now: Date) async throws -> [SignIn.ID] {
        try await write { try $0.endSignIns(SignInFilter(notHeldSince: time), at: now) }
    }

    /// Ends all sign-ins with this id or an earlier one, many in one transaction.
    ///
    /// - Parameters:
    ///   - event: the event for each account.
    ///   - limit: maximum number of sign-ins that one transaction ends.
    ///   - ended: called with the number of sign-ins that each transaction has ended.
    public func endSignIns(
        upTo last: SignIn.ID, event: @escaping @Sendable (AccountID) -> SecurityEvent, at time: Date,
        limit: Int = Self.deletedAtOnce, ended: (Int) -> Void = { _ in }
    ) async throws {
        var logged: Set<AccountID> = []
        while true {
            let batch = try await write { [logged] transaction in
                let batch = try transaction.endSignIns(upTo: last, limit: limit, at: time)
                // Logs one event an account: the last account of a batch can have more sign-ins in the next batch.
                for account in Set(batch.map(\.account)).subtracting(logged) { try transaction.log(event(account)) }
                return batch
            }
            guard !batch.isEmpty else { return }
            ended(batch.count)
            logged = Set(batch.map(\.account))
            try Task.checkCancellation()
        }
    }

    /// Deletes sign-ins last used before `time`, except the last of each account, browsers left without sign-ins, and
    /// cookies at other hosts whose sign-ins were ended.
    ///
    /// - Returns: the number of deleted sign-ins.
    @discardableResult
    public func deleteSignIns(lastUsedBefore time: Date) async throws -> Int {
        try await deleteInBatches(found: { try $0.endedHostSignIns(limit: $1) }) { transaction, tokens in
            try transaction.deleteHostSignIns(tokens)
            return tokens.count
        }
        return try await deleteInBatches(found: { try $0.oldSignIns(lastUsedBefore: time, limit: $1) }) {
            try $0.deleteSignIns($1, lastUsedBefore: time)
        }
    }

    /// Deletes sign-ins that wait for a second factor since before `time`. Their gateway tokens are queued to be ended.
    public func deletePendingSignIns(before time: Date) async throws {
        try await deleteInBatches { try $0.deletePendingSignIns(before: time, limit: $1) }
    }

    /// Ends the trust in browsers that began before `time`.
    public func deleteTrust(before time: Date) async throws {
        try await deleteInBatches { try $0.deleteTrust(before: time, limit: $1) }
    }

    /// Deletes browsers from before `time` without sign-ins, because their accounts were deleted. Searches all
    /// browsers.
    public func deleteBrowsers(madeBefore time: Date) async throws {
        try await deleteInBatches(found: { try $0.browsersWithoutSignIns(madeBefore: time, limit: $1) }) {
            transaction, browsers in
            try transaction.deleteBrowsersWithoutSignIns(browsers)
            return browsers.count
        }
    }
}

// MARK: Shared steps

extension AuthTransaction {
    /// Whether the request's token is still the browser's.
    func isAlive(_ access: BrowserAccess) throws -> Bool { try browserID(access.token) == access.browser }

    /// - Throws: ``AuthError/signInEnded``
    fileprivate func requireAlive(_ access: BrowserAccess) throws {
        guard try isAlive(access) else { throw AuthError.signInEnded }
    }

    /// Updates a sign-in of a browser.
    ///
    /// - Throws: ``AuthError/signInEnded``
    fileprivate func change(_ signIn: SignIn.ID, of browser: Browser.ID, _ change: SignInUpdate) throws {
        guard try update(signIn, of: browser, change) else { throw AuthError.signInEnded }
    }

    /// Stores the run of a browser. A new run ends the sign-ins without automatic sign-in.
    func beginRun(_ run: TokenDigest, of browser: Browser.ID, at time: Date) throws {
        guard try setRun(run, of: browser) else { return }
        try endSignIns(SignInFilter(browser: browser, isAutomatic: false), at: time)
    }

    /// A time later than every selection in this browser, even within the same millisecond.
    func selectionTime(in browser: Browser.ID, at time: Date) throws -> Date {
        let last = try signIns(SignInFilter(browser: browser)).map(\.signIn.selectedAt).max()
        return max(time, last.map { $0 + 0.001 } ?? .distantPast)
    }
}
