import Foundation
import GRDB
import PorticoAuth
import PorticoConfig

/// The steps about limits.
extension GRDB.Database {
    /// The tries that were counted and still count.
    func attempts(_ key: LimitKey, of limit: Limit, at time: Date) throws -> AttemptCount {
        let statement = try cachedStatement(sql: "SELECT count, since FROM tries WHERE key = ?")
        let row = try Row.fetchOne(statement, arguments: [key.value])
        guard let row else { return AttemptCount(count: 0, since: time) }
        let found = AttemptCount(count: row["count"], since: Date(milliseconds: row["since"]))
        return found.counts(in: limit.window, at: time) ? found : AttemptCount(count: 0, since: time)
    }

    func store(_ attempts: AttemptCount, of limit: Limit, for key: LimitKey) throws {
        let statement = try cachedStatement(
            sql: "INSERT OR REPLACE INTO tries (key, count, since, ends_at) VALUES (?, ?, ?, ?)")
        try statement.execute(
            arguments: [
                key.value, attempts.count, attempts.since.milliseconds, attempts.end(of: limit.window)?.milliseconds,
            ])
    }

    /// Forgets the failed tries to sign in to an account, by strangers and in browsers that know it, and of no other account.
    func forgetAttempts(ofSigningInTo account: AccountID) throws {
        let key = "signIn:account:\(account)"
        try execute(
            sql: "DELETE FROM tries WHERE key = ? OR (key >= ? AND key < ?)",
            arguments: [key, key + ":", key + ";"])
        for end in [":\(account)", ":\(account):consecutive"] {
            try execute(
                sql: """
                    DELETE FROM tries WHERE key >= 'signIn:browser:' AND key < 'signIn:browser;'
                        AND substr(key, -length(:end)) = :end
                    """, arguments: ["end": end])
        }
    }
}

/// How often something was tried since its window began.
struct AttemptCount {
    var count: Int
    let since: Date

    /// Whether the window is not over. One that begins further ahead than it is long was noted by a wrong clock.
    func counts(in window: TimeInterval, at time: Date) -> Bool {
        abs(time.timeIntervalSince(since)) < window
    }

    /// nil for a window without an end.
    func end(of window: TimeInterval) -> Date? {
        window.isFinite ? since.addingTimeInterval(window) : nil
    }
}
