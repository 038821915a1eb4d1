import Foundation
import PorticoBytes
import PorticoConfig

/// Attempt counters. They survive a restart.
extension AuthStore {
    /// Counts one attempt for each key, all or none. Concurrent calls cannot exceed a limit.
    ///
    /// - Throws: ``LimitReached`` for the limit that stays in force longest.
    public func countAttempt(_ limits: [LimitKey: Limit], at time: Date) async throws {
        try await write { try $0.countAttempt(limits, at: time) }
    }

    /// Decrements the counters by one, for an attempt that is not to be counted.
    public func refundAttempt(_ keys: [LimitKey]) async throws {
        try await write { transaction in
            for key in keys { try transaction.refundAttempt(key) }
        }
    }

    /// Clears the failed sign-in attempts for the account of a link from a mail.
    ///
    /// - Throws: a ``LinkProblem``; ``AuthError/noSuchAccount``.
    func liftLimits(using link: TokenDigest, event: SecurityEvent?, at time: Date) async throws {
        try await write { transaction in
            guard let id = try transaction.use(link, for: [.liftLimits], at: time).account else {
                throw LinkProblem.unknown
            }
            try transaction.forgetAttempts(atSigningInTo: try transaction.existingAccount(id))
            try transaction.forgetCodes(of: id)
            try transaction.log(event)
        }
    }

    /// Deletes counters whose window ended before `time`.
    public func deleteAttempts(endedBefore time: Date) async throws {
        try await deleteInBatches { try $0.deleteAttempts(endedBefore: time, limit: $1) }
    }
}

extension AuthTransaction {
    /// - Throws: ``LimitReached``
    func countAttempt(_ limits: [LimitKey: Limit], at time: Date) throws {
        let counts = try limits.map { key, limit in
            (key: key, limit: limit, count: try countedAttempts(key, of: limit, at: time))
        }
        let reached = counts.compactMap { $0.count.refusal(of: $0.key, by: $0.limit, at: time) }
        if let longest = reached.max(by: { $0.end < $1.end }) { throw longest }
        for (key, limit, var count) in counts {
            count.count += 1
            count.latest = time
            try setAttempts(count, end: count.end(of: limit.window), for: key)
        }
    }

    /// The attempts in the current window.
    private func countedAttempts(_ key: LimitKey, of limit: Limit, at time: Date) throws -> AttemptCount {
        guard let found = try attempts(key), found.counts(in: limit.window, at: time) else {
            return AttemptCount(count: 0, since: time, latest: time)
        }
        return found
    }

    func forgive(_ attempts: ForgivenAttempts) throws {
        for key in attempts.givenBack { try refundAttempt(key) }
        for key in attempts.cleared { try deleteAttempts(key) }
    }

    fileprivate func refundAttempt(_ key: LimitKey) throws {
        guard let found = try attempts(key), found.count > 1 else { return try deleteAttempts(key) }
        try setAttemptCount(found.count - 1, for: key)
    }

    /// Clears the failed sign-in attempts for an account: by strangers, and in every browser that knows it.
    func forgetAttempts(atSigningInTo account: Account) throws {
        for key in LimitKey.strangers(account) { try deleteAttempts(key) }
        for end in ["", LimitKey.consecutiveEnd] {
            try deleteAttempts(startingWith: LimitKey.browserStart, endingWith: ":\(account.id)\(end)")
        }
    }
}

extension LimitReached {
    fileprivate var end: Date { until ?? .distantFuture }
}

extension ForgivenAttempts {
    init(_ counted: [LimitKey]) {
        self.init(
            givenBack: counted.filter { !$0.value.begins(with: LimitKey.browserStart) },
            cleared: counted.filter { $0.value.begins(with: LimitKey.browserStart) })
    }
}

extension [LimitKey: Limit] {
    /// The counters of failures, to decrement after an attempt that did not fail.
    var ofFailures: [LimitKey] { keys.filter { !$0.value.begins(with: LimitKey.rateStart) } }
}
