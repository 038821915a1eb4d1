import Foundation
import HTTPTypes
import PorticoAuth
import PorticoConfig
import PorticoDoor
import PorticoServer
import PorticoTestSupport
import Testing

@Suite("The set-up")
struct SetupTests {
    private func withLink(
        _ test: @escaping @Sendable (TestServer, TestBrowser, _ token: String) async throws -> Void
    ) async throws {
        try await TestServer.run(publicFolder: publicFolder) { server, client in
            let file = server.linkFile
            let isThere = try await eventually { FileManager.default.fileExists(atPath: file) }
            try #require(isThere)
            let link = try await contents(of: file)
            let token = try #require(link.split(separator: "?token=").last.map(String.init))
            try await test(server, TestBrowser(client), token)
        }
    }

    /// The only line of the file, as soon as it is written.
    private func contents(of file: String) async throws -> String {
        var text = ""
        _ = try await eventually {
            text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
            return text.hasSuffix("\n")
        }
        return String(text.dropLast())
    }

    private func fields(_ token: String, _ userName: String = "ada", password: String = TestServer.password) -> [(
        String, String
    )] {
        [("token", token), ("name", "Ada <Lovelace>"), ("username", userName), ("password", password)]
    }

    @Test("starts with a link in a file that only its owner reads, under the origin in force")
    func linkFile() async throws {
        try await withLink { server, _, token in
            let attributes = try FileManager.default.attributesOfItem(atPath: server.linkFile)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            #expect(token.count == 43)
            let link = try await contents(of: server.linkFile)
            #expect(link.wholeMatch(of: /http:\/\/127\.0\.0\.1:\d+\/setup\?token=[A-Za-z0-9_-]{43}/) != nil)
        }
    }

    @Test("creates an administrator who is signed in, and the link works once")
    func once() async throws {
        try await withLink { server, browser, token in
            let page = try await browser.get("/setup?token=\(token)")
            #expect(page.status == .ok)
            #expect(page.field("token") == token)
            let made = try await browser.post("/setup", fields(token))
            #expect(made.status == .seeOther)
            #expect(made.headers[.location] == "/")
            #expect(try await browser.account() == "local/ada")
            #expect(try await browser.get("/").text.contains("Administrator"))
            #expect(!FileManager.default.fileExists(atPath: server.linkFile))
            #expect(try await browser.get("/setup?token=\(token)").status == .forbidden)
            #expect(try await browser.post("/setup", fields(token, "eve")).status == .forbidden)
            #expect(try await server.auth.store.accounts().map(\.id.user) == ["ada"])
        }
    }

    @Test(
        "refuses any other token", arguments: ["", "x", "?token", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"])
    func wrongToken(token: String) async throws {
        try await withLink { server, browser, _ in
            let page = try await browser.get("/setup?token=\(token)")
            #expect(page.status == .forbidden)
            let made = try await browser.post("/setup", fields(token))
            #expect(made.status == .forbidden)
            #expect(try await server.auth.store.accounts().isEmpty)
        }
    }

    @Test("shows the reasons beside the fields, keeps the input except the password, and stays open")
    func problems() async throws {
        try await withLink { _, browser, token in
            let wrong = [("token", token), ("name", ""), ("username", "a b"), ("password", "short")]
            let page = try await browser.post("/setup", wrong)
            #expect(page.status == .unprocessableContent)
            #expect(page.text.contains("Enter your name."))
            #expect(page.text.contains("Use at most 64 of these characters"))
            #expect(page.text.contains("Use at least 15 characters."))
            #expect(page.text.contains(#"value="a b""#))
            #expect(!page.text.contains(#"value="short""#))
            #expect(page.field("token") == token)
            #expect(try await browser.post("/setup", fields(token)).status == .seeOther)
        }
    }

    @Test("creates one account, if many requests race")
    func race() async throws {
        try await withLink { server, _, token in
            let link = try await contents(of: server.linkFile)
            let port = try #require(link.firstMatch(of: /:(\d+)\//).flatMap { Int($0.1) })
            let statuses = try await withThrowingTaskGroup(of: Int?.self) { group in
                for number in 0..<6 {
                    group.addTask { try await make("user\(number)", token: token, port: port) }
                }
                return try await group.reduce(into: [Int?]()) { $0.append($1) }
            }
            #expect(statuses.count { $0 == 303 } == 1)
            #expect(statuses.count { $0 == 403 } == 5)
            #expect(try await server.auth.store.accounts().count == 1)
        }
    }

    /// Sends the form over its own connection. Returns the status of the response.
    private func make(_ userName: String, token: String, port: Int) async throws -> Int? {
        let password = TestServer.password.replacing(" ", with: "+")
        let body = "token=\(token)&name=Ada&username=\(userName)&password=\(password)"
        let answer = try await RawConnection.exchange(
            port: port,
            """
            POST /setup HTTP/1.1\r\nHost: localhost:\(port)\r\nConnection: close\r
            Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)
            """)
        return Int(answer.dropFirst(9).prefix(3))
    }

    @Test("closes, and the link disappears, when a command adds the first account")
    func addedElsewhere() async throws {
        try await withLink { server, browser, token in
            try await server.addAccount()
            let isGone = try await eventually {
                !FileManager.default.fileExists(atPath: server.linkFile)
            }
            #expect(isGone)
            #expect(try await browser.get("/setup?token=\(token)").status == .forbidden)
            #expect(try await browser.post("/setup", fields(token, "eve")).status == .forbidden)
        }
    }
}

extension TestServer {
    fileprivate var linkFile: String { options.dataFolder + "/setup-link" }
}

extension SetupTests {
    @Test("refuses an invented link")
    func madeUp() async throws {
        try await withLink { server, browser, token in
            let page = try await browser.get("/setup?token=made-up")
            #expect(page.status == .forbidden)
            #expect(page.isError)
            #expect(try await browser.post("/setup", fields("made-up")).status == .forbidden)
            #expect(try await browser.get("/setup?token=\(token)").status == .ok)
        }
    }

    @Test("the cover without accounts has no form, and the path of the link only where no stranger comes")
    func cover() async throws {
        try await withLink { server, browser, _ in
            let cover = try await browser.get("/").text
            #expect(!cover.contains(#"id="sign-in""#))
            #expect(cover.contains(#"<code dir="ltr">\#(server.linkFile)</code>"#))
            #expect(!cover.contains("register-link"))
        }
        let door = try PublicOrigin("https://door.example")
        try await TestServer.run(
            publicFolder: publicFolder,
            configure: { ($0.origin, $0.environment, $0.app.registration) = (door, .production, .open) }
        ) { server, client in
            let request = "GET / HTTP/1.1\r\nHost: \(door.host)\r\nConnection: close\r\n\r\n"
            let cover = try await RawConnection.exchange(port: client.port, request)
            #expect(cover.contains(#"<code dir="ltr">setup-link</code>"#))
            #expect(!cover.contains(server.options.dataFolder))
            #expect(!cover.contains(#"id="sign-in""#))
            #expect(cover.contains(#"id="register-link" href="/registration""#))
        }
    }
}
