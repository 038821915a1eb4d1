import Foundation
import GRDB
import PorticoAuth

extension SQLiteAuthStore {
    public func takeAttempt(_ limits: [LimitKey: Limit], at time: Date) async throws {
        try await write { db in
            let attempts = try limits.map { key, limit in
                (key: key, limit: limit, count: try db.attempts(key, of: limit, at: time))
            }
            let reached = attempts.filter { $0.count.count >= $0.limit.attempts }
                .map { LimitReached(key: $0.key, until: $0.count.end(of: $0.limit.window)) }
            if let longest = reached.max(by: { $0.end < $1.end }) { throw longest }
            for (key, limit, var count) in attempts {
                count.count += 1
                try db.store(count, of: limit, for: key)
            }
        }
    }

    public func giveBackAttempt(_ keys: [LimitKey]) async throws {
        try await write { db in
            for key in keys {
                try db.execute(sql: "DELETE FROM tries WHERE key = ? AND count <= 1", arguments: [key.value])
                try db.execute(sql: "UPDATE tries SET count = count - 1 WHERE key = ?", arguments: [key.value])
            }
        }
    }

    public func clear(_ keys: [LimitKey]) async throws {
        try await write { db in
            for key in keys { try db.execute(sql: "DELETE FROM tries WHERE key = ?", arguments: [key.value]) }
        }
    }

    public func deleteAttempts(endedBefore time: Date) async throws {
        try await write { db in
            try db.execute(sql: "DELETE FROM tries WHERE ends_at < ?", arguments: [time.milliseconds])
        }
    }
}

extension LimitReached {
    fileprivate var end: Date { until ?? .distantFuture }
}
