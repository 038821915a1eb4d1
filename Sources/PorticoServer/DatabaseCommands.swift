import Foundation
import PorticoAuth
import PorticoConfig
import PorticoPostgreSQL
import PorticoSQL
import PorticoStore

// For both engines.
extension ServerOptions {
    /// The database and its schema.
    public struct DatabaseStatus: Encodable, Sendable {
        /// `SQLite` or `PostgreSQL`.
        public let engine: String
        /// The file, or the server and database.
        public let place: String
        /// The number of migrations that the schema has; 0 without tables.
        public let version: Int
        /// The number of migrations that this version knows.
        public let current: Int
    }

    /// A migration that the database lacks.
    public struct Migration: Encodable, Sendable {
        /// Its number, a colon, and its description.
        public let identifier: String
        /// Whether servers of the previous version work on after it.
        public let isAdditive: Bool

        init(_ identifier: String, isAdditive: Bool) {
            self.identifier = identifier
            self.isAdditive = isAdditive
        }
    }

    /// The place and the version of the database.
    ///
    /// - Throws: ``StartFailure``
    public func databaseStatus() async throws -> DatabaseStatus {
        if let postgreSQL {
            let version = try await postgreSQL.describingErrors { try await $0.version() }
            return DatabaseStatus(
                engine: "PostgreSQL", place: postgreSQL.place, version: version, current: SQLSchema.version)
        }
        let folder = DataFolder(path: dataFolder)
        return DatabaseStatus(
            engine: "SQLite", place: folder.databasePath, version: try folder.version(), current: SQLSchema.version)
    }

    /// The servers that run on the database, by name.
    ///
    /// - Throws: ``StartFailure``, also for SQLite.
    public func nodes() async throws -> [InstallationNode] {
        guard let postgreSQL else {
            throw StartFailure("database.url is not set: only servers on PostgreSQL are listed")
        }
        return try await postgreSQL.describingErrors { database in
            try await database.requireCurrentSchema()
            return try await SQLNodeStore(database).nodes()
        }
    }

    /// The clock of this machine when somebody accepts it.
    public struct AcceptedClock: Encodable, Sendable {
        /// The time by the clock of this machine.
        public let time: Date
        /// The seconds by which it is ahead of the database's clock; nil for SQLite, which has no clock.
        public let secondsAhead: Double?
    }

    /// Accepts the clock of this machine as right, also while servers run.
    ///
    /// - Throws: ``StartFailure``
    public func acceptClock(at now: Date) async throws -> AcceptedClock {
        let store = SQLClockStore(try await openDatabase())
        let reference = try await store.accept(at: now)
        return AcceptedClock(time: now, secondsAhead: reference.database.map(now.timeIntervalSince))
    }

    /// Checks the database and the keys, also while servers run.
    ///
    /// - Throws: ``StartFailure`` if the database cannot be opened.
    public func checkDatabase() async throws -> DataFolder.Check {
        let folder = DataFolder(path: dataFolder)
        var check = if let postgreSQL { try await self.check(postgreSQL, folder) } else { try folder.check() }
        guard check.problems.isEmpty, check.version == SQLSchema.version else { return check }
        check.problems = try await keyProblems(folder)
        return check
    }

    /// Opens all stored secrets, and describes those that no key opens.
    private func keyProblems(_ folder: DataFolder) async throws -> [String] {
        let database = try await openDatabase()
        let comparison = KeyComparison(self, folder: folder, database: database)
        let keys = try comparison.keys()
        let all = try keys.map(SecretBox.init(masterKeys:)) ?? SecretBox()
        let verdict = try await comparison.store.verdict(on: all)
        let box = try await comparison.store.removingRevoked(from: all) ?? SecretBox()
        let rows = SQLSealedRows(database, draftsSince: Date(timeIntervalSinceNow: -Drafts.lifetime))
        var unreadable = try await rows.unreadable(with: box)
        // Other servers have sealed unreadable apps, drafts and results with keys of their own.
        if comparison.isOwnOfEach { (unreadable.apps, unreadable.drafts, unreadable.results) = (0, 0, 0) }
        try database.close()
        return [comparison.problem(verdict, isMissing: keys == nil), unreadable.sentence].compactMap(\.self)
    }

