import Foundation

/// The log of security events: only ever added to, and cut off at its old end.
public protocol SecurityLog: Sendable {
    func add(_ event: SecurityEvent) async throws
    func events(_ query: SecurityEventQuery) async throws -> [LoggedEvent]
    /// Deletes the events before this time, which have been kept long enough.
    func deleteEvents(before time: Date) async throws
}
