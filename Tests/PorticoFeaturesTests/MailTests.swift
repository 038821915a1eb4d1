import Foundation
import HTTPTypes
import PorticoAuth
import PorticoConfig
import PorticoServer
import PorticoTestSupport
import Testing

@Suite("Mails from request to inbox")
struct MailTests {
    /// The mails in the outbox as soon as there are `count`; newest first.
    private func mails(_ browser: TestBrowser, count: Int) async throws -> [String] {
        var paths: [String] = []
        let found = try await eventually {
            let page = try await browser.get("/dev/outbox").text
            paths = page.matches(of: /href="(\/dev\/outbox\/[^"]+)"/).map { String($0.1) }
            return paths.count >= count
        }
        #expect(found, "\(paths.count) mails")
        var mails: [String] = []
        for path in paths { mails.append(try await browser.get(path).text) }
        return mails
    }

    private func token(_ mail: String) throws -> String {
        String(try #require(mail.firstMatch(of: /token=([\w-]{43})/)).1)
    }

    private func run(
        log: LogRecorder = LogRecorder(), _ test: @escaping @Sendable (TestServer, TestBrowser) async throws -> Void
    ) async throws {
        try await TestServer.run(
            publicFolder: publicFolder, logger: log.logger, configure: { $0.app.registration = .open }
        ) { server, client in
            try await server.addAccount("ada", email: "ada@example.org")
            try await test(server, TestBrowser(client))
        }
    }

    @Test("a reset sends a mail, and its link sets another password")
    func reset() async throws {
        try await run { _, browser in
            _ = try await browser.post("/password/reset", [("name", "ada")])
            let mail = try #require(try await mails(browser, count: 1).first)
            #expect(mail.contains("ada@example.org"))
            let fields = [("token", try token(mail)), ("password", "mauve tractors hum at dawn")]
            #expect(try await browser.post("/password/new", fields).status == .seeOther)
            #expect(try await browser.account() == "local/ada")
        }
    }

    @Test("a registration sends a mail, and its link creates an account")
    func registration() async throws {
        try await run { server, browser in
            _ = try await browser.post("/registration", [("email", "eve@example.org")])
            let fields = [
                ("token", try token(try #require(try await mails(browser, count: 1).first))), ("name", "Eve"),
                ("username", "eve"), ("password", TestServer.password),
            ]
            #expect(try await browser.post("/registration/confirm", fields).status == .seeOther)
            #expect(try await server.auth.directory.account(named: "eve").email?.value == "eve@example.org")
        }
    }

    @Test("16.2.5 no log has the token of a link, at any level, nor an address with one")
    func logs() async throws {
        let log = LogRecorder()
        try await run(log: log) { _, browser in
            _ = try await browser.post("/password/reset", [("name", "ada")])
            let token = try token(try #require(try await mails(browser, count: 1).first))
            _ = try await browser.get("/password/new?token=\(token)")
            _ = try await browser.get("/registration/confirm?token=\(token)")
            _ = try await browser.get("/nothing?token=\(token)")
            let fields = [("token", token), ("password", "mauve tractors hum at dawn")]
            for _ in 0..<2 { _ = try await browser.post("/password/new", fields) }
            #expect(log.text.contains("/password/new"))
            for secret in [token, "token=", "mauve tractors", TestServer.password] {
                #expect(!log.text.contains(secret), "\(secret)")
            }
        }
    }

    @Test("the outbox exists in development only")
    func production() async throws {
        try await TestServer.run(publicFolder: publicFolder, configure: { $0.environment = .production }) { _, client in
            let list = try await TestBrowser(client).get("/dev/outbox")
            #expect(list.status == .notFound)
            #expect(try await TestBrowser(client).get("/dev/outbox/1").status == .notFound)
        }
    }

    @Test("the outbox shows no other files", arguments: ["..%2Fportico.db", "%2e%2e", "x", "1.eml%00"])
    func paths(id: String) async throws {
        try await run { _, browser in
            let response = try await browser.get("/dev/outbox/\(id)")
            #expect(response.status == .notFound)
        }
    }
}
