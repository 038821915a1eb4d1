import CPostgreSQL
import Foundation
import PorticoSQL
import Synchronization

/// Listens to what other servers on the database announce, and competes for leading them. It has a thread and a
/// connection of its own.
final class Listener: Sendable {
    private let options: PostgreSQLOptions
    private let node: String
    private let announce: @Sendable (SQLAnnouncement) -> Void
    private let isStopped = Atomic(false)

    /// Time between two checks of the connection. A server that loses it notices within ``interval`` and ``patience``.
    private static let interval = Duration.milliseconds(300)
    /// Maximum time of a check.
    private static let patience = Duration.milliseconds(600)

    init(_ options: PostgreSQLOptions, node: String, announce: @escaping @Sendable (SQLAnnouncement) -> Void) {
        self.options = options
        self.node = node
        self.announce = announce
    }

    func start() {
        let thread = Thread { self.run() }
        thread.name = "portico-listener"
        thread.start()
    }

    func stop() {
        isStopped.store(true, ordering: .relaxed)
    }

    private var isRunning: Bool { !isStopped.load(ordering: .relaxed) }

    private func run() {
        var pause = 0.025
        while isRunning {
            if listen() { pause = 0.025 }
            // Servers that lost the database at the same moment do not all come back at the same moment.
            pause = min(2 * pause, 1)
            Thread.sleep(forTimeInterval: pause * .random(in: 0.5...1))
        }
    }

    /// Listens until the connection is lost.
    ///
    /// - Returns: whether there was a connection.
    private func listen() -> Bool {
        guard let connection = try? connect() else { return false }
        announce(.connected)
        var isLeading = false
        // The lost connection is noticed by the next check.
        while isRunning, let texts = try? connection.notifications(within: Self.interval) {
            guard let changes = try? changes(texts, connection), let leads = try? lead(connection, isLeading) else {
                break
            }
            for change in changes { announce(change) }
            if leads != isLeading { announce(.leading(leads)) }
            isLeading = leads
        }
        if isLeading { announce(.leading(false)) }
        announce(.lost)
        return true
    }

    private func connect() throws -> Connection {
        let connection = try Connection(options, answer: Self.patience)
        // The server ends the session of a machine that is gone, and with it its lock.
        try connection.run(
            """
            LISTEN \(Announcements.channel); SET tcp_keepalives_idle = 2; SET tcp_keepalives_interval = 1;
            SET tcp_keepalives_count = 3; SET tcp_user_timeout = 4000
            """)
        return connection
    }

    /// Checks the connection, and takes the lock of the leading server if it is free.
    private func lead(_ connection: Connection, _ isLeading: Bool) throws -> Bool {
        let check = isLeading ? "SELECT 1 AS is_leading" : "SELECT pg_try_advisory_lock($1) AS is_leading"
        let values: [any SQLConvertible] = isLeading ? [] : [AdvisoryLock.leading.rawValue]
        return try PostgreSQLConnection(connection: connection).rows(check, values)[0].value("is_leading")
    }

    /// What other servers have announced.
    private func changes(_ texts: [String], _ connection: Connection) throws -> [SQLAnnouncement] {
        try texts.compactMap { text in
            guard let announcement = Announcements.Received(text), announcement.node != node else { return nil }
            let body = try announcement.row.map { try Announcements.body($0, connection) } ?? announcement.body
            // One that this version cannot read, or that is gone, may be about anything.
            guard let body, let change = try? JSONDecoder().decode(SQLChange.self, from: Data(body.utf8)) else {
                return .connected
            }
            return .change(change)
        }
    }
}

/// The form of announcements: the node that sends them, a mark, and the change as JSON or, if that is too long for a
/// notification, its row in the table `announcements`.
enum Announcements {
    static let channel = "portico"
    /// Notifications have fewer than 8000 bytes.
    private static let most = 7900

    struct Received {
        let node: Substring
        let row: Int64?
        let body: String?

        init?(_ text: String) {
            guard let mark = text.firstIndex(where: { $0 == " " || $0 == "#" }) else { return nil }
            node = text[..<mark]
            let rest = String(text[text.index(after: mark)...])
            (row, body) = text[mark] == "#" ? (Int64(rest), nil) : (nil, rest)
        }
    }

    /// Sends an announcement when the transaction is committed.
    static func send(_ change: SQLChange, of node: String, _ connection: PostgreSQLConnection) throws {
        let body = String(decoding: try JSONEncoder().encode(change), as: UTF8.self)
        var text = "\(node) \(body)"
        if text.utf8.count > most {
            let row = try connection.rows("INSERT INTO announcements (body) VALUES ($1) RETURNING id", [body])[0]
            text = "\(node)#\(try row.value("id") as Int64)"
        }
        try connection.execute("SELECT pg_notify('\(channel)', $1)", [text])
    }

    /// nil if the row is gone.
    static func body(_ row: Int64, _ connection: Connection) throws -> String? {
        try PostgreSQLConnection(connection: connection)
            .rows("SELECT body FROM announcements WHERE id = $1", [row]).first?.value("body")
    }

    /// The statements that make the table. It needs not survive a crash of the database.
    static let table = """
        CREATE UNLOGGED TABLE announcements (
            id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, body TEXT NOT NULL,
            made_at TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp()
        )
        """

    /// Deletes what every server has received or missed.
    static func deleteOld(_ connection: any SQLConnection) throws {
        try connection.execute("DELETE FROM announcements WHERE made_at < clock_timestamp() - INTERVAL '1 minute'", [])
    }
}
