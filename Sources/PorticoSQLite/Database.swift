import Foundation
import GRDB
import PorticoConfig
import PorticoSQL
import Synchronization

/// The embedded database: one SQLite file in WAL mode, one writer, several readers.
///
/// `synchronous=FULL`: what was acknowledged survives a loss of power; an ended sign-in does not come back.
public struct Database: SQLDatabase {
    let writer: any DatabaseWriter
    /// nil in memory, where there is one connection for all.
    private let readers: Readers?

    /// Opens or creates the database at `path` and brings its tables up to date.
    public static func open(path: String) throws -> Database {
        try Database(
            migrating: DatabasePool(path: path, configuration: configuration),
            readers: Readers(path: path, configuration: configuration))
    }

    /// A database in memory, gone when the last reference to it is.
    public static func inMemory() throws -> Database {
        try Database(migrating: DatabaseQueue(configuration: configuration), readers: nil)
    }

    private init(migrating writer: any DatabaseWriter, readers: Readers?) throws {
        // Here and not where connections are prepared: GRDB turns to `NORMAL` after that, as it turns WAL mode on.
        try writer.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        try Migrations.all.migrate(writer)
        self.writer = writer
        self.readers = readers
    }

    /// A number that is another one after another process has changed the database.
    public func dataVersion() async throws -> Int64 {
        try await writer.writeWithoutTransaction { db in
            try Int64.fetchOne(db, sql: "PRAGMA data_version") ?? 0
        }
    }

    /// Makes sure that the database answers, and takes what is written.
    ///
    /// - Throws: ``StorageFailure``, or what the database says.
    public func checkWriting() async throws {
        try await Self.reportingFailures {
            try await writer.write { db in
                _ = try Int.fetchOne(db, sql: "SELECT 1 FROM accounts LIMIT 1")
                // A number in the file that nobody else uses. Not by a connection of ours, which keeps its statements.
                let number = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
                try db.execute(sql: "PRAGMA user_version = \((number + 1) % 1_000_000)")
            }
        }
    }

    public func read<T: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> T
    ) async throws -> T {
        try await writer.read { try body(SQLiteConnection(db: $0)) }
    }

    /// Who asks a file waits for nobody, so it happens on the thread of the caller. Going to another thread and back costs
    /// more than most statements.
    public func ask<T: Sendable>(
        _ statement: @escaping @Sendable (any SQLConnection) throws -> T
    ) async throws -> T {
        guard let readers else { return try await read(statement) }
        return try readers.ask(statement)
    }

    /// - Throws: ``StorageFailure`` where nothing can be written.
    public func write<T: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> T
    ) async throws -> T {
        try await Self.reportingFailures { try await writer.write { try body(SQLiteConnection(db: $0)) } }
    }

    /// - Throws: ``StorageFailure`` where nothing can be written.
    private static func reportingFailures<T: Sendable>(_ work: () async throws -> T) async throws -> T {
        do {
            return try await work()
        } catch let error as DatabaseError where cannotWrite.contains(error.resultCode) {
            throw StorageFailure("\(error)")
        }
    }

    /// What SQLite says where the disk is full, its limits are reached, or files were taken away.
    private static let cannotWrite: [ResultCode] = [
        .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_READONLY, .SQLITE_CANTOPEN,
    ]

    /// Ends all connections, after moving the write-ahead log into the database file.
    public func close() throws {
        try readers?.close()
        try writer.close()
    }

    private static var configuration: GRDB.Configuration {
        var configuration = GRDB.Configuration()
        configuration.busyMode = .timeout(5)
        configuration.maximumReaderCount = 4
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA journal_size_limit = 16777216")
        }
        return configuration
    }
}

/// Connections that only read, each used by one thread at a time. There come to be as many as threads ask at once.
private final class Readers: Sendable {
    private let path: String
    private let configuration: GRDB.Configuration
    /// Those that nobody uses; nil once all are closed.
    private let free = Mutex<[DatabaseQueue]?>([])

    init(path: String, configuration: GRDB.Configuration) {
        self.path = path
        var configuration = configuration
        configuration.readonly = true
        self.configuration = configuration
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
