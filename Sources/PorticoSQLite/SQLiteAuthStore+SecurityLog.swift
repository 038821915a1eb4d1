import Foundation
import GRDB
import PorticoAuth

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
