import Foundation
import PorticoConfig

/// Counts of attempts. They survive a restart.
extension AuthStore {
    /// Takes one attempt of each, all or none, so that of many at once no more are allowed than the limits say.
    ///
    /// - Throws: ``LimitReached`` for the one that is longest in force.
    public func takeAttempt(_ limits: [LimitKey: Limit], at time: Date) async throws {
        try await write { try $0.takeAttempt(limits, at: time) }
    }

    /// Gives one attempt back, because it did not count.
    public func giveBackAttempt(_ keys: [LimitKey]) async throws {
        try await write { transaction in
            for key in keys { try transaction.giveBackAttempt(key) }
        }
    }

    /// Deletes counts whose window ended before this time.
    public func deleteAttempts(endedBefore time: Date) async throws {
        try await write { try $0.deleteAttempts(endedBefore: time) }
    }
}

extension AuthTransaction {
    /// - Throws: ``LimitReached``
    fileprivate func takeAttempt(_ limits: [LimitKey: Limit], at time: Date) throws {
        let counts = try limits.map { key, limit in
            (key: key, limit: limit, count: try countedAttempts(key, of: limit, at: time))
        }
        let reached = counts.filter { $0.count.count >= $0.limit.attempts }
            .map { LimitReached(key: $0.key, until: $0.count.end(of: $0.limit.window)) }
        if let longest = reached.max(by: { $0.end < $1.end }) { throw longest }
        for (key, limit, var count) in counts {
            count.count += 1
            try setAttempts(count, end: count.end(of: limit.window), for: key)
        }
    }

    /// Those that still count.
    private func countedAttempts(_ key: LimitKey, of limit: Limit, at time: Date) throws -> AttemptCount {
        guard let found = try attempts(key), found.counts(in: limit.window, at: time) else {
            return AttemptCount(count: 0, since: time)
        }
        return found
    }

    func forgive(_ attempts: ForgivenAttempts) throws {
        for key in attempts.givenBack { try giveBackAttempt(key) }
        for key in attempts.cleared { try deleteAttempts(key) }
    }

    fileprivate func giveBackAttempt(_ key: LimitKey) throws {
        guard let found = try attempts(key), found.count > 1 else { return try deleteAttempts(key) }
        try setAttemptCount(found.count - 1, for: key)
    }

    /// Forgets the failed attempts to sign in to an account, by strangers and in browsers that know it, and at no other.
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
    init(_ counted: some Sequence<LimitKey>, of account: Account) {
        self.init(
            givenBack: counted.filter { $0.value.contains(":network:") },
            cleared: LimitKey.strangers(account) + counted.filter { $0.value.contains(":browser:") })
    }
}
