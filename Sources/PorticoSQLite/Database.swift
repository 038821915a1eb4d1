import Foundation
import GRDB

/// The embedded database: one SQLite file in WAL mode, one writer, several readers.
///
/// `synchronous=FULL`: what was acknowledged survives a loss of power; an ended sign-in does not come back.
public struct Database: Sendable {
    let writer: any DatabaseWriter

    /// Opens or creates the database at `path` and brings its tables up to date.
    public static func open(path: String) throws -> Database {
        try Database(migrating: DatabasePool(path: path, configuration: configuration))
    }

    /// A database in memory, gone when the last reference to it is.
    public static func inMemory() throws -> Database {
        try Database(migrating: DatabaseQueue(configuration: configuration))
    }

    private init(migrating writer: any DatabaseWriter) throws {
        // Here and not where connections are prepared: GRDB turns to `NORMAL` after that, as it turns WAL mode on.
        try writer.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        try Migrations.all.migrate(writer)
        self.writer = writer
    }

    /// A number that is another one after another process has changed the database.
    public func dataVersion() async throws -> Int64 {
        try await writer.writeWithoutTransaction { db in
            try Int64.fetchOne(db, sql: "PRAGMA data_version") ?? 0
        }
    }

    /// Whether the database answers.
    public func ping() async throws {
        try await writer.read { db in _ = try Int.fetchOne(db, sql: "SELECT 1 FROM accounts LIMIT 1") }
    }

    /// Ends all connections, after moving the write-ahead log into the database file.
    public func close() throws {
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
