import Foundation
import PorticoConfig

/// The log of security events: entries are added, never changed, and deleted after their retention.
extension AuthStore {
    /// Adds an entry.
    public func add(_ event: SecurityEvent) async throws { try await write { try $0.insert(event) } }

    /// The entries that match a query.
    public func events(_ query: SecurityEventQuery) async throws -> [LoggedEvent] {
        try await read { try $0.events(query) }
    }

    /// Deletes entries before `time`, and the oldest beyond `maximum`.
    public func deleteEvents(before time: Date, beyond maximum: Int) async throws {
        try await deleteInBatches { try $0.deleteEvents(before: time, limit: $1) }
        try await deleteInBatches { try $0.deleteEvents(beyond: maximum, limit: $1) }
    }
}

extension AuthTransaction {
    /// Adds an event in the transaction that it reports.
    public func log(_ event: SecurityEvent?) throws {
        if let event { try insert(event) }
    }
}
