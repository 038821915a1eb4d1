import Foundation
import PorticoFeatures

/// Checks whether this server should get requests: it can read and write the database, and nothing else is in the way.
/// It asks the database at most once in two seconds; calls in between share the result.
actor Readiness {
    private let storage: Storage
    private let drain: Drain
    private var last: (begun: ContinuousClock.Instant, check: Task<Void, any Error>)?

    private static let interval = Duration.seconds(2)

    init(storage: Storage, drain: Drain) {
        self.storage = storage
        self.drain = drain
    }

    /// An obstacle other than the database, in words that anybody may read; nil if there is none.
    private nonisolated var obstacle: String? {
        if drain.isBegun { return "this server is about to end" }
        return storage.clock.problem ?? storage.keys.problem ?? storage.cluster.problem
    }

    struct State: Sendable {
        let isDatabaseUp: Bool
        let isReady: Bool
    }

    /// Maximum time that ``state()`` waits for the database.
    private static let patience = Duration.seconds(1)

    /// The result of ``check()`` as a value, without an error. A database that does not answer in time is down.
    nonisolated func state() async -> State {
        let check = Task {
            do {
                try await checkDatabase()
                return State(isDatabaseUp: true, isReady: obstacle == nil)
            } catch {
                return State(isDatabaseUp: false, isReady: false)
            }
        }
        return await check.value(within: Self.patience) ?? State(isDatabaseUp: false, isReady: false)
    }

    /// - Throws: ``NotReady``, or the error of the database.
    func check() async throws {
        try await checkDatabase()
        if let reason = obstacle { throw NotReady(reason) }
    }

    private func checkDatabase() async throws {
        let now = ContinuousClock.now
        if let last, now - last.begun < Self.interval { return try await last.check.value }
        let check = Task { [storage] in try await storage.database.checkWriting() }
        last = (now, check)
        try await check.value
    }
}
