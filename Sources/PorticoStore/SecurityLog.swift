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

    /// The entries about an account since its creation, newest first, or oldest first with `after`. The oldest may be the
    /// import that created it.
    public func activity(
        of account: Account, before: LoggedEvent.ID? = nil, after: LoggedEvent.ID? = nil, limit: Int
    ) async throws -> [LoggedEvent] {
        try await read { transaction in
            let events = try transaction.events(
                SecurityEventQuery(
                    account: account.id, since: account.createdAt, before: before, after: after, limit: limit))
            guard after == nil, events.count < limit else { return events }
            return events + (try transaction.imports(at: account.createdAt, before: before))
        }
    }

    /// The import that created an account; empty if there was none, or if its entry is deleted.
    public func imports(of account: Account) async throws -> [LoggedEvent] {
        try await read { try $0.imports(at: account.createdAt, before: nil) }
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
