import Foundation
import PorticoConfig
import PorticoSQL
import PorticoTestSupport
import Synchronization
import Testing

@testable import PorticoPostgreSQL

@Suite("The engine of PostgreSQL", .enabled(if: TestPostgreSQL.isAvailable, "\(TestPostgreSQL.reason)"))
struct EngineTests {
    @Test("keeps every value; in texts, it replaces NUL")
    func values() async throws {
        try await TestPostgreSQL.withDatabase { options in
            let database = PostgreSQLDatabase(options)
            let row = try await database.ask { connection in
                try connection.rows(
                    """
                    SELECT $1::BIGINT AS smallest, $2::BIGINT AS greatest, $3::TEXT AS empty, $4::TEXT AS text,
                        $5::BYTEA AS none, $6::BYTEA AS bytes, $7::TEXT AS nothing, $8::TEXT AS nul, 1 AS small
                    """, [Int64.min, Int64.max, "", "Ünï 🚪 '\\", Data(), Data([0, 255]), nil as String?, "a\0b"])[0]
            }
            #expect(try row.value("smallest") == Int64.min)
            #expect(try row.value("greatest") == Int64.max)
            #expect(try row.value("empty") == "")
            #expect(try row.value("text") == "Ünï 🚪 '\\")
            #expect(try row.value("none") == Data())
            #expect(try row.value("bytes") == Data([0, 255]))
            #expect(try row.optional("nothing") as String? == nil)
            #expect(try row.value("nul") == "a\u{FFFD}b")
            #expect(try row.value("small") == 1)
        }
    }

    @Test("compares texts byte by byte, with any collation of the database")
    func bytewise() async throws {
        try await TestPostgreSQL.withDatabase { options in
            let database = PostgreSQLDatabase(options)
            let keys = ["B", "a", "Ä", "a-b", "ab", "é", "z", "\u{10FFFF}"]
            try await database.write { connection in
                for key in keys {
                    try connection.execute(
                        "INSERT INTO installation_config (key, value) VALUES ($1, '')", [key])
                }
            }
            let sorted = try await database.ask { connection in
                try connection.rows("SELECT key FROM installation_config WHERE key < $1 ORDER BY key", ["\u{10FFFF}"])
                    .map { try $0.value("key") as String }
            }
            #expect(sorted == ["B", "a", "a-b", "ab", "z", "Ä", "é"])
        }
    }

