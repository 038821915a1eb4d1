import Logging
import PorticoAuth

/// Writes the events of commands, such as `portico users set-password`, to the log of the server: a command has no log that
/// anybody collects, and its standard error is a terminal.
///
/// Every event is written once by the server that leads, at the latest at its next start. Only an end between the line and
/// the note of it in the database makes a second line, with the same `id`.
actor CommandEvents {
    private let log: any AuthStore
    private let leadership: Leadership
    private let write: @Sendable (LoggedEvent) -> Void
    /// The newest event that needs no line any more.
    private var last = 0 as LoggedEvent.ID
    /// The same, as the database has it.
    private var noted = 0 as LoggedEvent.ID
    /// The newest event at the pass before, while another server leads. It may not have written later ones yet.
    private var previous: LoggedEvent.ID?

    /// The number of events that a pass reads at a time.
    private static let batch = 500

    init(log: any AuthStore, leadership: Leadership, write: @escaping @Sendable (LoggedEvent) -> Void) {
        self.log = log
        self.leadership = leadership
        self.write = write
    }

    /// Finds where to begin, before this server stores events: after the newest event that a server has noted, else after the
    /// newest event of a server. Those of commands after it may have come while no server ran.
    func start() async throws {
        last = try await log.read { try $0.newestWrittenEvent() }
        noted = last
        // A database of an earlier version has no note.
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
