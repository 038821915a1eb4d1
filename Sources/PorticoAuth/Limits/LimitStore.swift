import Foundation

/// Counts of tries. They survive a restart.
public protocol LimitStore: Sendable {
    /// Takes one try of each, all or none, so that of many at once no more are allowed than the limits say.
    ///
    /// - Throws: ``LimitReached`` for the one that is longest in force.
    func takeAttempt(_ limits: [LimitKey: Limit], at time: Date) async throws
    /// Gives one try back, because it did not count.
    func giveBackAttempt(_ keys: [LimitKey]) async throws
    /// Forgets the tries.
    func clear(_ keys: [LimitKey]) async throws
    /// Deletes counts whose window ended before this time.
    func deleteAttempts(endedBefore time: Date) async throws
}
