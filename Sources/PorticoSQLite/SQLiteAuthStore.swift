import Foundation
import GRDB
import PorticoAuth

/// Accounts, browsers and sign-ins in the embedded database, and what belongs to them.
public struct SQLiteAuthStore: AuthStore {
    private let database: Database

    public init(_ database: Database) {
        self.database = database
    }

    func read<T: Sendable>(_ work: @escaping @Sendable (GRDB.Database) throws -> T) async throws -> T {
        try await database.read(work)
    }

    /// One transaction, in which nobody else writes.
    func write<T: Sendable>(_ work: @escaping @Sendable (GRDB.Database) throws -> T) async throws -> T {
        try await database.write(work)
    }
}

extension SQLiteAuthStore {
    public func add(_ event: SecurityEvent) async throws {
        try await write { try $0.log(event) }
    }

    public func events(_ query: SecurityEventQuery) async throws -> [LoggedEvent] {
        try await read { try $0.events(query) }
    }

    public func deleteEvents(before time: Date) async throws {
        try await write { db in
            try db.execute(sql: "DELETE FROM security_events WHERE time < ?", arguments: [time.milliseconds])
        }
    }
}
