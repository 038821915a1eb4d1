import PorticoBytes
import PorticoPostgreSQL
import PorticoSQL
import PorticoSQLite

/// A copy of an installation's database to another engine.
public struct DatabaseCopy: Sendable {
    /// A data folder with SQLite, or an address of PostgreSQL.
    public enum Place: Sendable {
        case folder(DataFolder)
        case server(PostgreSQLOptions)
    }

    private let source: Place
    private let target: Place

    public init(from source: Place, to target: Place) {
        self.source = source
        self.target = target
    }

    /// Copies one state of all rows to an empty database. No server may use either.
    ///
    /// - Throws: ``StartFailure``
    public func run(progress: (_ table: String, _ count: Int) -> Void) async throws {
        if case .folder(let folder) = source { try folder.requireDatabase() }
        if case .folder(let folder) = target { try folder.create() }
        let locks = [try source.lock(), try target.lock()]
        defer { withExtendedLifetime(locks) {} }
        let (from, to) = (try await source.open(createsMissing: false), try await target.open(createsMissing: true))
        try await source.requireNoServers(on: from)
        try await target.requireNoServers(on: to)
        do {
            try await SQLCopy(from: from, to: to, migrations: target.migrationsTable).run(progress: progress)
        } catch let problem as SQLCopy.Problem {
            throw StartFailure("the database was not copied: \(problem)")
        }
        try from.close()
        try to.close()
    }
}

extension DatabaseCopy.Place {
    /// The place that a text names: an address that begins with `postgres://`, or a folder.
    ///
    /// - Throws: ``StartFailure``
    public init(_ text: String, passwordFile: String?) throws {
        guard text.begins(with: "postgres://") || text.begins(with: "postgresql://") else {
            self = .folder(DataFolder(path: text))
            return
        }
        guard PostgreSQLOptions.isValid(url: text) else {
            throw StartFailure(
                "the address of PostgreSQL must be postgres://USER@HOST/DATABASE, with the options of libpq")
        }
        self = .server(PostgreSQLOptions(url: text, passwordFile: passwordFile))
    }

    /// nil for PostgreSQL.
    fileprivate func lock() throws -> DataFolder.Lock? {
        guard case .folder(let folder) = self else { return nil }
        return try folder.lock()
    }

    /// The lock shows that no server runs on a folder.
    fileprivate func requireNoServers(on database: any SQLDatabase) async throws {
        guard case .server(let options) = self else { return }
        try await options.requireNoServers(on: database)
    }

    fileprivate var migrationsTable: String {
        switch self {
        case .folder: SQLiteDatabase.migrationsTable
        case .server: PostgreSQLDatabase.migrationsTable
        }
    }

    fileprivate func open(createsMissing: Bool) async throws -> any SQLDatabase {
        switch self {
        case .folder(let folder):
            let database = try folder.openDatabase()
            try folder.describingErrors { try Self.requireNothingNewer(folder.newestMigration()) }
            return database
        case .server(let options):
            let database = try await options.open(createsMissing: createsMissing)
            try await options.describingErrors { try await Self.requireNothingNewer($0.newestMigration()) }
            return database
        }
    }

    /// This version does not know all tables of a newer one.
    private static func requireNothingNewer(_ newest: Int?) throws {
        guard newest == nil else { throw SchemaProblem.newer }
    }
}
