import Foundation
import GRDB
import PorticoConfig
import PorticoSQL
import Synchronization

/// The embedded database: one SQLite file in WAL mode, one writer, several readers.
///
/// With `synchronous=FULL`, committed transactions survive a power failure, so an ended sign-in does not come back.
public struct SQLiteDatabase: SQLDatabase {
    let writer: any DatabaseWriter
    /// nil for an in-memory database, which has a single connection.
    private let readers: Readers?

    /// Opens the database at `path`. A missing or empty file gets the tables; the schema of an older version stays
    /// unchanged, see ``migrate(path:)``.
    ///
    /// - Parameter allowsOlder: whether to open a database with an older schema. Then only statements for every version
    ///   work.
    /// - Throws: ``SchemaProblem``
    public static func open(path: String, allowsOlder: Bool = false) throws -> SQLiteDatabase {
        let schema = try Schema(ofFile: path)
        if case .older(let version) = schema, !allowsOlder { throw SchemaProblem.older(version) }
        let writer = try DatabasePool(path: path, configuration: configuration)
        if schema == .none { try Migrations.all.migrate(writer) }
        return try SQLiteDatabase(
            writer: writer, readers: Readers(path: path, writer: writer, configuration: configuration))
    }

    /// A new in-memory database. It is lost with its last reference.
    public static func inMemory() throws -> SQLiteDatabase {
        let writer = try DatabaseQueue(configuration: configuration)
        try empty.get().backup(to: writer)
        return try SQLiteDatabase(writer: writer, readers: nil)
    }

    /// A new in-memory database, to be copied: a copy takes less time than all migrations.
    private static let empty = Result {
        let writer = try DatabaseQueue(configuration: configuration)
        try Migrations.all.migrate(writer)
        return writer
    }

    public var isShared: Bool { false }

    private init(writer: any DatabaseWriter, readers: Readers?) throws {
        // Not in `prepareDatabase`: GRDB sets `NORMAL` afterwards, when it turns on WAL mode.
        try writer.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        self.writer = writer
        self.readers = readers
    }

    /// A number that changes when another process has changed the database.
    public func dataVersion() async throws -> Int64 {
        try await writer.writeWithoutTransaction { db in
            try Int64.fetchOne(db, sql: "PRAGMA data_version") ?? 0
        }
    }

    /// Checks that the database can be read and written.
    ///
    /// - Throws: ``StorageFailure``, or another error of the database.
    public func checkWriting() async throws {
        try await Self.reportingFailures {
            try await writer.write { db in
                _ = try Int.fetchOne(db, sql: "SELECT 1 FROM accounts LIMIT 1")
                // `user_version` is unused otherwise. Not with an `SQLiteConnection`, which caches its statements.
                let number = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
                try db.execute(sql: "PRAGMA user_version = \((number + 1) % 1_000_000)")
            }
        }
    }

    public func lastNumbers(of tables: [String]) async throws -> [String: Int64] {
        try await writer.read { db in
            var numbers: [String: Int64] = [:]
            for table in tables {
                let given = try Int64.fetchOne(
                    db, sql: "SELECT seq FROM sqlite_sequence WHERE name = ?", arguments: [table])
                let present = try Int64.fetchOne(db, sql: "SELECT max(id) FROM \(table)")
                numbers[table] = max(given ?? 0, present ?? 0)
            }
            return numbers
        }
    }

    public func setLastNumbers(_ numbers: [String: Int64]) async throws {
        try await writer.write { db in
            for (table, number) in numbers {
                try db.execute(sql: "DELETE FROM sqlite_sequence WHERE name = ?", arguments: [table])
                try db.execute(
                    sql: "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", arguments: [table, number])
            }
        }
    }

    public func read<T: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> T
    ) async throws -> T {
        try await writer.read { try body(SQLiteConnection(db: $0)) }
    }

    /// Reads of a file do not wait for other connections, so the query runs on the caller's thread. A change of threads
    /// costs more than most queries.
    public func ask<T: Sendable>(
        _ statement: @escaping @Sendable (any SQLConnection) throws -> T
    ) async throws -> T {
        guard let readers else { return try await read(statement) }
        return try readers.ask(statement)
    }

    /// - Throws: ``StorageFailure`` if the database cannot be written.
    public func write<T: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> T
    ) async throws -> T {
        try await Self.reportingFailures { try await writer.write { try body(SQLiteConnection(db: $0)) } }
    }

    /// - Throws: ``StorageFailure`` if the database cannot be written.
    private static func reportingFailures<T: Sendable>(_ work: () async throws -> T) async throws -> T {
        do {
            return try await work()
        } catch let error as DatabaseError where cannotWrite.contains(error.resultCode) {
            throw StorageFailure("\(error)")
        }
    }

    /// The error codes for a full disk, a reached limit, missing files, or a lock by another program.
    private static let cannotWrite: [ResultCode] = [
        .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_BUSY, .SQLITE_LOCKED,
    ]

    /// Checkpoints the write-ahead log into the database file and closes all connections. Afterwards there is no log,
    /// unless another process uses the database.
    public func close() throws {
        try readers?.close()
        // GRDB closes its readers after its writer, and a reader cannot remove the log.
        (writer as? DatabasePool)?.invalidateReadOnlyConnections()
        try writer.close()
    }

    static var configuration: GRDB.Configuration {
        var configuration = GRDB.Configuration()
        configuration.busyMode = .timeout(5)
        configuration.maximumReaderCount = 4
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA journal_size_limit = 16777216")
        }
        return configuration
    }
}

/// Read-only connections, each used by one thread at a time. Their number grows to the number of concurrent threads.
private final class Readers: Sendable {
    private let path: String
    /// The connection that is closed last: a read-only one cannot remove the write-ahead log.
    private let writer: any DatabaseWriter
    private let configuration: GRDB.Configuration
    /// Idle connections; nil after ``close()``.
    private let free = Mutex<[DatabaseQueue]?>([])

    init(path: String, writer: any DatabaseWriter, configuration: GRDB.Configuration) {
        self.path = path
        self.writer = writer
        var configuration = configuration
        configuration.readonly = true
        self.configuration = configuration
    }

    deinit {
        free.withLock { $0 = nil }
    }

    func ask<T>(_ statement: (any SQLConnection) throws -> T) throws -> T {
        let reader = try reader()
        defer { free.withLock { $0?.append(reader) } }
        return try reader.unsafeRead { try statement(SQLiteConnection(db: $0)) }
    }

    private func reader() throws -> DatabaseQueue {
        let (isOpen, reader) = free.withLock { ($0 != nil, $0?.popLast()) }
        guard isOpen else { throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "the database is closed") }
        return try reader ?? DatabaseQueue(path: path, configuration: configuration)
    }

    func close() throws {
        let readers = free.withLock { free in
            defer { free = nil }
            return free ?? []
        }
        for reader in readers { try reader.close() }
    }
}

@available(*, deprecated, renamed: "SQLiteDatabase")
public typealias Database = SQLiteDatabase
