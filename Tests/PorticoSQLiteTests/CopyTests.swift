import Foundation
import PorticoAuth
import PorticoConfig
import PorticoPostgreSQL
import PorticoSQL
import PorticoTestSupport
import Testing

@testable import PorticoSQLite

@Suite("A copy of a database", .everyEngine)
struct CopyTests {
    private let source: any SQLDatabase = TestDatabases.make()

    @Test("has every row, and issues no number twice", arguments: [true, false])
    func everything(isBack: Bool) async throws {
        let other: any SQLDatabase = try SQLiteDatabase.inMemory()
        let (source, target) = isBack ? (other, source) : (source, other)
        let store = SQLAuthStore(source)
        try await store.addAda()
        try await store.addAccount(AccountID(server: .local, user: "Ünï"), name: "École\n🚪")
        let made = try await store.signInAda()
        let last = try await store.signInAda()
        try await store.signOut(made.access)
        _ = try await store.addLink(.passwordReset, to: EmailAddress("ada@door.example")!)
        for number in 0..<10 { try await SQLConfigStore(source).set(["k\(number)": "\(number)"], in: .person(ada)) }
        try await store.add(SecurityEvent(.signedIn, account: ada, client: Client(), time: start))
        try await SQLWorkplaceStore(source).replace(.sample, on: .local)
        try await source.edit("DELETE FROM sign_ins WHERE id = $1", [last.browser.signIns[0].id])
        var counts: [String: Int] = [:]
        let copy = SQLCopy(from: source, to: target, migrations: target.migrationsTable, batch: 3)
        try await copy.run { counts[$0] = $1 }
        #expect(counts["accounts"] == 2 && counts["person_config"] == 10 && counts["workplaces"] == 10)
        let copied = SQLAuthStore(target)
        #expect(try await copied.accounts() == store.accounts())
        #expect(try await copied.history(of: ada) == store.history(of: ada))
        let scope = ConfigScope.person(ada)
        #expect(try await SQLConfigStore(target).stored(in: scope) == SQLConfigStore(source).stored(in: scope))
        let next = try await copied.signInAda()
        #expect(next.browser.signIns[0].id > last.browser.signIns[0].id)
        let version = try await SQLConfigStore(target).set(["a": "1"], in: scope, seen: nil).stored.version
        #expect(version == 11)
        #expect(try await target.unfinishedCopies() == [])
    }

    @Test(
        "is of one state of a database that changes meanwhile",
        .enabled(if: TestPostgreSQL.isAvailable, "\(TestPostgreSQL.reason)"))
    func oneState() async throws {
        try await TestPostgreSQL.withDatabase { options in
            let source = PostgreSQLDatabase(options)
            try await SQLAuthStore(source).addAda()
            let other = try PostgreSQLSession(options)
            let target = try SQLiteDatabase.inMemory()
            var problem: (any Error)?
            let copy = SQLCopy(from: source, to: target, migrations: target.migrationsTable)
            try await copy.run { table, _ in
                guard table == "accounts" else { return }
                do {
                    try other.run("INSERT INTO installation_config (key, value) VALUES ('k', '1')")
                } catch {
                    problem = error
                }
            }
            #expect(problem == nil)
            #expect(try await SQLConfigStore(source).stored(in: .installation).values == ["k": "1"])
            #expect(try await SQLConfigStore(target).stored(in: .installation).values == [:])
        }
    }

    @Test("is not made into a database with rows, and changes none of them")
    func notEmpty() async throws {
        let target = try SQLiteDatabase.inMemory()
        try await SQLAuthStore(source).addAda()
        try await SQLAuthStore(target).addAccount(bob, name: "Bob")
        await #expect(throws: SQLCopy.Problem.targetNotEmpty(table: "accounts")) {
            try await SQLCopy(from: source, to: target, migrations: target.migrationsTable).run { _, _ in }
        }
        #expect(try await SQLAuthStore(target).accounts().map(\.id) == [bob])
        #expect(try await target.unfinishedCopies() == [])
    }

    @Test("is refused if it differs from the source")
    func different() async throws {
        let target = try SQLiteDatabase.inMemory()
        try await target.edit(
            "CREATE TRIGGER other AFTER INSERT ON accounts BEGIN UPDATE accounts SET name = 'Eve'; END", [])
        try await SQLAuthStore(source).addAda()
        await #expect(throws: SQLCopy.Problem.different(table: "accounts")) {
            try await SQLCopy(from: source, to: target, migrations: target.migrationsTable).run { _, _ in }
        }
        #expect(try await target.unfinishedCopies() == [SQLSchema.unfinishedCopy], "nothing opens it")
    }

    @Test("has every table")
    func tables() async throws {
        let names = try await SQLiteDatabase.inMemory().texts(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
        let others: Set = ["grdb_migrations", "config_version", "jobs", "job_parts", "clock"]
        #expect(Set(names).subtracting(others) == SQLCopy.tableNames)
    }
}

extension SQLDatabase {
    fileprivate var migrationsTable: String {
        self is PostgreSQLDatabase ? PostgreSQLDatabase.migrationsTable : SQLiteDatabase.migrationsTable
    }

    fileprivate func unfinishedCopies() async throws -> [String] {
        try await texts("SELECT identifier FROM \(migrationsTable) WHERE identifier LIKE '0:%'")
    }
}
