import Logging
import PorticoAuth

/// Writes the events of commands, such as `portico users set-password`, to the log of the server: a command has no log that
/// anybody collects, and its standard error is a terminal.
///
/// Every event is written at least once by the server that leads, at the latest at its next start. A line that is written
/// twice has the same `id`.
actor CommandEvents {
    private let log: any AuthStore
    private let leadership: Leadership
    private let write: @Sendable (LoggedEvent) -> Void
    /// The newest event that needs no line any more; nil before ``start()``.
    private var last: LoggedEvent.ID?
    /// The newest event at the pass before, while another server leads. It may not have written later ones yet.
    private var previous: LoggedEvent.ID?

    /// The number of events that a pass reads at a time.
    private static let batch = 500

    init(log: any AuthStore, leadership: Leadership, write: @escaping @Sendable (LoggedEvent) -> Void) {
        self.log = log
        self.leadership = leadership
        self.write = write
    }

    /// Finds where to begin, before this server stores events: after the newest event of a server. Those of commands after
    /// it may have come while no server ran.
    func start() async throws {
        var before: LoggedEvent.ID?
        while true {
            let events = try await log.events(SecurityEventQuery(before: before, limit: Self.batch))
            last = events.first { $0.event.client != .commandLine }?.id
            guard last == nil, events.count == Self.batch else { break }
            before = events.last?.id
        }
        last = last ?? 0
    }

    /// Writes the new events. One pass at a time.
    func pass() async throws {
        guard leadership.isLeading else {
            if let previous { last = previous }
            previous = try await log.events(SecurityEventQuery(limit: 1)).first?.id
            return
        }
        previous = nil
        guard var known = last else { return }
        while true {
            let events = try await log.events(SecurityEventQuery(after: known, limit: Self.batch))
            for event in events where event.event.client == .commandLine { write(event) }
            known = events.last?.id ?? known
            last = known
            guard events.count == Self.batch else { return }
        }
    }
}