    private func check(_ postgreSQL: PostgreSQLOptions, _ folder: DataFolder) async throws -> DataFolder.Check {
        var check = DataFolder.Check()
        check.version = try await postgreSQL.describingErrors { database in
            let version = try await database.version()
            guard version > 0 else { throw StartFailure("there is no database in \(postgreSQL.place)") }
            try await database.checkWriting()
            return version
        }
        if check.version < SQLSchema.version {
            check.problems.append("the database \(postgreSQL.place) \(SchemaProblem.older(check.version))")
        }
        try folder.checkKeys(&check)
        return check
    }

    /// The migrations that ``migrateDatabase()`` would run.
    ///
    /// - Throws: ``StartFailure``
    public func pendingMigrations() async throws -> [Migration] {
        guard let postgreSQL else { return try DataFolder(path: dataFolder).pendingMigrations() }
        return try await postgreSQL.describingErrors { database in
            guard try await database.version() > 0 else {
                throw StartFailure("there is no database in \(postgreSQL.place)")
            }
            return try await database.pendingMigrations().map { Migration($0.identifier, isAdditive: $0.isAdditive) }
        }
    }

    /// Migrates the database of an earlier version. No server may use SQLite meanwhile.
    ///
    /// - Returns: nil if there is nothing to do.
    /// - Throws: ``StartFailure``
    public func migrateDatabase() async throws -> DataFolder.Migrated? {
        guard let postgreSQL else { return try DataFolder(path: dataFolder).migrate() }
        return try await postgreSQL.describingErrors { database in
            guard try await database.version() > 0 else {
                throw StartFailure("there is no database in \(postgreSQL.place)")
            }
            return try await database.migrate()
                .map { DataFolder.Migrated(from: $0, to: SQLSchema.version, copy: nil) }
        }
    }

    /// The number of accounts in the database, which can be of any version; nil without tables.
    ///
    /// - Throws: ``StartFailure``
    public func accountCount() async throws -> Int? {
        guard let postgreSQL else { return try DataFolder(path: dataFolder).accountCount() }
        return try await postgreSQL.describingErrors { try await $0.accountCount() }
    }

    /// Deletes everything in the database. No server may run.
    ///
    /// - Throws: ``StartFailure``
    public func emptyDatabase() async throws {
        guard let postgreSQL else { return try DataFolder(path: dataFolder).removeDatabase() }
        try await postgreSQL.describingErrors { database in
            try await postgreSQL.requireNoServers(on: database)
            try await database.empty()
        }
    }

    /// The database, for sentences.
    public var databasePlace: String { postgreSQL?.place ?? DataFolder(path: dataFolder).databasePath }

    /// The data folder, for commands that work only with SQLite.
    ///
    /// - Throws: ``StartFailure`` if the database is not in it.
    public func folderOfSQLite() throws -> DataFolder {
        guard postgreSQL == nil else {
            throw StartFailure(
                "database.url is set: back up and restore PostgreSQL with its own tools, such as pg_dump")
        }
        return DataFolder(path: dataFolder)
    }
}

extension SQLSealedRows.Unreadable {
    /// nil if every value was opened.
    fileprivate var sentence: String? {
        let parts = [
            (tokens, "tokens of gateways"), (apps, "secrets of authenticator apps"), (drafts, "drafts and kept pages"),
            (results, "parts of results of jobs"),
        ].filter { $0.0 > 0 }
        guard !parts.isEmpty else { return nil }
        let counts = parts.map { "\($0.1) (\($0.0))" }.joined(separator: ", ")
        return "no key opens \(counts): restore the key; if it is lost, the command keys rotate --lost starts over"
            + (apps > 0 ? ", and users reset-factors removes an app" : "")
    }
}
