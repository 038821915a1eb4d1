import Foundation
import Logging
import PorticoConfig
import PorticoPostgreSQL
import PorticoSQL

extension PostgreSQLOptions {
    /// The database, whose schema must be of this version.
    ///
    /// - Parameter createsMissing: whether to create missing tables.
    /// - Throws: ``StartFailure``
    func open(createsMissing: Bool = false) async throws -> PostgreSQLDatabase {
        try await describingErrors { database in
            if createsMissing, try await database.version() == 0 { _ = try await database.migrate() }
            guard try await database.version() > 0 else { throw StartFailure("there is no database in \(place)") }
            try await database.requireCurrentSchema()
            return database
        }
    }

    /// The database, for a server. Missing tables are created, and those of an earlier version brought up to date.
    ///
    /// - Throws: ``StartFailure``
    func openMigrated(logger: Logger) async throws -> PostgreSQLDatabase {
        try await describingErrors { database in
            if let before = try await database.migrate(), before > 0 {
                logger.notice(
                    "the database is of an earlier version and was migrated",
                    metadata: ["from": "\(before)", "to": "\(SQLSchema.version)"])
            }
            logger.reportNewerSchema(try await database.newestMigration())
            return database
        }
    }

    /// The options stored in the database; empty if it has no tables.
    ///
    /// - Throws: ``StartFailure``
    func keptOptions() async throws -> [String: String] {
        try await describingErrors { database in
            // The options of `serve` are read before it migrates.
            guard try await database.version() > 0 else { return [:] }
            let kept = try await StoredOptions.values(ofAnyVersion: SQLConfigStore(database))
            try database.close()
            return kept
        }
    }

    /// - Throws: ``StartFailure`` if servers run on the database.
    func requireNoServers(on database: any SQLDatabase) async throws {
        let names = try await SQLNodeStore(database).running()
        guard names.isEmpty else {
            throw StartFailure(
                "servers run on the database \(place): \(names.joined(separator: ", ")); stop them first, and wait 15 seconds "
                    + "if one was killed")
        }
    }

    /// Describes errors of the database in one sentence about it.
    ///
    /// - Throws: ``StartFailure``
    func describingErrors<Result>(_ work: (PostgreSQLDatabase) async throws -> Result) async throws -> Result {
        do {
            return try await work(PostgreSQLDatabase(self))
        } catch let problem as SchemaProblem {
            throw StartFailure("the database \(place) \(problem)")
        } catch let failure as StorageFailure {
            throw StartFailure("the database \(place) cannot be used: \(failure)", of: failure)
        } catch let failure as PostgreSQLFailure {
            throw StartFailure("the database \(place) cannot be used: \(failure)")
        }
    }
}
