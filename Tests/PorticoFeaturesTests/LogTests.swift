import Foundation
import HTTPTypes
import NIOCore
import PorticoAuth
import PorticoServer
import PorticoTestSupport
import Testing

@Suite("Security: logs")
struct LogTests {
    @Test("16.2.5 have no password, token, cookie or query string, at any level")
    func secrets() async throws {
        let log = LogRecorder()
        try await TestServer.run(publicFolder: publicFolder, logger: log.logger) { server, client in
            let found = try await eventually {
                (try? String(contentsOfFile: server.options.dataFolder + "/setup-link", encoding: .utf8)) != nil
            }
            #expect(found)
            let link = try String(contentsOfFile: server.options.dataFolder + "/setup-link", encoding: .utf8)
            let token = try #require(link.split(separator: "=").last).trimmingCharacters(in: .whitespacesAndNewlines)
            let browser = TestBrowser(client)
            _ = try await browser.get("/setup?token=\(token)")
            _ = try await browser.post(
                "/setup?secret-query",
                [
                    ("token", token), ("name", "Ada"), ("username", "ada"), ("password", TestServer.password),
                ])
            var cookies = Array(await browser.cookies.values)
            _ = try await browser.post("/session/end")
            _ = try await browser.post("/session", [("username", "ada"), ("password", "secret-wrong-password")])
            _ = try await browser.get("/session/new?next=/secret-query")
            _ = try await browser.get("/nothing?secret-query")
            _ = try await browser.signIn()
            cookies += Array(await browser.cookies.values)
            #expect(cookies.count == 6)
            #expect(log.text.contains("signed in"))
            for secret in cookies + [token, TestServer.password, "secret-wrong-password", "secret-query", "?"] {
                #expect(!log.text.contains(secret), "\(secret)")
            }
        }
    }

    @Test("16.4.1 have no line that a client forged: control characters are escaped")
    func forgedLines() async throws {
        let log = LogRecorder()
        try await TestDoor.run(publicFolder: publicFolder, logger: log.logger) { door, client in
            try await door.addAccount()
            let name = " ada\n\r\n"
            _ = try await TestBrowser(client).post("/session", [("username", name), ("password", TestServer.password)])
            _ = try await TestBrowser(client).post(
                "/session", [("username", "ada\nlogin ok\u{1B}[2J"), ("password", "x")])
            _ = try await TestBrowser(client).get("/no\u{7}thing\n")
            #expect(log.text.contains("signed in"))
            for line in log.lines {
                #expect(!line.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }, "\(line)")
            }
        }
    }

    @Test("have the error, under the id that the person sees")
    func errorID() async throws {
        let log = LogRecorder()
        try await TestServer.run(publicFolder: publicFolder, logger: log.logger, mount: { $0.addFailing() }) {
            server, client in
            try await server.addAccount()
            let browser = TestBrowser(client)
            _ = try await browser.signIn()
            let page = try await browser.get("/failing")
            let id = try #require(page.text.firstMatch(of: /Reference: ([0-9a-z]+)/)).1
            #expect(log.lines.contains { $0.contains("error.id=\(id)") && $0.contains("secret internals") })
        }
    }

    @Test("have the place of a script error in a browser, ten a minute at most, and nothing else from the client")
    func scriptErrors() async throws {
        let log = LogRecorder()
        try await TestDoor.run(publicFolder: publicFolder, logger: log.logger) { _, client in
            let browser = TestBrowser(client)
            let good = "TypeError js/main/main.js:1:2345 evil\nline js/../x js/portico/portico.js:2:1"
            for report in [good] + ["", "two words", "Type\u{1B}Error js/a.js:1:1", "TypeError"] {
                _ = try await browser.send(.post, "/errors", body: ByteBuffer(string: report))
            }
            let lines = log.lines.filter { $0.contains("a script failed") }
            #expect(lines.count == 1)
            let line = "in a browser at=js/main/main.js:1:2345 js/portico/portico.js:2:1 error=TypeError hb.request.id"
            #expect(lines.first?.contains(line) == true)
            for _ in 0..<20 {
                #expect(try await browser.send(.post, "/errors", body: ByteBuffer(string: good)).status == .noContent)
            }
            #expect(log.lines.count { $0.contains("a script failed") } == 10)
            #expect(
                try await browser.send(.post, "/errors", body: ByteBuffer(repeating: 120, count: 5000)).status.code
                    >= 400)
        }
    }

    @Test(
        "3.4.7 have violations of the content security policy, without queries and extensions, ten a minute"
    )
    func policyViolations() async throws {
        let log = LogRecorder()
        try await TestDoor.run(publicFolder: publicFolder, logger: log.logger) { _, client in
            let browser = TestBrowser(client)
            func report(_ violation: String) async throws -> HTTPResponse.Status {
                try await browser.send(
                    .post, "/violations", headers: [.contentType: "application/csp-report"],
                    body: ByteBuffer(string: #"{"csp-report": \#(violation)}"#)
                ).status
            }
            let page = #""document-uri": "http://localhost/about?token=secret""#
            let script =
                #"{"effective-directive": "script-src-elem", \#(page), "blocked-uri": "https://evil.example/x?secret"}"#
            #expect(try await report(script) == .noContent)
            let inline =
                #"{"violated-directive": "style-src 'self'", \#(page), "blocked-uri": "inline", "#
                + #""source-file": "http://localhost/assets/r/js/a.js", "line-number": 3}"#
            #expect(try await report(inline) == .noContent)
            #expect(try await report(#"{"blocked-uri": "moz-extension"}"#) == .noContent)
            #expect(try await report("17") == .badRequest)
            let lines = log.lines.filter { $0.contains("policy blocked") }
            #expect(lines.count == 2)
            #expect(lines[0].contains("blocked=https://evil.example directive=script-src-elem"))
            #expect(lines[0].contains("page=/about") && !lines[0].contains("secret"))
            #expect(lines[1].contains("at=/assets/r/js/a.js:3 blocked=inline directive=style-src"))
            for _ in 0..<20 { _ = try await report(script) }
            #expect(log.lines.count { $0.contains("policy blocked") } == 10)
        }
    }

    @Test("have sign-ins and sign-outs")
    func events() async throws {
        let log = LogRecorder()
        try await TestDoor.run(publicFolder: publicFolder, logger: log.logger) { door, client in
            try await door.addAccount()
            let browser = TestBrowser(client)
            _ = try await browser.signIn()
            _ = try await browser.post("/session/end")
            #expect(log.lines.contains { $0.contains("signed in") && $0.contains("ada") })
            #expect(log.lines.contains { $0.contains("signed out") && $0.contains("ada") })
        }
    }
}
