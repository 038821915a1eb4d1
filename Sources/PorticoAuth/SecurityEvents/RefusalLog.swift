import Foundation
import PorticoConfig
import Synchronization

/// Writes down what people are refused, so that nobody can fill the log by asking again and again: of one kind, account and
/// network one event a minute, which says how often it happened.
public final class RefusalLog: Sendable {
    private struct Source: Hashable {
        let kind: SecurityEvent.Kind
        let account: AccountID?
        let network: String
    }

    private struct Refusals {
        /// When an event was written last.
        var written: Date
        /// What has happened since.
        var pending: SecurityEvent?
    }

    private let log: any AuthStore
    private let now: @Sendable () -> Date
    private let state = Mutex<[Source: Refusals]>([:])

    /// The least time between two events, in seconds.
    private static let interval = 60.0
    /// The most sources that are told apart. What comes from others then counts as from one.
    private static let capacity = 10_000

    init(log: any AuthStore, now: @escaping @Sendable () -> Date) {
        self.log = log
        self.now = now
    }

    /// Writes an event, or counts it where one was written less than a minute ago.
    public func note(_ event: SecurityEvent) async throws {
        guard let event = state.withLock({ take(event, into: &$0) }) else { return }
        try await log.add(event)
    }

    /// Writes what has been counted for a minute.
    ///
    /// - Parameter isLast: whether nothing is counted afterwards, so that all is written.
    public func flush(isLast: Bool = false) async throws {
        let time = now()
        let due = state.withLock { state in
            let due = state.filter { isLast || abs(time.timeIntervalSince($0.value.written)) >= Self.interval }
            for (source, refusals) in due {
                state[source] = refusals.pending == nil ? nil : Refusals(written: time)
            }
            return due.values.compactMap(\.pending)
        }
        for event in due { try await log.add(event) }
    }

    /// The event to write, with those that were counted; nil where there is none yet.
    private func take(_ event: SecurityEvent, into state: inout [Source: Refusals]) -> SecurityEvent? {
        var source = Source(kind: event.kind, account: event.account, network: event.client.network)
        if state[source] == nil, state.count >= Self.capacity {
            source = Source(kind: event.kind, account: nil, network: "")
        }
        let time = now()
        guard let known = state[source] else {
            state[source] = Refusals(written: time)
            return event
        }
        var event = event
        event.count += known.pending?.count ?? 0
        let isDue = abs(time.timeIntervalSince(known.written)) >= Self.interval
        state[source] = isDue ? Refusals(written: time) : Refusals(written: known.written, pending: event)
        return isDue ? event : nil
    }
}
