import Foundation
import PorticoConfig

/// The log of security events: only ever added to, and cut off at its old end.
extension AuthStore {
    public func add(_ event: SecurityEvent) async throws { try await write { try $0.insert(event) } }

    public func events(_ query: SecurityEventQuery) async throws -> [LoggedEvent] {
        try await read { try $0.events(query) }
    }

    /// Deletes the events before this time, which have been kept long enough.
    public func deleteEvents(before time: Date) async throws { try await write { try $0.deleteEvents(before: time) } }
}

extension AuthTransaction {
    /// Adds an event, where there is one, in the transaction of what it tells of.
    func log(_ event: SecurityEvent?) throws {
        if let event { try insert(event) }
    }
}
