import Logging
import PorticoAuth

/// Writes the events of commands, such as `portico users set-password`, to the log of the server: the standard error of
/// a command is a terminal, and nothing collects it.
///
/// The server that leads writes each event once, at its next start at the latest. If it ends after writing the line and
/// before storing that in the database, the next pass writes a second line with the same `id`.
actor CommandEvents {
    private let log: any AuthStore
    private let leadership: Leadership
    private let write: @Sendable (LoggedEvent) -> Void
    /// The newest event that needs no line.
    private var last = 0 as LoggedEvent.ID
    /// The value of `last` in the database.
    private var noted = 0 as LoggedEvent.ID
    /// While another server leads: the newest event at the previous pass. The leader may not have written later events
    /// yet.
    private var previous: LoggedEvent.ID?

    /// The number of events that a pass reads at a time.
    private static let batch = 500

    init(log: any AuthStore, leadership: Leadership, write: @escaping @Sendable (LoggedEvent) -> Void) {
        self.log = log
        self.leadership = leadership
        self.write = write
    }

    /// Sets the event to begin after, before this server stores events: the newest written event in the database, else
    /// the newest event of a server. Later events of commands may have come while no server ran.
    func start() async throws {
        last = try await log.read { try $0.newestWrittenEvent() }
        noted = last
        // A database of an earlier version has no such event.
        guard last == 0 else { return }
        var before: LoggedEvent.ID?
        repeat {
            let events = try await log.events(SecurityEventQuery(before: before, limit: Self.batch))
            if let newest = events.first(where: { $0.event.client != .commandLine }) {
                return last = newest.id
            }
            before = events.count == Self.batch ? events.last?.id : nil
        } while before != nil
    }

    /// Writes the new events. One pass at a time.
    func pass() async throws {
        guard leadership.isLeading else {
            if let previous { last = previous }
            previous = try await log.events(SecurityEventQuery(limit: 1)).first?.id
            return
        }
        previous = nil
        while true {
            let events = try await log.events(SecurityEventQuery(after: last, limit: Self.batch))
            let ofCommands = events.filter { $0.event.client == .commandLine }
            ofCommands.forEach(write)
            last = events.last?.id ?? last
            if !ofCommands.isEmpty || last - noted >= Self.batch {
                try await log.write { [last] in try $0.setNewestWrittenEvent(last) }
                noted = last
            }
            guard events.count == Self.batch else { return }
        }
    }
}
