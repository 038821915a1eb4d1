import Foundation
import PorticoConfig
import PorticoSQL
import Synchronization

/// A database of PostgreSQL 14 or later, which several servers can use at the same time.
///
/// All calls throw ``StorageFailure`` while the database is unreachable. Later calls try again.
public final class PostgreSQLDatabase: SQLDatabase {
    private let options: PostgreSQLOptions
    /// Distinguishes this server from the others on the database.
    private let node = String(UInt64.random(in: 0 ... .max), radix: 36)
    private let pool: ConnectionPool
    private let pulse: Pulse
    private let repeats = Atomic(0)

    /// Does not connect yet.
    public init(_ options: PostgreSQLOptions) {
        self.options = options
        pool = ConnectionPool(options, node: node)
        pulse = Pulse(node: node)
    }

    deinit {
        pool.close()
    }

    public var isShared: Bool { true }

    /// The number of repeated transactions. A transaction is repeated after a conflict with another one.
    public var repeatedTransactions: Int { repeats.load(ordering: .relaxed) }

    /// The connections in use, the idle ones, and the maximum.
    public var connections: (used: Int, idle: Int, most: Int) {
        let (used, idle) = pool.connections
        return (used, idle, options.connections)
    }

    /// All statements of `body` read one state of the database.
    public func read<T: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> T
    ) async throws -> T {
        try await transaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", body)
    }

    public func ask<T: Sendable>(
        _ statement: @escaping @Sendable (any SQLConnection) throws -> T
    ) async throws -> T {
        try await run { connection, _ in try connection.ask(statement) }
    }

    /// Transactions have the same effect as if they ran one after the other. Conflicting transactions are repeated, at
    /// most ``mostAttempts`` times, and after ``attemptsAtOnce`` only one of them at a time.
    public func write<T: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> T
    ) async throws -> T {
        try await transaction("BEGIN ISOLATION LEVEL SERIALIZABLE", body)
    }

    /// Writes into the log of the server, so a read-only or full server fails.
    public func checkWriting() async throws {
        try await write { connection in
            _ = try connection.rows("SELECT 1 FROM accounts LIMIT 1", [])
            let isReadOnly: String = try connection.rows(
                "SELECT current_setting('transaction_read_only') AS is_read_only", [])[0].value("is_read_only")
            guard isReadOnly == "off" else {
                throw PostgreSQLFailure(code: "25006", message: "transactions are read-only")
            }
            _ = try connection.rows("SELECT pg_logical_emit_message(true, 'portico', '') IS NULL AS is_written", [])
        }
    }

    public func lastNumbers(of tables: [String]) async throws -> [String: Int64] {
        try await read { connection in
            var numbers: [String: Int64] = [:]
            for table in tables {
                let row = try connection.rows(
                    """
                    SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence($1, 'id')::regclass), 0) AS given,
                        (SELECT coalesce(max(id), 0) FROM \(table)) AS present
                    """, [table])[0]
                numbers[table] = max(try row.value("given"), try row.value("present"))
            }
            return numbers
        }
    }

    public func setLastNumbers(_ numbers: [String: Int64]) async throws {
        try await write { connection in
            for (table, number) in numbers where number > 0 {
                _ = try connection.rows(
                    "SELECT setval(pg_get_serial_sequence($1, 'id')::regclass, $2) AS number", [table, number])
            }
        }
    }

    /// The announcements of other servers on the database, until the stream is no longer read. Uses a connection of its
    /// own.
    ///
    /// - Parameter mayLead: whether this server may do the work that only one server does at a time.
    public func announcements(mayLead: @escaping @Sendable () -> Bool = { true }) -> AsyncStream<SQLAnnouncement> {
        let (stream, continuation) = AsyncStream.makeStream(of: SQLAnnouncement.self)
        let listener = Listener(options, node: node, pulse: pulse, mayLead: mayLead) { continuation.yield($0) }
        let sending = Task {
            await pulse.run { [pulse] text in
                try await self.ask {
                    _ = try $0.rows("SELECT pg_notify($1, $2) IS NULL AS is_sent", [pulse.channel, text])
                }
            }
        }
        continuation.onTermination = { _ in
            listener.stop()
            sending.cancel()
        }
        listener.start()
        return stream
    }

    /// The time at which this server last received its own notification; nil if it has not yet.
    public var lastHeard: ContinuousClock.Instant? { pulse.lastHeard }

    /// Sends an event to all servers, this one included. All receive events in the same order. The event is stored for
    /// a minute, for servers that are not listening.
    public func send(event: Data) async throws {
        try await run { connection, _ in
            try connection.transaction("BEGIN ISOLATION LEVEL READ COMMITTED") { _ in
                try Announcements.send(event: event, PostgreSQLConnection(connection: connection))
            }
        }
    }

    /// Deletes announcements that are too old for any server.
    public func deleteOldAnnouncements() async throws {
        try await write { try Announcements.deleteOld($0) }
    }

    public func close() throws { pool.close() }

    /// Runs a transaction without a time limit for statements. Its statements see the commits of others.
    func maintain<T: Sendable>(_ body: @escaping @Sendable (PostgreSQLConnection) throws -> T) async throws -> T {
        try await run { connection, _ in
            try connection.transaction("BEGIN ISOLATION LEVEL READ COMMITTED", isUnlimited: true) { _ in
                try body(PostgreSQLConnection(connection: connection))
            }
        }
    }

    private func transaction<T: Sendable>(
        _ begin: String, _ body: @escaping @Sendable (any SQLConnection) throws -> T
    ) async throws -> T {
        try await run { connection, attempt in
            // Locks before the transaction takes its snapshot; `LOCK TABLE` itself takes none.
            let turn = attempt > Self.attemptsAtOnce ? "; \(Self.turn)" : ""
            return try connection.transaction(begin + turn, body)
        }
    }

    /// Runs `work` on a connection. Repeats it after a conflict, or if the connection was closed while it was in the
    /// pool.
    ///
    /// - Parameter work: also gets the number of the attempt, from 1.
    private func run<T: Sendable>(_ work: @escaping @Sendable (Connection, Int) throws -> T) async throws -> T {
        do {
            return try await pool.run { [self] in
                var (attempt, isReused, hasConflict) = (0, false, false)
                while true {
                    attempt += 1
                    do {
                        return try pool.withConnection { connection in
                            isReused = connection.isReused
                            defer { hasConflict = connection.hasConflict }
                            return try work(connection, attempt)
                        }
                    } catch let lost as ConnectionLost {
                        guard !lost.isSilent && isReused && attempt <= 2 else { throw lost }
                        isReused = false
                    } catch _ where hasConflict && attempt < Self.mostAttempts {
                        hasConflict = false
                        repeats.add(1, ordering: .relaxed)
                        Self.pause(after: attempt)
                    }
                }
            }
        } catch let lost as Connection.CommitLost {
            throw StorageFailure("\(lost.reason); the transaction may have been committed", isOutOfReach: true)
        } catch {
            throw error.ofStorage
        }
    }

    static let mostAttempts = 60
    private static let attemptsAtOnce = 3
    /// Waits for other transactions with this statement. Transactions without it, and reading ones, run concurrently.
    private static let turn = "LOCK TABLE \(migrationsTable) IN SHARE UPDATE EXCLUSIVE MODE"

    /// Waits for a random time, so that conflicting transactions do not meet again.
    private static func pause(after attempt: Int) {
        Thread.sleep(forTimeInterval: .random(in: 0...0.001) * Double(min(attempt * attempt, 50)))
    }
}
