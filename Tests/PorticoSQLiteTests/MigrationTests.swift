import Foundation
import GRDB
import PorticoAuth
import PorticoConfig
import PorticoSQL
import Testing

@testable import PorticoSQLite

@Suite("A database of an older version")
struct MigrationTests {
    private let token = Token.random().digest
    private let run = Token.random().digest

    @Test("keeps its accounts, passwords, browsers, sign-ins and configuration")
    func keepsRows() async throws {
        try await withMigrated { database in
            let store = SQLAuthStore(database)
            let works = AccountID(server: ServerID(rawValue: "works"), user: "Ada")
            #expect(try await store.accounts().map(\.id) == [ada, bob, works])
            let account = Account(id: ada, name: "École", isAdministrator: true, createdAt: start)
            let found = try #require(try await store.credential(of: ada))
            #expect(found.account == account)
            #expect(found.passwordHash == "hash")
            #expect(try await store.account(bob)?.isDisabled == true)
            let browser = try #require(try await store.browser(token))
            #expect(
                browser
                    == Browser(
                        id: 4, run: run, lastServer: .local,
                        signIns: [
                            SignIn(
                                id: 6, account: account, method: .password, since: start + 5, lastSeen: start + 60,
                                isAutomatic: true, authenticatedAt: start + 5, selectedAt: start + 5, client: Client())
                        ]))
            #expect(try await store.history(of: ada).signIns.map(\.endedAt) == [start + 4, nil])
            let config = SQLConfigStore(database)
            #expect(try await config.values(in: .person(ada)) == ["k": "1"])
            #expect(try await config.values(in: .installation) == ["k": "4"])
        }
    }

    @Test("has all new functions with its data")
    func servesRows() async throws {
        try await withMigrated { database in
            let store = SQLAuthStore(database)
            #expect(try await store.accounts(AccountQuery(text: "ÉCOLE")).map(\.id) == [ada])
            #expect(try await store.accounts(AccountQuery(text: "BOB")).map(\.id) == [bob])
            let people = try await store.accounts(AccountQuery(order: AccountOrder(.name)))
            #expect(people.map(\.name) == ["Ada", "Bob", "École"])
            #expect(try await store.hasSignedIn(ada, in: 4))
            #expect(try await store.signIns(of: ada).map(\.signIn.id) == [6])
            try await store.setEmail(EmailAddress("ada@door.example"), of: ada, event: nil, at: Date())
            await #expect(throws: AuthError.emailTaken) {
                try await store.setEmail(EmailAddress("ADA@door.example"), of: bob, event: nil, at: Date())
            }
            let made = try await store.signInAda(in: BrowserAccess(4, token: token), run: run)
            #expect(made.browser.id == 4)
            #expect(made.browser.signIns.map(\.id) == [7])
        }
    }

    @Test("is migrated once, and opens again")
    func again() async throws {
        try await withMigrated { database in
            let steps = try await database.texts("SELECT identifier FROM grdb_migrations")
            #expect(steps.count == SQLSchema.version)
            let problems = try await database.texts("PRAGMA foreign_key_check")
            #expect(problems == [])
            let integrity = try await database.texts("PRAGMA integrity_check")
            #expect(integrity == ["ok"])
        }
    }

    @Test("has the tables, columns, indexes and triggers that every engine begins with")
    func sharedSchema() async throws {
        let fresh = try DatabaseQueue()
        try await fresh.write { db in
            for statement in SQLSchema.tables.statements(.sqlite) { try db.execute(sql: statement) }
        }
        let grown = try DatabaseQueue()
        let last = try #require(Migrations.all.migrations.first { $0.hasPrefix("\(SQLSchema.firstVersion):") })
        try Migrations.all.migrate(grown, upTo: last)
        let (expected, found) = (try await Self.parts(of: grown), try await Self.parts(of: fresh))
        #expect(expected.count > 100)
        #expect(found.symmetricDifference(expected) == [])
    }

    private static func parts(of database: DatabaseQueue) async throws -> Set<String> {
        try await database.read { db in
            let columns = try String.fetchAll(
                db,
                sql: """
                    SELECT t.name || ' ' || t.wr || t.strict || ' ' || c.name || ' ' || c.type || ' ' || c."notnull" || c.pk
                        || ' ' || coalesce(c.dflt_value, '')
                    FROM pragma_table_list t JOIN pragma_table_info(t.name) c
                    WHERE t.schema = 'main' AND t.name NOT LIKE 'sqlite_%' AND t.name <> 'grdb_migrations'
                    """)
            let indexes = try String.fetchAll(
                db,
                sql: """
                    SELECT m.tbl_name || ' ' || i.name || ' ' || i."unique" || ' ' || i.partial || ' ' || (
                        SELECT group_concat(name) FROM (SELECT name FROM pragma_index_info(i.name) ORDER BY seqno))
                    FROM sqlite_master m JOIN pragma_index_list(m.name) i
                    WHERE m.type = 'table' AND m.name <> 'grdb_migrations'
                    """)
            let others = try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'trigger'")
            let references = try String.fetchAll(
                db,
                sql: """
                    SELECT m.name || ' ' || f."from" || ' ' || f."table" || ' ' || f."to"
                    FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) f WHERE m.type = 'table'
                    """)
            return Set(columns + indexes + others + references)
        }
    }

    @Test("is copied before it is migrated, and only then")
    func copy() async throws {
        try await withOld { folder in
            #expect(throws: SchemaProblem.older(1)) { try folder.open() }
            let copy = folder.path + ".before-2"
            #expect(!FileManager.default.fileExists(atPath: copy))
            #expect(
                try SQLiteDatabase.migrate(path: folder.path)
                    == SchemaMigration(from: 1, to: SQLSchema.version, copy: copy))
            #expect(try Schema(ofFile: copy) == .older(1))
            #expect(try Schema(ofFile: folder.path) == .current)
            let mode = try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            #expect(try SQLiteDatabase.migrate(path: folder.path) == nil)
        }
    }

    @Test("is copied to another file if there is one from before")
    func secondCopy() async throws {
        try await withOld { folder in
            try Data("x".utf8).write(to: URL(filePath: folder.path + ".before-2"))
            #expect(try SQLiteDatabase.migrate(path: folder.path)?.copy == folder.path + ".before-2-2")
            #expect(try Data(contentsOf: URL(filePath: folder.path + ".before-2")) == Data("x".utf8))
        }
    }

    @Test("keeps its version if the migration is interrupted, with one copy whose name has the migration")
    func interrupted() async throws {
        let last = Migrations.Step("6: interrupted") { _ in throw Interruption() }
        let steps: [Migrations.Step] = Array(Migrations.steps.prefix(5)) + [last]
        try await withOld { folder in
            for _ in 1...2 {
                #expect(throws: Interruption.self) { try SQLiteDatabase.migrate(path: folder.path, steps) }
                #expect(try Schema(ofFile: folder.path) == .older(1))
            }
            #expect(try folder.copies() == ["test.sqlite.before-2"])
            let migration = try SQLiteDatabase.migrate(path: folder.path)
            #expect(migration?.copy == folder.path + ".before-2")
            #expect(try folder.copies() == ["test.sqlite.before-2"])
            #expect(SQLiteDatabase.latestCopy(of: folder.path) == folder.path + ".before-2")
        }
    }

    @Test("lacks migrations of which few stop servers of the version before")
    func pending() async throws {
        try await withOld { folder in
            let pending = try SQLiteDatabase.pendingMigrations(ofFile: folder.path)
            #expect(pending.map(\.identifier) == Array(Migrations.all.migrations.dropFirst()))
            #expect(pending.filter { !$0.isAdditive }.map { $0.identifier.prefix(3) } == ["8: ", "9: ", "10:"])
            #expect(try Schema(ofFile: folder.path) == .older(1))
        }
        for migration in SQLSchema.migrations where migration.isAdditive {
            let sql = migration.statements(.sqlite).joined()
            #expect(!sql.contains("DROP") && !sql.contains("RENAME"), "\(migration.identifier)")
        }
    }

    @Test("records for each migration whether it only adds; a newer version that only adds is accepted")
    func newerAdditions() async throws {
        let marked = SQLSchema.migrations.filter { $0.identifier.hasSuffix(SQLMigration.onlyAdds) }
        #expect(marked.contains { $0.identifier.hasPrefix("25:") } && marked.allSatisfy(\.isAdditive))
        let removing = SQLMigration(identifier: "99: something less", isAdditive: false) { _ in [] }
        #expect(removing.identifier == "99: something less")
        let known = Migrations.all.migrations
        let (next, later) = (SQLSchema.version + 1, SQLSchema.version + 2)
        let one = "\(next): one\(SQLMigration.onlyAdds)"
        let applied = try AppliedMigrations(Set(known + [one]), known: known)
        #expect(applied.count == known.count && applied.newest == next)
        for (identifiers, problem) in [
            (known + [one, "\(later): another"], SchemaProblem.newer),
            (known.dropLast() + [one], .newer),
            (known + ["7: something else\(SQLMigration.onlyAdds)"], .foreign),
        ] {
            #expect(throws: problem) { try AppliedMigrations(Set(identifiers), known: known) }
        }
    }

    /// A database with the schema of the first step and rows in every table, opened twice.
    private func withMigrated(_ work: (SQLiteDatabase) async throws -> Void) async throws {
        try await withOld { folder in
            _ = try SQLiteDatabase.migrate(path: folder.path)
            try folder.open().close()
            try await work(try folder.open())
        }
    }

    private func withOld(_ work: (DatabaseFolder) async throws -> Void) async throws {
        try await DatabaseFolder.with { folder in
            let old = try DatabaseQueue(path: folder.path)
            try Migrations.all.migrate(old, upTo: "1: accounts, browsers, sign-ins, configuration")
            try await old.write { [token, run] db in
                try db.execute(sql: Self.rows, arguments: [token.bytes, run.bytes])
            }
            try old.close()
            try await work(folder)
        }
    }

    private static let rows = """
        INSERT INTO accounts VALUES
            ('local', 'ada', 'École', 1, 0, 'hash', 1767225600000), ('local', 'bob', 'Bob', 0, 1, NULL, 1767225600000),
            ('works', 'Ada', 'Ada', 0, 0, NULL, 1767225600000);
        INSERT INTO browsers VALUES (4, ?, ?, 'local', 1767225600000);
        INSERT INTO sign_ins VALUES
            (5, 4, 'local', 'ada', 'setup', 1767225600000, 1767225600000, 0, 1767225604000),
            (6, 4, 'local', 'ada', 'password', 1767225605000, 1767225660000, 1, NULL);
        INSERT INTO request_records VALUES ('local', 'ada', '/r', 'k', x'00', 303, '/', 1767225600000);
        INSERT INTO person_config VALUES ('local', 'ada', 'k', '1');
        INSERT INTO sign_in_config VALUES (6, 'k', '2');
        INSERT INTO browser_config VALUES (4, 'k', '3');
        INSERT INTO installation_config VALUES ('k', '4');
        """
}

private struct Interruption: Error {}