    @Test("rolls back the work of a body that fails, and all statements after a failed one")
    func rollback() async throws {
        try await TestPostgreSQL.withDatabase { options in
            let database = PostgreSQLDatabase(options)
            await #expect(throws: Refused.self) {
                try await database.write { connection in
                    try connection.execute("UPDATE config_version SET value = 7", [])
                    throw Refused()
                }
            }
            await #expect(throws: PostgreSQLFailure.self) {
                try await database.write { connection in
                    try connection.execute("UPDATE config_version SET value = 8", [])
                    _ = try? connection.rows("SELECT 1 / 0 AS x", [])
                }
            }
            let version = try await database.configVersion()
            #expect(version == 0)
        }
    }

    private struct Refused: Error {}

    @Test("writes nothing in a reading transaction, which reads one state")
    func reading() async throws {
        try await TestPostgreSQL.withDatabase { options in
            let (database, other) = (PostgreSQLDatabase(options), try PostgreSQLSession(options))
            let states = try await database.read { connection in
                let before = try connection.configVersion()
                try other.run("UPDATE config_version SET value = 7")
                return [before, try connection.configVersion()]
            }
            #expect(states == [0, 0])
            #expect(try await database.configVersion() == 7)
            await #expect(throws: StorageFailure.self) {
                try await database.read { try $0.execute("UPDATE config_version SET value = 8", []) }
            }
        }
    }

    @Test("repeats a transaction that conflicted with another, and counts that")
    func conflicts() async throws {
        try await TestPostgreSQL.withDatabase { options in
            let (database, other) = (PostgreSQLDatabase(options), try PostgreSQLSession(options))
            let runs = Mutex(0)
            try await database.write { connection in
                let run = runs.withLock {
                    $0 += 1; return $0
                }
                let value = try connection.configVersion()
                if run < 3 { try other.run("UPDATE config_version SET value = value + 10") }
                try connection.execute("UPDATE config_version SET value = $1", [value + 1])
            }
            #expect(runs.withLock { $0 } == 3)
            #expect(database.repeatedTransactions == 2)
            #expect(try await database.configVersion() == 21)
        }
    }

    @Test("gives up a transaction that conflicts every time")
    func endlessConflicts() async throws {
        try await TestPostgreSQL.withDatabase { options in
            let (database, other) = (PostgreSQLDatabase(options), try PostgreSQLSession(options))
            await #expect(throws: StorageFailure.self) {
                try await database.write { connection in
                    _ = try connection.configVersion()
                    try other.run("UPDATE config_version SET value = value + 10")
                    try connection.execute("UPDATE config_version SET value = 1", [])
                }
            }
            #expect(database.repeatedTransactions == PostgreSQLDatabase.mostAttempts - 1)
        }
    }

    @Test("completes all of a hundred conflicting transactions, of which twenty run at a time")
    func crowd() async throws {
        try await TestPostgreSQL.withDatabase { options in
            var options = options
            options.connections = 20
            let database = PostgreSQLDatabase(options)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<100 {
                    group.addTask {
                        try await database.write { connection in
                            let value = try connection.configVersion()
                            _ = try connection.rows("SELECT pg_sleep(0.01)::text AS slept", [])
                            try connection.execute("UPDATE config_version SET value = $1", [value + 1])
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await database.configVersion() == 100)
        }
    }

    @Test("works on after a newer version has added a column to a table that it knows")
    func addedColumn() async throws {
        try await TestPostgreSQL.withDatabase { options in
            let (database, other) = (PostgreSQLDatabase(options), try PostgreSQLSession(options))
            let all = "SELECT * FROM config_version"
            func ask() async throws -> Int64 {
                try await database.ask { try $0.rows(all, [])[0].value("value") }
            }
            func write() async throws -> Int64 {
                try await database.write { try $0.rows(all, [])[0].value("value") }
            }
            for (name, use) in [("one", ask), ("two", write)] {
                #expect(try await use() == 0)
                try other.run("ALTER TABLE config_version ADD COLUMN \(name) BIGINT")
                #expect(try await use() == 0)
            }
            #expect(database.repeatedTransactions == 2)
        }
    }

    @Test("works on after the server has closed its connections")
    func closedConnections() async throws {
        try await TestPostgreSQL.withDatabase { options in
            let (database, other) = (PostgreSQLDatabase(options), try PostgreSQLSession(options))
            for _ in 0..<3 {
                #expect(try await database.configVersion() == 0)
                try other.run(
                    "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
                        + " AND datname = current_database()")
                try await database.write { _ = try $0.execute("UPDATE config_version SET value = value", []) }
            }
        }
    }

    @Test("reports a storage failure if it loses the connection in the middle of a new one")
    func lostConnection() async throws {
        try await TestPostgreSQL.withDatabase { options in
            let (database, other) = (PostgreSQLDatabase(options), try PostgreSQLSession(options))
            let failure = await #expect(throws: StorageFailure.self) {
                try await database.write { connection in
                    try other.run(
                        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
                            + " AND datname = current_database()")
                    try connection.execute("UPDATE config_version SET value = 7", [])
                }
            }
            #expect(failure?.isOutOfReach == true)
            #expect(try await database.configVersion() == 0)
        }
    }

    @Test("reports a storage failure if a statement or a lock takes too long")
    func timeouts() async throws {
        try await TestPostgreSQL.withDatabase { options in
            // Created before the short timeout is set, which would end its transaction.
            let other = try PostgreSQLSession(options)
            var options = options
            options.timeout = .milliseconds(200)
            let database = PostgreSQLDatabase(options)
            await #expect(throws: StorageFailure.self) {
                try await database.ask { try $0.rows("SELECT pg_sleep(10) IS NULL AS x", []) }
            }
            try other.run("BEGIN; LOCK TABLE config_version")
            await #expect(throws: StorageFailure.self) {
                try await database.write { try $0.execute("UPDATE config_version SET value = 7", []) }
            }
        }
    }

    @Test("does not repeat a transaction if the server does not respond after a conflict")
    func silence() async throws {
        try await TestPostgreSQL.withDatabase { options in
            var address = try #require(URLComponents(string: options.url))
            let port = try #require(PostgreSQLOptions.parameters(of: options.url)?["port"].flatMap { Int($0) })
            try await Relay.with(to: port) { relay, port in
                (address.user, address.host, address.port, address.queryItems) = ("postgres", "127.0.0.1", port, nil)
                let options = PostgreSQLOptions(url: try #require(address.string), timeout: .seconds(5))
                let attempts = Mutex(0)
                await #expect(throws: StorageFailure.self) {
                    try await PostgreSQLDatabase(options).write { connection in
                        attempts.withLock { $0 += 1 }
                        do {
                            try connection.execute("DO $$ BEGIN RAISE SQLSTATE '40001'; END $$", [])
                        } catch {
                            relay.silence()
                            throw error
                        }
                    }
                }
                #expect(attempts.withLock { $0 } == 1)
            }
        }
    }

    @Test("fails at once while the server is out of reach, without revealing the password")
    func outOfReach() async throws {
        let options = PostgreSQLOptions(url: "postgres://ada:secret@127.0.0.1:1/door")
        let database = PostgreSQLDatabase(options)
        for _ in 0..<20 {
            let failure = await #expect(throws: StorageFailure.self) { try await database.configVersion() }
            #expect(failure?.isOutOfReach == true)
            #expect(failure?.description.contains("secret") == false)
        }
        await #expect(throws: StorageFailure.self) { try await database.checkWriting() }
    }

    @Test("does not run a transaction that was cancelled while all connections were in use")
    func cancelled() async throws {
        try await TestPostgreSQL.withDatabase { options in
            var options = options
            options.connections = 1
            let database = PostgreSQLDatabase(options)
            let (begun, hasBegun) = AsyncStream.makeStream(of: Void.self)
            let mayEnd = DispatchSemaphore(value: 0)
            async let busy: Void = database.ask { _ in
                hasBegun.yield()
                mayEnd.wait()
            }
            for await _ in begun { break }
            let hasRun = Mutex(false)
            let waiting = Task { try await database.ask { _ in hasRun.withLock { $0 = true } } }
            waiting.cancel()
            mayEnd.signal()
            try await busy
            await #expect(throws: CancellationError.self) { try await waiting.value }
            #expect(hasRun.withLock { $0 } == false)
        }
    }

    @Test("checks that it can write, and cannot be used after it is closed")
    func closing() async throws {
        try await TestPostgreSQL.withDatabase { options in
            let database = PostgreSQLDatabase(options)
            try await database.checkWriting()
            try database.close()
            await #expect(throws: StorageFailure.self) { try await database.configVersion() }
        }
    }
}

extension SQLConnection {
    fileprivate func configVersion() throws -> Int {
        try rows("SELECT value FROM config_version", [])[0].value("value")
    }
}

extension SQLDatabase {
    fileprivate func configVersion() async throws -> Int { try await ask { try $0.configVersion() } }
}
