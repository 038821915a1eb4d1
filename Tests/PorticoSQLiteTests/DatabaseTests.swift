import Foundation
import GRDB
import PorticoAuth
import PorticoConfig
import PorticoSQL
import Testing

@testable import PorticoSQLite

@Suite("The database file")
struct DatabaseTests {
    @Test("is in WAL mode, synchronous in full, and checks references")
    func pragmas() async throws {
        try await DatabaseFolder.with { folder in
            let database = try folder.open()
            let onWriter = try await database.writer.write { db in
                try ["journal_mode", "synchronous", "foreign_keys", "journal_size_limit", "busy_timeout"].map {
                    try String.fetchOne(db, sql: "PRAGMA \($0)")
                }
            }
            #expect(onWriter == ["wal", "2", "1", "16777216", "5000"])
        }
    }

    @Test("stores a text with NUL whole, as PostgreSQL does")
    func nul() async throws {
        let database = try SQLiteDatabase.inMemory()
        let row = try await database.ask { try $0.rows("SELECT $1 AS text", ["a\0b"])[0] }
        #expect(try row.value("text") == "a\u{FFFD}b")
    }

    @Test("refuses a value of another type than its column's")
    func strict() async throws {
        let database = try SQLiteDatabase.inMemory()
        let loose = try await database.texts(
            "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND NOT strict "
                + "AND name NOT LIKE 'sqlite_%' AND name <> 'grdb_migrations'")
        #expect(loose == [])
        #expect(try await database.texts("SELECT name FROM pragma_table_list WHERE strict").count >= 12)
        await #expect(throws: DatabaseError.self) {
            try await database.edit("INSERT INTO installation_config (key, value) VALUES ('a', x'00')")
        }
    }

    @Test("keeps everything until it is opened again")
    func reopening() async throws {
        try await DatabaseFolder.with { folder in
            var database = try folder.open()
            var store = SQLAuthStore(database)
            try await store.addAda()
            let made = try await store.signInAda()
            try await SQLConfigStore(database).set(["key": "1"], in: .person(ada))
            try database.close()
            database = try folder.open()
            store = SQLAuthStore(database)
            #expect(try await store.browser(made.access.token) == made.browser)
            #expect(try await store.credential(of: ada)?.passwordHash == "hash")
            #expect(try await SQLConfigStore(database).values(in: .person(ada)) == ["key": "1"])
        }
    }

    @Test("answers single queries during a write, with stored values, and none after it is closed")
    func asking() async throws {
        try await DatabaseFolder.with { folder in
            let database = try folder.open()
            let store = SQLAuthStore(database)
            try await store.addAda()
            let (deleted, hasDeleted) = AsyncStream.makeStream(of: Void.self)
            let mayEnd = DispatchSemaphore(value: 0)
            async let writing: Void = database.write { connection in
                try connection.execute("DELETE FROM accounts", [])
                hasDeleted.yield()
                mayEnd.wait()
            }
            for await _ in deleted { break }
            let answers = try? await withThrowingTaskGroup { group in
                for _ in 0..<100 { group.addTask { try await store.hasLocalAccounts() } }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            mayEnd.signal()
            try await writing
            #expect(answers == [true])
            #expect(try await !store.hasLocalAccounts())
            try database.close()
            await #expect(throws: DatabaseError.self) { try await store.hasLocalAccounts() }
            #expect(!FileManager.default.fileExists(atPath: folder.path + "-wal"))
        }
    }

    @Test("loses no acknowledged write if nobody closes it")
    func withoutClosing() async throws {
        try await DatabaseFolder.with { folder in
            let crashed = try folder.open()
            try await SQLAuthStore(crashed).addAda()
            let copy = folder.path + "-copy"
            for ending in ["", "-wal"] {
                try FileManager.default.copyItem(atPath: folder.path + ending, toPath: copy + ending)
            }
            #expect(try await SQLAuthStore(SQLiteDatabase.open(path: copy)).account(ada)?.name == "Ada")
        }
    }

    @Test("reports that another connection has written, and not its own writes")
    func dataVersion() async throws {
        try await DatabaseFolder.with { folder in
            let (ours, theirs) = (try folder.open(), try folder.open())
            let first = try await ours.dataVersion()
            try await SQLAuthStore(ours).addAda()
            #expect(try await ours.dataVersion() == first)
            try await SQLAuthStore(theirs).setDisabled(true, ada, event: nil, at: start)
            let second = try await ours.dataVersion()
            #expect(second != first)
            #expect(try await ours.dataVersion() == second)
        }
    }

    @Test("answers a check, and fails it without its tables")
    func ping() async throws {
        let database = try SQLiteDatabase.inMemory()
        try await database.checkWriting()
        try await database.edit("ALTER TABLE accounts RENAME TO elsewhere")
        await #expect(throws: (any Error).self) { try await database.checkWriting() }
    }

    @Test("leaves no write-ahead log after it is closed, or released", arguments: [true, false])
    func closing(isClosed: Bool) async throws {
        try await DatabaseFolder.with { folder in
            try await use(folder, isClosed: isClosed)
            #expect(FileManager.default.fileExists(atPath: folder.path))
            #expect(!FileManager.default.fileExists(atPath: folder.path + "-wal"))
        }
    }

    private func use(_ folder: DatabaseFolder, isClosed: Bool) async throws {
        let database = try folder.open()
        try await SQLAuthStore(database).addAda()
        #expect(try await database.read { try $0.rows("SELECT 1 FROM accounts", []).count } == 1)
        #expect(try await SQLAuthStore(database).hasLocalAccounts())
        if isClosed { try database.close() }
    }

    @Test("is neither opened nor changed if a newer version or another program has created it")
    func otherSchemas() async throws {
        for (sql, problem) in [
            ("INSERT INTO grdb_migrations VALUES ('99: something new')", SchemaProblem.newer),
            ("INSERT INTO grdb_migrations VALUES ('7: something else')", .foreign),
            ("DROP TABLE grdb_migrations", .foreign), ("DELETE FROM grdb_migrations", .foreign),
            ("DELETE FROM grdb_migrations WHERE identifier LIKE '1:%'", .foreign),
            ("UPDATE grdb_migrations SET identifier = 'shop' WHERE identifier LIKE '1:%'", .foreign),
        ] {
            try await DatabaseFolder.with { folder in
                let database = try folder.open()
                try await database.edit(sql)
                try database.close()
                let bytes = try Data(contentsOf: URL(filePath: folder.path))
                #expect(throws: problem, "\(sql)") { try folder.open() }
                #expect(throws: problem, "\(sql)") { try SQLiteDatabase.migrate(path: folder.path) }
                #expect(throws: problem, "\(sql)") { try SQLiteDatabase.open(path: folder.path, allowsOlder: true) }
                #expect(try Data(contentsOf: URL(filePath: folder.path)) == bytes)
                #expect(!FileManager.default.fileExists(atPath: folder.path + "-wal"))
            }
        }
    }

    @Test("is not opened if it is not a database")
    func noDatabase() async throws {
        try await DatabaseFolder.with { folder in
            try Data(repeating: 0x41, count: 8192).write(to: URL(fileURLWithPath: folder.path))
            #expect(throws: (any Error).self) { try folder.open() }
        }
    }
}
