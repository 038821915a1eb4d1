import Foundation
import PorticoConfig
import PorticoStore

extension SQLAuthTransaction {
    func attempts(_ key: LimitKey) throws -> AttemptCount? {
        try connection.row("SELECT count, since, latest FROM attempts WHERE key = $1", [key.value])
            .map(AttemptCount.init(row:))
    }

    func setAttempts(_ attempts: AttemptCount, end: Date?, for key: LimitKey) throws {
        try connection.execute(
            """
            INSERT INTO attempts (key, count, since, latest, ends_at) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (key) DO UPDATE SET count = $2, since = $3, latest = $4, ends_at = $5
            """, [key.value, attempts.count, attempts.since, attempts.latest, end])
    }

    func setAttemptCount(_ count: Int, for key: LimitKey) throws {
        try connection.execute("UPDATE attempts SET count = $1 WHERE key = $2", [count, key.value])
    }

    func deleteAttempts(_ key: LimitKey) throws {
        try connection.execute("DELETE FROM attempts WHERE key = $1", [key.value])
    }

    func deleteAttempts(startingWith start: String, endingWith end: String) throws {
        // The upper bound of all keys with this prefix, so that the range uses the primary key.
        try connection.execute(
            "DELETE FROM attempts WHERE key >= $1 AND key < $2 AND substr(key, length(key) - length($3) + 1) = $3",
            [start, start + "\u{10FFFF}", end])
    }

    func deleteAttempts(endedBefore time: Date, limit: Int) throws -> Int {
        try connection.delete(from: "attempts", key: "key", where: "ends_at < $1", [time], limit: limit)
    }
}
