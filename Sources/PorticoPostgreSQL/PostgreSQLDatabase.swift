import Foundation
import PorticoConfig
import PorticoSQL
import Synchronization

/// A database of PostgreSQL 14 or later, which several servers can use at the same time.
///
/// All calls throw ``StorageFailure`` while the database cannot be reached, and try again later.
public final class PostgreSQLDatabase: SQLDatabase {
    private let options: PostgreSQLOptions
    /// Distinguishes this server from the others on the database.
    private let node = String(UInt64.random(in: 0 ... .max), radix: 36)
    private let pool: ConnectionPool
    private let pulse: Pulse
    private let repeats = Atomic(0)

    /// No connection is made yet.
    public init(_ options: PostgreSQLOptions) {
        self.options = options
        pool = ConnectionPool(options, node: node)
        pulse = Pulse(node: node)
    }

    deinit {
        pool.close()
    }

    /// How often a transaction ran again, because another one was in its way.
    public var repeatedTransactions: Int { repeats.load(ordering: .relaxed) }

    /// The connections that are in use, those that wait for it, and their maximum.
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

    /// Transactions have the effect of running one after the other. Those that are in each other's way run again, at
    /// most ``mostAttempts`` times, and after ``attemptsAtOnce`` only one of them at a time.
    public func write<T: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> T
    ) async throws -> T {
        try await transaction("BEGIN ISOLATION LEVEL SERIALIZABLE", body)
    }

    /// Writes into the log of the server, so a server that cannot write fails.
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

    /// The announcements of other servers on the database, until the stream is no longer read. Takes a connection of its own.
    ///
    /// - Parameter mayLead: whether this server may do the work that one server at a time does.
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

    /// When this server last heard itself; nil if it has not yet.
    public var lastHeard: ContinuousClock.Instant? { pulse.lastHeard }

    /// Sends an event to all servers, this one included, in one order. It is kept for a minute, for servers that do not
    /// listen at the moment.
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

    /// Runs a transaction whose statements may take any time, and see what others commit meanwhile.
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
            // Taken before the transaction sees its state of the database, which `LOCK TABLE` does not fix.
            let turn = attempt > Self.attemptsAtOnce ? "; \(Self.turn)" : ""
            return try connection.transaction(begin + turn, body)
        }
    }

    /// Runs `work` on a connection, and again after a conflict, or if the connection was closed while it was in the pool.
    ///
    /// - Parameter work: gets the number of the attempt too, from 1.
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
    /// Waits for others that run this. Transactions that do not, and those that only read, run beside it.
    private static let turn = "LOCK TABLE \(migrationsTable) IN SHARE UPDATE EXCLUSIVE MODE"

    /// A random time, so that transactions that were in each other's way meet no more.
    private static func pause(after attempt: Int) {
        Thread.sleep(forTimeInterval: .random(in: 0...0.001) * Double(min(attempt * attempt, 50)))
    }
}
