import Foundation
import GRDB
import PorticoAuth

extension SQLiteAuthStore {
    public func add(_ mails: [MailJob], event: SecurityEvent?, at time: Date) async throws {
        try await write { db in
            for mail in mails { try db.insert(mail, at: time) }
            try db.log(event)
        }
    }

    public func dueMails(at time: Date, limit: Int) async throws -> [QueuedMail] {
        try await read { db in
            try db.mails(
                "WHERE next_attempt <= ? ORDER BY next_attempt, id", [time.milliseconds], limit: limit)
        }
    }

    public func nextMailTime() async throws -> Date? {
        try await read { db in
            try db.mails("WHERE next_attempt IS NOT NULL ORDER BY next_attempt, id", limit: 1).first?.nextAttempt
        }
    }

    public func remove(_ mail: QueuedMail.ID) async throws {
        try await write { db in
            try db.execute(sql: "DELETE FROM letters WHERE id = ?", arguments: [mail])
        }
    }

    public func postpone(_ mail: QueuedMail.ID, to nextAttempt: Date?, problem: String) async throws {
        try await write { db in
            try db.execute(
                sql: "UPDATE letters SET attempts = attempts + 1, next_attempt = ?, problem = ? WHERE id = ?",
                arguments: [nextAttempt?.milliseconds, problem, mail])
        }
    }

    public func mails(limit: Int) async throws -> [QueuedMail] {
        try await read { try $0.mails("ORDER BY id", limit: limit) }
    }

    public func deleteGivenUpMails(queuedBefore time: Date) async throws {
        try await write { db in
            try db.execute(
                sql: "DELETE FROM letters WHERE next_attempt IS NULL AND queued_at < ?", arguments: [time.milliseconds])
        }
    }
}
