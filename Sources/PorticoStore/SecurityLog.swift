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
            return events + (try transaction.imports(of: account, before: before))
        }
    }

    /// The import that created an account; empty if there was none, or if its entry is deleted.
    public func imports(of account: Account) async throws -> [LoggedEvent] {
        try await read { try $0.imports(of: account, before: nil) }
    }

    /// Deletes entries before `time`, and the oldest beyond `maximum`.
    public func deleteEvents(before time: Date, beyond maximum: Int) async throws {
        try await deleteInBatches { try $0.deleteEvents(before: time, limit: $1) }
        try await deleteInBatches { try $0.deleteEvents(beyond: maximum, limit: $1) }
    }
}

extension AuthTransaction {
    /// An import is one entry for all of its accounts. They have its time as the time of their creation.
    fileprivate func imports(of account: Account, before: LoggedEvent.ID?) throws -> [LoggedEvent] {
        let query = SecurityEventQuery(
            kinds: [.imported], since: account.createdAt, until: account.createdAt.addingTimeInterval(0.001),
            before: before)
        return try events(query).filter { $0.event.account == nil }
    }

    /// Adds an event in the transaction that it reports.
    public func log(_ event: SecurityEvent?) throws {
        if let event { try insert(event) }
    }
}
