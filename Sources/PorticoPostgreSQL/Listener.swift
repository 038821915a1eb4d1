import CPostgreSQL
import Foundation
import PorticoBytes
import PorticoConfig
import PorticoSQL
import Synchronization

/// Listens for the announcements of other servers on the database, and competes to lead them. It has its own thread and
/// connection.
///
/// A listening connection may receive nothing, for example behind a pooler that gives each transaction another
/// connection. So the server notifies itself once a second, through the connections of its transactions.
final class Listener: Sendable {
    private let options: PostgreSQLOptions
    private let node: String
    private let pulse: Pulse
    private let mayLead: @Sendable () -> Bool
    private let announce: @Sendable (SQLAnnouncement) -> Void
    private let isStopped = Atomic(false)

    /// Time between two checks of the connection. A lost connection is noticed within ``interval`` plus ``patience``.
    private static let interval = Duration.milliseconds(300)
    /// Maximum time of a check.
    private static let patience = Duration.milliseconds(600)
    /// Time after a check during which this server knows all changes of others. A process that was suspended does not.
    private static let validity = Duration.milliseconds(1500)
    /// Time after which the database ends the session of a suspended process, and releases its lock.
    private static let silence = Duration.seconds(3)

    init(
        _ options: PostgreSQLOptions, node: String, pulse: Pulse, mayLead: @escaping @Sendable () -> Bool,
        announce: @escaping @Sendable (SQLAnnouncement) -> Void
    ) {
        self.options = options
        self.node = node
        self.pulse = pulse
        self.mayLead = mayLead
        self.announce = announce
    }

    func start() {
        let thread = Thread { self.run() }
        thread.name = "portico-listener"
        thread.start()
    }

    func stop() {
        isStopped.store(true, ordering: .relaxed)
        pulse.end()
    }

    private var isRunning: Bool { !isStopped.load(ordering: .relaxed) }

    private func run() {
        var (pause, lastEvent) = (0.025, Int64(0))
        while isRunning {
            do {
                let connection = try connect()
                if let first = try awaitPulse(connection) {
                    pause = 0.025
                    announce(.lost("\(try listen(connection, first, &lastEvent))"))
                }
            } catch {
                announce(.lost("\(error)"))
            }
            // The jitter spreads the attempts of servers that lost the database at the same moment.
            pause = min(2 * pause, 1)
            Thread.sleep(forTimeInterval: pause * .random(in: 0.5...1))
        }
    }

    /// Waits until the connection has received a notification of this server itself.
    ///
    /// - Returns: the texts of other notifications in the meantime; nil at the end.
    private func awaitPulse(_ connection: Connection) throws -> [String]? {
        var texts: [String] = []
        pulse.begin()
        while isRunning {
            let heard = try connection.notifications(within: Self.interval)
            texts += heard.compactMap(other)
            if pulse.isHeard { return texts }
            if pulse.isUnheard { throw Deaf() }
            pulse.beat()
            try check(connection)
        }
        return nil
    }

    /// Listens until the connection is lost.
    ///
    /// - Parameters:
    ///   - first: the texts of the notifications received so far.
    ///   - lastEvent: the number of the last announced event.
    /// - Returns: the reason why it no longer listens.
    private func listen(_ connection: Connection, _ first: [String], _ lastEvent: inout Int64) throws -> any Error {
        let missed = try Announcements.events(after: lastEvent, connection)
        announce(.connected)
        missed.events.forEach(announce)
        lastEvent = missed.newest
        announce(.caughtUp(lastEvent))
        var isLeading = false
        defer { if isLeading { announce(.leading(false)) } }
        var texts = first
        do {
            while isRunning {
                let begun = ContinuousClock.now
                let leads = try lead(connection, isLeading)
                texts += try connection.notifications(within: .zero).compactMap(other)
                announceNew(try changes(texts, connection), &lastEvent)
                announce(.current(until: begun + Self.validity))
                if leads != isLeading { announce(.leading(leads)) }
                isLeading = leads
                pulse.beat()
                if pulse.isUnheard { throw Deaf() }
                texts = try connection.notifications(within: Self.interval).compactMap(other)
            }
            return CancellationError()
        } catch {
            return error
        }
    }

    /// The text of a notification for all servers; nil for a notification of this server to itself.
    private func other(_ notification: Connection.Notification) -> String? {
        guard notification.channel == pulse.channel else { return notification.text }
        pulse.hear(notification.text)
        return nil
    }

    /// The connection does not receive the notifications of this server to itself.
    private struct Deaf: Error, CustomStringConvertible {
        var description: String {
            "notifications do not arrive: \(StorageFailure.Cause.pooler.rawValue)"
        }
    }

    /// Announces everything except already announced events.
    private func announceNew(_ announcements: [SQLAnnouncement], _ lastEvent: inout Int64) {
        for announcement in announcements {
            if case .event(let number, _) = announcement {
                guard number > lastEvent else { continue }
                lastEvent = number
            }
            announce(announcement)
        }
    }

    private func connect() throws -> Connection {
        let connection = try Connection(options, answer: Self.patience)
        // The keepalive settings let the database end the session of a lost machine, and release its lock.
        try connection.run(
            """
            LISTEN \(Announcements.channel); LISTEN \(pulse.channel); SET tcp_keepalives_idle = 2;
            SET tcp_keepalives_interval = 1; SET tcp_keepalives_count = 3; SET tcp_user_timeout = 4000;
            SET idle_session_timeout = \(Self.silence.milliseconds)
            """)
        return connection
    }

    private func check(_ connection: Connection) throws {
        _ = try PostgreSQLConnection(connection: connection).rows("SELECT 1 AS is_there", [])
    }

