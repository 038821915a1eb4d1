import Foundation
import PorticoAuth
import PorticoConfig
import PorticoPostgreSQL
import PorticoSQL
import PorticoServer
import PorticoTestSupport
import Testing

@Suite(
    "Server processes on one database of PostgreSQL",
    .enabled(if: TestPostgreSQL.isAvailable, "\(TestPostgreSQL.reason)"))
struct SharedDatabaseTests {
    @Test("accept the tables and each other's sign-ins, also after one of them is killed")
    func twoProcesses() async throws {
        try await withOptions(isEmpty: true) { folder, options in
            let servers = [
                try await folder.serve("--config", options, data: folder.path + "/a"),
                try await folder.serve("--config", options, data: folder.path + "/b"),
            ]
            let added = try await folder.command(
                "users", "add", "ada", "--password-stdin", "--config", options, input: TestServer.password)
            try #require(added.code == 0, "\(added.errors)")
            var first = ProcessClient(port: servers[0].port)
            #expect(try await first.signIn() == "303")
            let second = ProcessClient(port: servers[1].port, cookies: first.cookies)
            #expect(try await second.account() == "local/ada")
            #expect(try await eventually { try await nodes(folder, options).count == 2 })
            let found = try await nodes(folder, options)
            #expect(found.allSatisfy { $0.version == PorticoServer.version && !$0.name.isEmpty && $0.streams == 0 })
            #expect(Set(found.map(\.name)).count == 2)
            servers[0].process.signal(SIGKILL)
            #expect(try await second.account() == "local/ada")
            #expect(
                try await eventually {
                    try await nodes(folder, options).contains {
                        $0.leading && $0.name.hasSuffix(" \(servers[1].process.id)")
                    }
                })
            let ended = try await folder.command("sessions", "end", "--all", "--yes", "--config", options)
            #expect(ended.code == 0, "\(ended.errors)")
            #expect(try await eventually { try await second.account() == nil })
            servers[1].process.signal(SIGTERM)
            #expect(try await servers[1].process.exitCode() == 0)
            #expect(try await nodes(folder, options).count < 2, "a server that ends leaves the list")
            #expect(!FileManager.default.fileExists(atPath: folder.path + "/b/portico.sqlite"))
        }
    }

    @Test("continue without a suspended leader, which afterwards uses nothing from its memory")
    func stoppedLeader() async throws {
        try await withOptions(isEmpty: false) { folder, options in
            let first = try await folder.serve("--config", options, data: folder.path + "/a")
            let second = try await folder.serve("--config", options, data: folder.path + "/b")
            func leads(_ server: PorticoProcess) async throws -> Bool {
                try await nodes(folder, options).contains { $0.leading && $0.name.hasSuffix(" \(server.id)") }
            }
            #expect(try await eventually { try await leads(first.process) })
            let added = try await folder.command(
                "users", "add", "ada", "--password-stdin", "--config", options, input: TestServer.password)
            try #require(added.code == 0, "\(added.errors)")
            var client = ProcessClient(port: first.port)
            #expect(try await client.signIn() == "303")
            #expect(try await client.account() == "local/ada", "it is in memory")
            first.process.signal(SIGSTOP)
            #expect(try await eventually { try await leads(second.process) })
            let ended = try await folder.command("sessions", "end", "--all", "--yes", "--config", options)
            #expect(ended.code == 0, "\(ended.errors)")
            async let answer = client.account()
            first.process.signal(SIGCONT)
            #expect(try await answer == nil)
            #expect(try await !leads(first.process))
        }
    }

    @Test("give the reason why they are not ready: read-only, refused, a wrong clock")
    func readiness() async throws {
        try await withOptions(isEmpty: false) { folder, options in
            let server = try await folder.serve("--config", options, "--environment", "development")
            let client = ProcessClient(port: server.port)
            func answers(_ reason: String) async throws -> Bool {
                try await eventually { try await client.get("/readyz").hasSuffix("not ready: \(reason)\n") }
            }
            #expect(try await eventually { try await client.get("/readyz").hasPrefix("HTTP/1.1 200") })
            let name = try #require(options.databaseName)
            let cut = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '\(name)'"
            try TestPostgreSQL.administer("ALTER DATABASE \(name) SET default_transaction_read_only = on")
            try TestPostgreSQL.administer(cut)
            #expect(try await answers("the database can only be read"))
            try TestPostgreSQL.administer("ALTER DATABASE \(name) RESET default_transaction_read_only")
            try TestPostgreSQL.administer(cut)
            #expect(try await eventually { try await client.get("/readyz").hasPrefix("HTTP/1.1 200") })
            _ = try await client.post("/dev/settings", "machineClockOffset=-900")
            #expect(try await answers("this machine's clock is 15 minutes behind the database's"))
            #expect(try await eventually { try await nodes(folder, options).allSatisfy { !$0.leading } })
            _ = try await client.post("/dev/settings", "machineClockOffset=0")
            #expect(try await eventually { try await client.get("/readyz").hasPrefix("HTTP/1.1 200") })
        }
    }

    @Test("wait for the database, respond meanwhile that they are not ready, and drain before they end")
    func start() async throws {
        try await withOptions(isEmpty: false) { folder, options in
            let name = try #require(options.databaseName)
            try TestPostgreSQL.administer("ALTER DATABASE \(name) ALLOW_CONNECTIONS false")
            let port = try LoopbackSocket.freePort()
            let server = try PorticoProcess(
                ["serve", "--port", "\(port)", "--data", folder.data, "--config", options], in: folder)
            let client = ProcessClient(port: port)
            let isWaiting = try await eventually {
                (try? await client.get("/readyz"))?
                    .hasSuffix("not ready: the database refuses this server; the log says why\n") == true
            }
            #expect(isWaiting, "\(server.errors)")
            #expect(try await client.get("/healthz").hasPrefix("HTTP/1.1 200"))
            #expect(server.errors.contains("waiting for the database"))
            try TestPostgreSQL.administer("ALTER DATABASE \(name) ALLOW_CONNECTIONS true")
            let isReady = try await eventually {
                (try? await client.get("/readyz"))?.hasPrefix("HTTP/1.1 200") == true
            }
            #expect(isReady, "\(server.errors)")
            server.signal(SIGTERM)
            #expect(
                try await eventually {
                    try await client.get("/readyz").hasSuffix("not ready: this server is about to end\n")
                })
            #expect(try await client.get("/session/new").hasPrefix("HTTP/1.1 200"), "it responds nevertheless")
            #expect(try await server.exitCode() == 0)
        }
    }

    @Test("with a wrong key are not ready and do not lead; without gateway.key, each works with a key of its own")
    func keys() async throws {
        try await withOptions(isEmpty: false) { folder, options in
            let url = try #require(options.postgreSQL?.url)
            let own = try folder.file("own.json", #"{"database": {"url": "\#(url)"}}"#)
            for data in ["a", "b"] {
                let server = try await folder.serve("--config", own, data: "\(folder.path)/\(data)")
                let client = ProcessClient(port: server.port)
                #expect(try await eventually { try await client.get("/readyz").hasPrefix("HTTP/1.1 200") })
                server.process.signal(SIGTERM)
                #expect(try await server.process.exitCode() == 0)
            }
            let database = PostgreSQLDatabase(PostgreSQLOptions(url: url))
            try await SQLAuthStore(database).addEndedGatewayToken(
                Data("x".utf8), of: AccountID(server: ServerID(rawValue: "works"), user: "ada"))
            try database.close()
            let wrong = try await folder.serve("--config", options, data: folder.path + "/c")
            let client = ProcessClient(port: wrong.port)
            let reason = "the key of this server is not the one that the database is used with; the log says why"
            #expect(try await client.get("/readyz").hasSuffix("not ready: \(reason)\n"))
            #expect(try await eventually { try await !nodes(folder, options).isEmpty })
            #expect(try await nodes(folder, options).allSatisfy { !$0.leading })
            try await folder.command("keys", "rotate", "--lost", "--yes", "--config", options).failsAboutServers()
        }
    }

    @Test("of this version work beside a newer one that only added to the tables, and start again on them")
    func newerAdditions() async throws {
        try await withOptions(isEmpty: false) { folder, options in
            let database = try #require(options.postgreSQL)
            let first = try await folder.serve("--config", options, data: folder.path + "/a")
            let added = try await folder.command(
                "users", "add", "ada", "--password-stdin", "--config", options, input: TestServer.password)
            try #require(added.code == 0, "\(added.errors)")
            var client = ProcessClient(port: first.port)
            #expect(try await client.signIn() == "303")
            let session = try PostgreSQLSession(database)
            try session.run("ALTER TABLE accounts ADD COLUMN of_tomorrow TEXT")
            let identifier = "\(SQLSchema.version + 1): of tomorrow\(SQLMigration.onlyAdds)"
            try session.run("INSERT INTO portico_migrations VALUES ('\(identifier)')")
            #expect(try await client.account() == "local/ada")
            let second = try await folder.serve("--config", options, data: folder.path + "/b")
            #expect(second.process.errors.contains("the database is of a newer version, which only added to it"))
            var other = ProcessClient(port: second.port)
            #expect(try await other.signIn() == "303")
            #expect(try await eventually { try await other.get("/readyz").hasPrefix("HTTP/1.1 200") })
            try await folder.command("database", "migrate", "--config", options).prints("the database is up to date\n")
        }
    }

    private struct Node: Decodable {
        let name: String
        let version: String
        let since: String
        let streams: Int
        let lastSeen: String
        let leading: Bool
    }

    private func nodes(_ folder: ProcessFolder, _ options: String) async throws -> [Node] {
        let list = try await folder.command("nodes", "--json", "--config", options)
        return try JSONDecoder().decode([Node].self, from: Data(list.output.utf8))
    }

    @Test("answer 503 while the database does not answer, are not ready, and recover by themselves")
    func outage() async throws {
        try await withOptions(isEmpty: false) { folder, options in
            let server = try await folder.serve("--config", options)
            let client = ProcessClient(port: server.port)
            #expect(try await eventually { try await client.get("/readyz").hasPrefix("HTTP/1.1 200") })
            let name = try #require(options.databaseName)
            try TestPostgreSQL.administer("ALTER DATABASE \(name) ALLOW_CONNECTIONS false")
            try TestPostgreSQL.administer(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '\(name)'")
            let isRefused = try await eventually {
                let answer = try await client.get("/readyz")
                return answer.hasPrefix("HTTP/1.1 503")
                    && answer.hasSuffix("not ready: the database refuses this server; the log says why\n")
            }
            #expect(isRefused)
            let refused = try await ProcessClient(port: server.port).post("/session", "username=ada&password=x")
            #expect(refused.hasPrefix("HTTP/1.1 503"))
            #expect(!refused.contains("can’t save anything"))
            #expect(try await client.get("/healthz").hasPrefix("HTTP/1.1 200"))
            try TestPostgreSQL.administer("ALTER DATABASE \(name) ALLOW_CONNECTIONS true")
            #expect(try await eventually { try await client.get("/readyz").hasPrefix("HTTP/1.1 200") })
        }
    }

    @Test("have commands for the place of the database, migrations and checks, and refuse those of SQLite only")
    func commands() async throws {
        try await withOptions(isEmpty: true) { folder, options in
            let place = try #require(options.place)
            let none = "there is no database in \(place)"
            try await folder.command("database", "check", "--config", options).fails(none)
            try await folder.command("database", "migrate", "--config", options).fails(none)
            try await folder.command("users", "list", "--config", options).fails(none)
            try await folder.command("nodes").fails("database.url is not set: only servers on PostgreSQL are listed")
            try await folder.command("database", "status", "--config", options)
                .prints("PostgreSQL \(place): no tables; this version has \(SQLSchema.version)\n")
            let added = try await folder.command(
                "users", "add", "ada", "--password-stdin", "--config", options, input: TestServer.password)
            try #require(added.code == 0, "\(added.errors)")
            try await folder.command("database", "status", "--config", options)
                .prints("PostgreSQL \(place): the schema has version \(SQLSchema.version)\n")
            try await folder.command("database", "migrate", "--config", options).prints("the database is up to date\n")
            try await folder.command("database", "check", "--config", options)
                .prints("the database: no problems; the schema has version \(SQLSchema.version)\n")
            try await folder.command("database", "backup", folder.path + "/x", "--config", options)
                .fails("database.url is set: back up and restore PostgreSQL with its own tools, such as pg_dump")
        }
    }

    @Test("can get the data of an SQLite database, and return it")
    func copies() async throws {
        try await withOptions(isEmpty: true) { folder, options in
            try await folder.addUser("ada")
            let url = try #require(options.postgreSQL?.url)
            let there = try await folder.run("database", "copy", "--from", folder.data, "--to", url)
            #expect(there.code == 0 && there.output.hasPrefix("accounts: 1\n"), "\(there.errors)")
            let listed = try await folder.command("users", "list", "--json", "--config", options)
            #expect(listed.output.contains("ada"), "\(listed.errors)")
            let again = try await folder.run("database", "copy", "--from", folder.data, "--to", url)
            again.fails(
                "the database was not copied: the target is not empty: its table accounts has rows; the command database "
                    + "empty removes them")
            let back = try await folder.run("database", "copy", "--from", url, "--to", folder.path + "/back")
            #expect(back.code == 0, "\(back.errors)")
            let returned = try await folder.run("users", "list", "--data", folder.path + "/back")
            #expect(returned.output.contains("ada"), "\(returned.errors)")
            let asked = try await folder.command("database", "empty", "--config", options)
            #expect(asked.code == 64)
            let place = try #require(options.place)
            #expect(asked.errors.contains("This would delete 1 account and everything else in \(place)."))
            try await folder.command("database", "empty", "--really", "--config", options)
                .prints("\(place) is empty; it had 1 account\n")
            let third = try await folder.run("database", "copy", "--from", folder.data, "--to", url)
            #expect(third.code == 0, "\(third.errors)")
        }
    }

    @Test("prevent a copy, emptying the database, and replacing a leaked key")
    func copyBesideServers() async throws {
        try await withOptions(isEmpty: true) { folder, options in
            let server = try await folder.serve("--config", options)
            #expect(try await eventually { try await nodes(folder, options).count == 1 })
            let (url, place) = (try #require(options.postgreSQL?.url), try #require(options.place))
            let keys = try folder.file(
                "keys.json",
                String(contentsOfFile: options, encoding: .utf8).replacing(
                    #""key":""#, with: "\"key\":\"\(Data(repeating: 8, count: 32).base64EncodedString()) "))
            for command in [
                ["database", "copy", "--from", url, "--to", folder.path + "/copy"],
                ["database", "empty", "--really", "--config", options],
                ["keys", "rotate", "--at-once", "--config", keys],
            ] {
                let process = try PorticoProcess(command, in: folder)
                #expect(try await process.exitCode() == 1)
                let sentence = "portico: servers run on the database \(place): "
                #expect(process.errors.hasPrefix(sentence), "\(process.errors)")
            }
            server.process.signal(SIGTERM)
            #expect(try await server.process.exitCode() == 0)
            let copied = try await folder.run("database", "copy", "--from", url, "--to", folder.path + "/copy")
            #expect(copied.code == 0, "\(copied.errors)")
        }
    }

    @Test("do not start without the database, and do not reveal the password")
    func outOfReach() async throws {
        try await ProcessFolder.with { folder in
            let options = try folder.file(
                "portico.json", #"{"database": {"url": "postgres://a:sesame@127.0.0.1:1/door", "startTimeout": 0}}"#)
            let result = try await folder.command("serve", "--port", "0", "--config", options)
            #expect(result.code == 1)
            #expect(result.errors.contains("the database 127.0.0.1:1/door cannot be used: "), "\(result.errors)")
            #expect(!result.errors.contains("sesame"))
        }
    }

    /// Runs a test with a file of options for a new database.
    ///
    /// - Parameter isEmpty: whether it has no tables yet.
    private func withOptions(
        isEmpty: Bool, _ test: (ProcessFolder, String) async throws -> Void
    ) async throws {
        try await TestPostgreSQL.withDatabase(isEmpty: isEmpty) { database in
            try await ProcessFolder.with { folder in
                let key = Data(repeating: 7, count: 32).base64EncodedString()
                let json = ["database": ["url": database.url], "gateway": ["key": key]]
                let file = try folder.file(
                    "portico.json", String(decoding: try JSONEncoder().encode(json), as: UTF8.self))
                try await test(folder, file)
            }
        }
    }
}

extension CommandResult {
    fileprivate func failsAboutServers() {
        #expect(code == 1)
        #expect(errors.hasPrefix("portico: servers run on the database "), "\(errors)")
        #expect(errors.hasSuffix("; stop them first, and wait 15 seconds if one was killed\n"), "\(errors)")
    }
}

extension String {
    /// The database in the file of options at this path.
    fileprivate var postgreSQL: PostgreSQLOptions? {
        guard let data = FileManager.default.contents(atPath: self),
            let options = try? JSONDecoder().decode([String: [String: String]].self, from: data)
        else { return nil }
        return options["database"]?["url"].map { PostgreSQLOptions(url: $0) }
    }

    fileprivate var databaseName: String? { place.flatMap { $0.split(separator: "/").last.map(String.init) } }

    fileprivate var place: String? { postgreSQL?.place }
}
