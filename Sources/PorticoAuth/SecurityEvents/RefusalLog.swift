import Foundation
import PorticoConfig
import Synchronization

/// Logs refusals, at most one event a minute for each kind, account and network. The event has the number of refusals,
/// so repeated requests cannot flood the log.
public final class RefusalLog: Sendable {
    private struct Source: Hashable {
        let kind: SecurityEvent.Kind
        let subject: String
        let network: String
    }

    private struct Refusals {
        /// The time of the last logged event.
        var written: Date
        /// The refusals since then.
        var pending: SecurityEvent?
    }

    private let log: any AuthStore
    private let now: @Sendable () -> Date
    private let state = Mutex<[Source: Refusals]>([:])

    /// Minimum time between two events, in seconds.
    private static let interval = 60.0
    /// Maximum number of distinct sources. Further sources share one entry for each kind.
    private static let capacity = 10_000

    init(log: any AuthStore, now: @escaping @Sendable () -> Date) {
        self.log = log
        self.now = now
    }

    /// Logs an event, or counts it if less than a minute has passed since the last one. Also counts an event that
    /// cannot be stored.
    ///
    /// - Parameter subject: the subject of the refused request; nil for the account of the event.
    /// - Returns: whether it was logged.
    @discardableResult
    public func note(_ event: SecurityEvent, about subject: String? = nil) async throws -> Bool {
        let subject = subject ?? event.account?.description ?? ""
        guard let (source, event) = state.withLock({ take(event, about: subject, into: &$0) }) else { return false }
        try await store([(source, event)])
        return true
    }

    /// Logs the events counted for at least a minute. If that fails, keeps them for the next call.
    ///
    /// - Parameter isLast: whether to log all counted events at once, at shutdown.
    public func flush(isLast: Bool = false) async throws {
        let time = now()
        let due = state.withLock { state in
            let due = state.filter { isLast || abs(time.timeIntervalSince($0.value.written)) >= Self.interval }
            for (source, refusals) in due {
                state[source] = refusals.pending == nil ? nil : Refusals(written: time)
            }
            return due.compactMap { source, refusals in refusals.pending.map { (source, $0) } }
        }
        try await store(due)
    }

    /// Stores events, or keeps those that could not be stored.
    private func store(_ events: [(source: Source, event: SecurityEvent)]) async throws {
        for (index, (_, event)) in events.enumerated() {
            do {
                try await log.add(event)
            } catch {
                keep(events[index...])
                throw error
            }
        }
    }

    /// Makes the next write store events, together with those counted in the meantime.
    private func keep(_ events: ArraySlice<(source: Source, event: SecurityEvent)>) {
        state.withLock { state in
            for (source, var event) in events {
                event.count += state[source]?.pending?.count ?? 0
                state[source] = Refusals(written: .distantPast, pending: event)
            }
        }
    }

    /// The event to log, with the refusals counted before it; nil if it is only counted.
    private func take(
        _ event: SecurityEvent, about subject: String, into state: inout [Source: Refusals]
    ) -> (Source, SecurityEvent)? {
        var source = Source(kind: event.kind, subject: subject, network: event.client.network)
        if state[source] == nil, state.count >= Self.capacity {
            source = Source(kind: event.kind, subject: "", network: "")
        }
        let time = now()
        guard let known = state[source] else {
            state[source] = Refusals(written: time)
            return (source, event)
        }
        var event = event
        event.count += known.pending?.count ?? 0
        let isDue = abs(time.timeIntervalSince(known.written)) >= Self.interval
        state[source] = isDue ? Refusals(written: time) : Refusals(written: known.written, pending: event)
        return isDue ? (source, event) : nil
    }
}