    /// Checks the connection. Takes the lock of the leading server if it is free, or releases it.
    private func lead(_ connection: Connection, _ isLeading: Bool) throws -> Bool {
        let mayLead = mayLead()
        guard isLeading != mayLead else {
            try check(connection)
            return isLeading
        }
        let function = mayLead ? "pg_try_advisory_lock" : "pg_advisory_unlock"
        let isDone: Bool = try PostgreSQLConnection(connection: connection)
            .rows("SELECT \(function)($1) AS is_done", [AdvisoryLock.leading.rawValue])[0].value("is_done")
        return mayLead && isDone
    }

    /// The announcements of other servers.
    private func changes(_ texts: [String], _ connection: Connection) throws -> [SQLAnnouncement] {
        try texts.compactMap { text in
            guard let announcement = Announcements.Received(text),
                announcement.event != nil || announcement.node != node
            else { return nil }
            let body = try announcement.row.map { try Announcements.body($0, connection) } ?? announcement.body
            // An announcement that this version cannot read, or that was deleted, may be about anything.
            guard let body, let change = try? JSONDecoder().decode(SQLChange.self, from: Data(body.utf8)) else {
                return .connected
            }
            if let event = announcement.event, case .message(let message) = change { return .event(event, message) }
            return .change(change)
        }
    }
}

/// The form of announcements: the sending node, for events `@` and the number, and a mark. After it follows the change
/// as JSON or, if that is too long for a notification, the number of its row in the table `announcements`.
enum Announcements {
    static let channel = "portico"
    /// Notifications have fewer than 8000 bytes.
    private static let most = 7900

    struct Received {
        let node: Substring
        /// The number of an event; nil for other announcements.
        let event: Int64?
        let row: Int64?
        let body: String?

        init?(_ text: String) {
            guard let mark = text.utf8.firstIndex(where: { " #".utf8.contains($0) }) else { return nil }
            let sender = text[..<mark].fields(separatedBy: "@", maxSplits: 1, omittingEmpty: true)
            guard let node = sender.first else { return nil }
            self.node = node
            event = sender.count == 2 ? Int64(sender[1]) : nil
            let rest = String(text[text.utf8.index(after: mark)...])
            (row, body) = text.utf8[mark] == UInt8(ascii: "#") ? (Int64(rest), nil) : (nil, rest)
        }
    }

    /// Sends an announcement when the transaction is committed.
    static func send(_ change: SQLChange, of node: String, _ connection: PostgreSQLConnection) throws {
        try notify(try json(change), sender: node, connection)
    }

    /// Stores an event, and sends it to all servers when the transaction is committed.
    static func send(event: Data, _ connection: PostgreSQLConnection) throws {
        try AdvisoryLock.events.take(connection)
        let body = try json(.message(event))
        let row = try connection.rows("INSERT INTO live_events (body) VALUES ($1) RETURNING id", [body])[0]
        let number: Int64 = try row.value("id")
        try notify(body, sender: "\(connection.connection.node)@\(number)", connection)
    }

    private static func json(_ change: SQLChange) throws -> String {
        String(decoding: try JSONEncoder().encode(change), as: UTF8.self)
    }

    private static func notify(_ body: String, sender: String, _ connection: PostgreSQLConnection) throws {
        var text = "\(sender) \(body)"
        if text.utf8.count > most {
            let row = try connection.rows("INSERT INTO announcements (body) VALUES ($1) RETURNING id", [body])[0]
            text = "\(sender)#\(try row.value("id") as Int64)"
        }
        try connection.execute("SELECT pg_notify('\(channel)', $1)", [text])
    }

    /// The stored events after a number, and the number of the newest event ever sent. That can be less than `number`
    /// after a crash of a database that commits asynchronously.
    static func events(
        after number: Int64, _ connection: Connection
    ) throws -> (newest: Int64, events: [SQLAnnouncement]) {
        try connection.transaction("BEGIN") { _ in
            let connection = PostgreSQLConnection(connection: connection)
            // A number may already be assigned to an event that is not committed yet.
            try AdvisoryLock.events.take(connection)
            let sequence = "pg_get_serial_sequence('live_events', 'id')::regclass"
            let newest: Int64 = try connection.rows(
                "SELECT coalesce(pg_sequence_last_value(\(sequence)), 0) AS id", [])[0].value("id")
            let rows = try connection.rows("SELECT id, body FROM live_events WHERE id > $1 ORDER BY id", [number])
            let events = try rows.compactMap { row -> SQLAnnouncement? in
                let body: String = try row.value("body")
                guard case .message(let event) = try? JSONDecoder().decode(SQLChange.self, from: Data(body.utf8)) else {
                    return nil
                }
                return .event(try row.value("id"), event)
            }
            return (newest, events)
        }
    }

    /// nil if the row was deleted.
    static func body(_ row: Int64, _ connection: Connection) throws -> String? {
        try PostgreSQLConnection(connection: connection)
            .rows("SELECT body FROM announcements WHERE id = $1", [row]).first?.value("body")
    }

    /// The statement that creates the table. It need not survive a crash of the database.
    static let table = """
        CREATE UNLOGGED TABLE announcements (
            id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, body TEXT NOT NULL,
            made_at TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp()
        )
        """

    /// Deletes announcements that every server has received or missed.
    static func deleteOld(_ connection: any SQLConnection) throws {
        for table in ["announcements", "live_events"] {
            try connection.execute("DELETE FROM \(table) WHERE made_at < clock_timestamp() - INTERVAL '1 minute'", [])
        }
    }
}
