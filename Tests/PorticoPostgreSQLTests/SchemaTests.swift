import Foundation
import PorticoAuth
import PorticoConfig
import PorticoSQL
import PorticoTestSupport
import Testing

@testable import PorticoPostgreSQL

@Suite("The schema of PostgreSQL", .enabled(if: TestPostgreSQL.isAvailable, "\(TestPostgreSQL.reason)"))
struct SchemaTests {
    @Test("is created once, by one of several servers that start at once")
    func migration() async throws {
        try await TestPostgreSQL.withDatabase(isEmpty: true) { options in
            let databases = (0..<4).map { _ in PostgreSQLDatabase(options) }
            #expect(try await databases[0].version() == 0)
            await #expect(throws: SchemaProblem.older(0)) { try await databases[0].requireCurrentSchema() }
            let made = try await withThrowingTaskGroup { group in
                for database in databases { group.addTask { try await database.migrate() } }
                return try await group.reduce(into: [Int?]()) { $0.append($1) }
            }
            #expect(made.compactMap(\.self) == [0])
            for database in databases { try await database.requireCurrentSchema() }
            #expect(try await !SQLAuthStore(databases[0]).hasLocalAccounts())
        }
    }

    @Test("stays when all rows are deleted, also those of an unfinished copy")
    func empty() async throws {
        try await TestPostgreSQL.withDatabase { options in
            let (database, session) = (PostgreSQLDatabase(options), try PostgreSQLSession(options))
            let tables = try await database.read { connection in
                try connection.rows("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()", [])
                    .map { try $0.value("tablename") as String }
            }
            #expect(PostgreSQLDatabase.emptied == Set(tables).subtracting(["portico_migrations", "config_version"]))
            try await SQLAuthStore(database).add(SecurityEvent(.signedIn, account: nil, client: Client(), time: Date()))
            try session.run("INSERT INTO portico_migrations VALUES ('\(SQLSchema.unfinishedCopy)')")
            await #expect(throws: SchemaProblem.unfinishedCopy) { try await database.migrate() }
            #expect(try await database.accountCount() == 0)
            try await database.empty()
            try await database.requireCurrentSchema()
            #expect(try await database.pendingMigrations().isEmpty)
            #expect(try await database.lastNumbers(of: ["security_events"]) == ["security_events": 0])
        }
    }

    @Test("is used if a newer version has only added to it, and then is neither migrated nor emptied")
    func newerAdditions() async throws {
        try await TestPostgreSQL.withDatabase { options in
            let (database, session) = (PostgreSQLDatabase(options), try PostgreSQLSession(options))
            #expect(try await database.newestMigration() == nil)
            let (next, later) = (SQLSchema.version + 1, SQLSchema.version + 2)
            try session.run("INSERT INTO portico_migrations VALUES ('\(next): one\(SQLMigration.onlyAdds)')")
            try session.run("CREATE TABLE of_tomorrow (id INTEGER PRIMARY KEY)")
            try await database.requireCurrentSchema()
            #expect(try await database.migrate() == nil)
            #expect(try await database.newestMigration() == next)
            #expect(try await database.pendingMigrations().isEmpty)
            await #expect(throws: SchemaProblem.newer) { try await database.empty() }
            try session.run("INSERT INTO portico_migrations VALUES ('\(later): another')")
            await #expect(throws: SchemaProblem.newer) { try await database.requireCurrentSchema() }
        }
    }

    @Test("is neither used nor changed if a newer version or another program has created it")
    func otherSchemas() async throws {
        for (sql, problem) in [
            ("INSERT INTO portico_migrations VALUES ('\(SQLSchema.version + 1): something new')", SchemaProblem.newer),
            ("INSERT INTO portico_migrations VALUES ('7: something else')", .foreign),
            ("DROP TABLE portico_migrations", .foreign),
            (
                "UPDATE portico_migrations SET identifier = 'shop' WHERE identifier LIKE '\(SQLSchema.firstVersion):%'",
                .foreign
            ),
        ] {
            try await TestPostgreSQL.withDatabase { options in
                try PostgreSQLSession(options).run(sql)
                let database = PostgreSQLDatabase(options)
                await #expect(throws: problem, "\(sql)") { try await database.requireCurrentSchema() }
                await #expect(throws: problem, "\(sql)") { try await database.migrate() }
            }
        }
    }
}
