import Foundation
import PorticoConfig
import PorticoStore

/// Keeps notices for pages, in a database that several servers use.
public struct SQLNoticeStore: Sendable {
    private let database: any SQLDatabase
    private let now: @Sendable () -> Date
    private let patience: TimeInterval

    /// - Parameter patience: retention of a notice, in seconds.
    public init(_ database: any SQLDatabase, now: @escaping @Sendable () -> Date, patience: TimeInterval) {
        self.database = database
        self.now = now
        self.patience = patience
    }

    public func put(_ notices: String, for account: AccountID, in browser: Browser.ID, at path: String) async throws {
        let time = now()
        _ = try await database.write { connection in
            try connection.execute(
                """
                INSERT INTO waiting_notices (browser, server, user_name, path, notices, kept_at)
                VALUES ($1, $2, $3, $4, $5, $6)
                """, [browser, account.server, account.user, path, notices, time])
        }
    }

    /// Removes and returns the notices for a page, oldest first.
    public func take(for account: AccountID, in browser: Browser.ID, at path: String) async throws -> [String] {
        let oldest = now().addingTimeInterval(-patience)
        let rows = try await database.write { connection in
            try connection.rows(
                """
                DELETE FROM waiting_notices WHERE browser = $1 AND server = $2 AND user_name = $3 AND path = $4
                RETURNING id, notices, kept_at
                """, [browser, account.server, account.user, path])
        }
        let found = try rows.map { row in
            (
                id: try row.value("id") as Int64, notices: try row.value("notices") as String,
                time: try row.value("kept_at") as Date
            )
        }
        return found.filter { $0.time > oldest }.sorted { $0.id < $1.id }.map(\.notices)
    }

    public func deleteExpired() async throws {
        let oldest = now().addingTimeInterval(-patience)
        _ = try await database.write { connection in
            try connection.execute("DELETE FROM waiting_notices WHERE kept_at < $1", [oldest])
        }
    }
}
