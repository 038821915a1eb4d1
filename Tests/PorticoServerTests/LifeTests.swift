import Foundation
import PorticoTestSupport
import Testing

@Suite("The life of a server process")
struct LifeTests {
    private func addAda(_ folder: ProcessFolder) async throws {
        let added = try await folder.run(
            "users", "add", "ada", "--password-stdin", "--data", folder.data,
            input: TestServer.password)
        try #require(added.code == 0, "\(added.errors)")
    }

    @Test("SIGTERM lets the running request end, then it exits with 0")
    func termination() async throws {
        try await ProcessFolder.with { folder in
            let options = try folder.file("portico.json", #"{"http": {"shutdownTimeout": 60}}"#)
            let server = try await folder.serve("--environment", "development", "--config", options)
            _ = try await ProcessClient(port: server.port).post("/dev/settings", "launchDelay=9000")
            var connection = try RawConnection(port: server.port)
            var first = ""
            // On a busy computer a page may end before the test sees its beginning.
            for _ in 1...5 where first.isEmpty || first.contains("</html>") {
                connection = try RawConnection(port: server.port)
                await connection.send("GET / HTTP/1.1\r\nHost: localhost:\(server.port)\r\n\r\n")
                first = await connection.receive { $0.contains("</template>") }
            }
            #expect(!first.contains("</html>"))
            server.process.signal(SIGTERM)
            let rest = await connection.receive { $0.contains("</html>") }
            #expect(rest.contains(#"data-screen="login""#))
            #expect(rest.contains("</html>"))
            #expect(try await server.process.exitCode() == 0)
        }
    }

    @Test("SIGTERM cuts off no response during its transfer")
    func longResponse() async throws {
        try await ProcessFolder.with { folder in
            let size = 4_000_000
            let files = folder.path + "/public"
            try FileManager.default.copyItem(atPath: PorticoProcess.publicFolder, toPath: files)
            // Otherwise the server would serve the bundles in it.
            try? FileManager.default.removeItem(atPath: files + "/dist")
            try Data(repeating: 0x61, count: size).write(to: URL(filePath: files + "/css/long.css"))
            let server = try await folder.serve("--public", files)
            let page = try await ProcessClient(port: server.port).get("/")
            let release = try #require(page.firstMatch(of: /\/assets\/(\w+)\//)?.output.1)
            let connection = try RawConnection(port: server.port, receiveBuffer: 4_096)
            await connection.send(
                "GET /assets/\(release)/css/long.css HTTP/1.1\r\nHost: localhost:\(server.port)\r\n\r\n")
            let start = await connection.receive { $0.contains("aaa") }
            #expect(start.contains("Content-Length: \(size)\r\n"))
            server.process.signal(SIGTERM)
            let rest = await connection.receive()
            #expect((start + rest).count { $0 == "a" } >= size)
            #expect(try await server.process.exitCode() == 0)
        }
    }

    @Test("it publishes a contact for vulnerabilities, for less than a year, if that is configured")
    func securityText() async throws {
        try await ProcessFolder.with { folder in
            let options = try folder.file(
                "portico.json", #"{"security": {"contact": "mailto:security@door.example"}}"#)
            let server = try await folder.serve("--config", options)
            let answer = try await ProcessClient(port: server.port).get("/.well-known/security.txt")
            #expect(answer.contains("text/plain; charset=utf-8\r\n"))
            #expect(answer.contains("Contact: mailto:security@door.example\n"))
            let expires = try #require(answer.firstMatch(of: /Expires: (\S+)/)).1
            let days = try Date(String(expires), strategy: .iso8601).timeIntervalSinceNow / 86_400
            #expect((179...180).contains(days))
        }
    }

    @Test("SIGTERM ends it in time with a half-sent form, and leaves no write-ahead log")
    func halfSentForm() async throws {
        try await ProcessFolder.with { folder in
            try await addAda(folder)
            let options = try folder.file("portico.json", #"{"http": {"shutdownTimeout": 2}}"#)
            let server = try await folder.serve("--config", options)
            var client = ProcessClient(port: server.port)
            #expect(try await client.signIn() == "303")
            let form = try RawConnection(port: server.port)
            await form.send(
                "POST /session HTTP/1.1\r\nHost: localhost:\(server.port)\r\nContent-Length: 100\r\n"
                    + "Content-Type: application/x-www-form-urlencoded\r\n\r\nusername=a")
            _ = try await client.get("/healthz")
            server.process.signal(SIGTERM)
            // Shorter than the 20 seconds that a form may take to arrive.
            #expect(try await server.process.exitCode(within: .seconds(18)) == 0)
            #expect(!server.process.errors.contains("error portico"), "\(server.process.errors)")
            for ending in ["-wal", "-shm"] {
                #expect(!FileManager.default.fileExists(atPath: folder.data + "/portico.sqlite" + ending))
            }
        }
    }

    @Test(
        "SIGTERM and SIGINT end it although idle connections and event streams are open", arguments: [SIGTERM, SIGINT])
    func idleConnections(signal: Int32) async throws {
        try await ProcessFolder.with { folder in
            try await addAda(folder)
            let server = try await folder.serve("--environment", "development")
            var client = ProcessClient(port: server.port)
            #expect(try await client.signIn() == "303")
            let (idle, silent, stream, live) = (
                try RawConnection(port: server.port), try RawConnection(port: server.port),
                try RawConnection(port: server.port), try RawConnection(port: server.port)
            )
            let host = "Host: localhost:\(server.port)\r\n\r\n"
            await idle.send("GET /healthz HTTP/1.1\r\n\(host)")
            _ = await idle.receive { $0.contains("ok\n") }
            await silent.send("GET /")
            await stream.send("GET /dev/reload HTTP/1.1\r\n\(host)")
            let events = await stream.receive { $0.contains("data: ") }
            #expect(events.contains("event: release"))
            await live.send("GET /events HTTP/1.1\r\nCookie: \(client.cookies)\r\n\(host)")
            #expect(await live.receive { $0.contains("\nid: ") }.hasPrefix("HTTP/1.1 200"))
            server.process.signal(signal)
            #expect(try await server.process.exitCode() == 0)
            #expect(!server.process.errors.contains("Fatal"))
        }
    }

    @Test("kill -9 loses no acknowledged write, and it starts again without help")
    func killed() async throws {
        try await ProcessFolder.with { folder in
            try await addAda(folder)
            var clients: [ProcessClient] = []
            var signedOut: [ProcessClient] = []
            for round in 0..<3 {
                let server = try await folder.serve()
                clients = clients.map { ProcessClient(port: server.port, cookies: $0.cookies) }
                signedOut = signedOut.map { ProcessClient(port: server.port, cookies: $0.cookies) }
                for client in clients { #expect(try await client.account() == "local/ada") }
                for client in signedOut { #expect(try await client.account() == nil) }
                var (stays, leaves) = (ProcessClient(port: server.port), ProcessClient(port: server.port))
                #expect(try await stays.signIn() == "303")
                #expect(try await leaves.signIn() == "303")
                let answer = try await leaves.post("/session/end", "")
                #expect(answer.hasPrefix("HTTP/1.1 303"))
                clients.append(stays)
                signedOut.append(leaves)
                server.process.signal(SIGKILL)
                #expect(try await server.process.exitCode() == -SIGKILL, "round \(round)")
            }
        }
    }

    @Test("the set-up link is written once it serves, for its owner only, and changes with every start")
    func setupLink() async throws {
        try await ProcessFolder.with { folder in
            let link = folder.data + "/setup-link"
            var links: [String] = []
            for _ in 0..<2 {
                let server = try await folder.serve()
                let isThere = try await eventually {
                    (try? String(contentsOfFile: link, encoding: .utf8).hasSuffix("\n")) == true
                        && (try? String(contentsOfFile: link, encoding: .utf8)) != links.last
                }
                #expect(isThere)
                let text = try String(contentsOfFile: link, encoding: .utf8)
                links.append(text)
                #expect(text.hasPrefix("http://127.0.0.1:\(server.port)/setup?token="))
                let mode = try FileManager.default.attributesOfItem(atPath: link)[.posixPermissions] as? Int
                #expect(mode == 0o600)
                let dataMode = try FileManager.default.attributesOfItem(atPath: folder.data)[.posixPermissions] as? Int
                #expect(dataMode == 0o700)
                let isAnnounced = try await eventually { server.process.errors.contains("setup-link") }
                #expect(isAnnounced)
                let token = try #require(text.split(separator: "=").last?.dropLast())
                #expect(!server.process.errors.contains(token), "the log has the place of the link, not the link")
                server.process.signal(SIGTERM)
                #expect(try await server.process.exitCode() == 0)
            }
            #expect(links[0] != links[1])
            try await addAda(folder)
            _ = try await folder.serve()
            #expect(!FileManager.default.fileExists(atPath: link))
        }
    }

    @Test("it notices changes by the command line")
    func commandLine() async throws {
        try await ProcessFolder.with { folder in
            let server = try await folder.serve()
            try await addAda(folder)
            var client = ProcessClient(port: server.port)
            #expect(try await client.signIn() == "303")
            let browser = client
            #expect(try await browser.account() == "local/ada")
            #expect(try await folder.run("users", "disable", "ada", "--data", folder.data).code == 0)
            let isNoticed = try await eventually { try await browser.account() == nil }
            #expect(isNoticed)
            #expect(try await client.signIn() == "401")
            #expect(try await folder.run("users", "enable", "ada", "--data", folder.data).code == 0)
            #expect(try await client.signIn() == "303")
        }
    }
}
