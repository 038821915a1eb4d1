import PorticoBytes
import PorticoSQL

extension PostgreSQLDatabase {
    /// All migrations: the initial schema of PostgreSQL, and the migrations of every engine.
    private static var migrations: [SQLMigration] { [SQLSchema.tables] + SQLSchema.migrations }

    /// The number of migrations in the database; 0 for one without tables.
    ///
    /// - Throws: ``SchemaProblem`` if they are not of this version, or an error of the database.
    public func version() async throws -> Int {
        try await read { try Self.version(ofApplied: Self.applied($0)) }
    }

    /// Requires the schema of this version.
    ///
    /// - Throws: ``SchemaProblem``, or an error of the database.
    public func requireCurrentSchema() async throws {
        let version = try await version()
        guard version == SQLSchema.version else { throw SchemaProblem.older(version) }
    }

    /// The number of the latest migration of a newer version; nil if there is none.
    ///
    /// - Throws: ``SchemaProblem``, or an error of the database.
    public func newestMigration() async throws -> Int? {
        let applied = try await read { try Self.applied($0) }
        return applied.isEmpty ? nil : try Self.compared(applied).newest
    }

    /// The migrations that the database lacks.
    ///
    /// - Throws: ``SchemaProblem`` if its migrations are not of this version, or an error of the database.
    public func pendingMigrations() async throws -> [SQLMigration] {
        try await read { connection in
            let applied = try Self.applied(connection)
            _ = try Self.version(ofApplied: applied)
            return Self.migrations.filter { !applied.contains($0.identifier) }
        }
    }

    /// Creates the tables, or brings those of an earlier version up to date. One of several servers does it, in one
    /// transaction; the others wait.
    ///
    /// - Returns: the number of migrations before; nil if the schema was up to date.
    /// - Throws: ``SchemaProblem``, or an error of the database.
    public func migrate() async throws -> Int? {
        guard try await version() != SQLSchema.version else { return nil }
        return try await maintain(Self.migrate)
    }

    /// The transaction must be `READ COMMITTED`: a server that has waited for the lock must see the tables of another
    /// one.
    static func migrate(_ connection: PostgreSQLConnection) throws -> Int? {
        try AdvisoryLock.migrations.take(connection)
        let applied = try applied(connection)
        let before = try version(ofApplied: applied)
        guard before < SQLSchema.version else { return nil }
        if applied.isEmpty { try connection.execute(table, []) }
        for migration in migrations where !applied.contains(migration.identifier) {
            for statement in migration.statements(.postgreSQL) { try connection.define(statement) }
            try migration.fill?(connection)
            for statement in migration.indexes { try connection.define(statement) }
            try connection.execute("INSERT INTO \(migrationsTable) (identifier) VALUES ($1)", [migration.identifier])
        }
        return before
    }

    /// The table of the migrations.
    public static let migrationsTable = "portico_migrations"

    /// The number of accounts; nil without tables. The schema can be of any version.
    public func accountCount() async throws -> Int? {
        try await read { connection in
            guard try !Self.applied(connection).isEmpty else { return nil }
            return try connection.rows("SELECT count(*) AS count FROM accounts", [])[0].value("count")
        }
    }

    /// Deletes all rows, and the mark of an unfinished copy. No server may be running.
    ///
    /// - Throws: ``SchemaProblem`` also if a newer version has added tables, or an error of the database.
    public func empty() async throws {
        try await maintain { connection in
            let applied = try Self.applied(connection).subtracting([SQLSchema.unfinishedCopy])
            guard try Self.compared(applied).newest == nil else { throw SchemaProblem.newer }
            let present = try connection.rows(
                "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()", []
            ).map { try $0.value("tablename") as String }
            let names = Self.emptied.intersection(present).sorted().joined(separator: ", ")
            try connection.define("TRUNCATE \(names) RESTART IDENTITY")
            try connection.execute("UPDATE config_version SET value = 0", [])
            try connection.execute(
                "DELETE FROM \(Self.migrationsTable) WHERE identifier = $1", [SQLSchema.unfinishedCopy])
        }
    }

    /// All tables except that of the migrations and that of the configuration's version.
    static let emptied = SQLCopy.tableNames.union([
        "announcements", "clock", "job_parts", "jobs", "live_events", "nodes", "setup_nonces", "waiting_notices",
    ])

    private static let table = "CREATE TABLE \(migrationsTable) (identifier TEXT COLLATE \"C\" PRIMARY KEY)"

    /// - Throws: ``SchemaProblem/foreign`` if another program has a table of the same name.
    private static func applied(_ connection: any SQLConnection) throws -> Set<String> {
        let tables = try connection.rows(
            """
            SELECT tablename FROM pg_tables
            WHERE schemaname = current_schema() AND tablename IN ('\(migrationsTable)', 'accounts')
            """, [])
        let names = try tables.map { try $0.value("tablename") as String }
        guard names.contains(migrationsTable) else {
            guard names.isEmpty else { throw SchemaProblem.foreign }
            return []
        }
        return Set(
            try connection.rows("SELECT identifier FROM \(migrationsTable)", []).map { try $0.value("identifier") })
    }

    private static func version(ofApplied applied: Set<String>) throws -> Int {
        guard !applied.isEmpty else { return 0 }
        return SQLSchema.firstVersion + (try compared(applied).count) - 1
    }

    private static func compared(_ applied: Set<String>) throws -> AppliedMigrations {
        try AppliedMigrations(applied, known: migrations.map(\.identifier))
    }
}

/// The numbers of the servers' advisory locks. They begin with the letters `port`.
enum AdvisoryLock: Int64 {
    case migrations = 0x706f_7274_0000_0001
    /// Held by the leading server.
    case leading = 0x706f_7274_0000_0002
    /// Held while an event is sent, so that the numbers of events and their notifications have the same order.
    case events = 0x706f_7274_0000_0003
    /// Held while security events are stored, so that their ids and their commits have the same order.
    case securityEvents = 0x706f_7274_0000_0004

    /// Waits until no other transaction holds it, and holds it until the transaction ends.
    func take(_ connection: PostgreSQLConnection) throws {
        _ = try connection.rows("SELECT pg_advisory_xact_lock($1) IS NULL AS is_null", [rawValue])
    }
}
