import Foundation
import GRDB
import PorticoAuth

extension SQLiteAuthStore {
    public func add(_ letters: [Letter], event: SecurityEvent?, at time: Date) async throws {
        try await write { db in
            for letter in letters { try db.insert(letter, at: time) }
            try db.log(event)
        }
    }

    public func dueLetters(at time: Date, limit: Int) async throws -> [QueuedLetter] {
        try await read { db in
            try db.letters(
                "WHERE next_attempt <= ? ORDER BY next_attempt, id", [time.milliseconds], limit: limit)
        }
    }

    public func nextLetterTime() async throws -> Date? {
        try await read { db in
            try db.letters("WHERE next_attempt IS NOT NULL ORDER BY next_attempt, id", limit: 1).first?.nextAttempt
        }
    }

    public func remove(_ letter: QueuedLetter.ID) async throws {
        try await write { db in
            try db.execute(sql: "DELETE FROM letters WHERE id = ?", arguments: [letter])
        }
    }

    public func postpone(_ letter: QueuedLetter.ID, to nextAttempt: Date?, problem: String) async throws {
        try await write { db in
            try db.execute(
                sql: "UPDATE letters SET attempts = attempts + 1, next_attempt = ?, problem = ? WHERE id = ?",
                arguments: [nextAttempt?.milliseconds, problem, letter])
        }
    }

    public func letters(limit: Int) async throws -> [QueuedLetter] {
        try await read { try $0.letters("ORDER BY id", limit: limit) }
    }

    public func deleteGivenUpLetters(queuedBefore time: Date) async throws {
        try await write { db in
            try db.execute(
                sql: "DELETE FROM letters WHERE next_attempt IS NULL AND queued_at < ?", arguments: [time.milliseconds])
        }
    }
}
