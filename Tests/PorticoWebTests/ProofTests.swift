import HTTPTypes
import HummingbirdTesting
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("Security: proving once more who one is")
struct ProofTests {
    private static let email = [("account", "local/ada"), ("email", "new@example.org")]

    /// Runs a test with a browser in which ada signed in ten minutes ago.
    private func late(
        _ test: @escaping @Sendable (TestDoor, TestBrowser) async throws -> Void
    ) async throws {
        try await withAccounts { door, client in
            let browser = try await door.browser(client)
            door.clock.advance(by: 600)
            try await test(door, browser)
        }
    }

    @Test("7.5.1 is asked for ten minutes after a sign-in, by the clock, and not before", arguments: [599.0, 600.0])
    func expiry(seconds: Double) async throws {
        try await withAccounts { door, client in
            let browser = try await door.browser(client)
            door.clock.advance(by: seconds)
            let page = try await browser.get("/account/email")
            #expect(page.asksForProof == (seconds == 600))
            let response = try await browser.post("/account/email", Self.email)
            #expect(response.status == (seconds == 600 ? .forbidden : .ok))
            #expect(await door.letters() == (seconds == 600 ? [] : ["emailChange"]))
        }
    }

    @Test(
        "7.5.1 stands before changing the address, deleting the account and everything of administration",
        arguments: [
            "/account/email", "/account/delete", "/administration", "/administration/people",
            "/administration/people/invite", "/administration/person/ada", "/administration/events",
            "/administration/mail", "/administration/settings",
        ])
    func pages(path: String) async throws {
        try await administering { door, browser, _ in
            #expect(try await !browser.get(path).asksForProof)
            door.clock.advance(by: 600)
            for headers in [HTTPFields(), fromScript.merged([.porticoPresent: "layer"])] {
                let page = try await browser.get(path, headers: headers)
                #expect(page.asksForProof)
                #expect(!page.text.contains("ada@example.org"))
            }
        }
    }

    @Test("7.5.1 a form asks with all of its fields, and is carried out once by the password beside them")
    func form() async throws {
        try await late { door, browser in
            let question = try await browser.post("/account/email", Self.email + [("more", "a&b=\"c\"")])
            #expect(question.status == .forbidden)
            #expect(question.asksForProof)
            #expect(question.text.contains("action=\"/account/email\""))
            #expect(question.field("email") == "new@example.org")
            #expect(question.field("more") == "a&amp;b=&quot;c&quot;")
            #expect(await door.letters().isEmpty)
            let before = await browser.cookies
            let done = try await browser.post(
                "/account/email", Self.email + [("reauthentication", TestServer.password)])
            #expect(done.status == .ok)
            #expect(await door.letters() == ["emailChange"])
            #expect(await browser.cookies["portico"] != before["portico"], "7.2.4 the token is new")
            #expect(try await browser.account() == "local/ada")
            #expect(await door.events(.reauthenticated).map(\.account?.user) == ["ada"])
            #expect(try await !browser.get("/account/email").asksForProof)
        }
    }

    @Test("7.2.4 the old token is dead after a proof")
    func oldToken() async throws {
        try await withAccounts { door, client in
            let browser = try await door.browser(client)
            door.clock.advance(by: 600)
            let thief = TestBrowser(client)
            await thief.use(await browser.cookies)
            #expect(try await thief.account() == "local/ada")
            _ = try await browser.post("/account/email", Self.email + [("reauthentication", TestServer.password)])
            #expect(try await thief.account() == nil)
        }
    }

    @Test(
        "7.5.1 a wrong password, or none, carries nothing out and does not come back",
        arguments: ["", "my wrong guess"])
    func wrong(password: String) async throws {
        try await late { door, browser in
            let again = try await browser.post("/account/email", Self.email + [("reauthentication", password)])
            #expect(again.status == .forbidden)
            #expect(again.asksForProof)
            #expect(!again.text.contains("my wrong guess"))
            #expect(again.field("email") == "new@example.org")
            #expect(await door.letters().isEmpty)
            #expect(await door.events(.reauthenticationFailed).count == (password.isEmpty ? 0 : 1))
            #expect(try await browser.account() == "local/ada")
        }
    }

    @Test("7.5.1 works where script opens it over the page")
    func script() async throws {
        try await late { door, browser in
            let headers = fromScript.merged([.porticoPresent: "layer"])
            let question = try await browser.post("/account/email", Self.email, headers: headers)
            #expect(question.status == .forbidden)
            #expect(question.asksForProof)
            #expect(!question.text.contains("<html"))
            let fields = Self.email + [("reauthentication", TestServer.password)]
            #expect(try await browser.post("/account/email", fields, headers: headers).status == .ok)
            #expect(await door.letters() == ["emailChange"])
            #expect(try await browser.account() == "local/ada")
        }
    }

    @Test("7.5.1 a page that was asked for comes after the proof")
    func page() async throws {
        try await late { _, browser in
            let question = try await browser.get("/account/email")
            #expect(question.field("next") == "/account/email")
            let fields = [("next", "/account/email"), ("reauthentication", TestServer.password)]
            let done = try await browser.post("/session/proof", fields)
            #expect(done.status == .seeOther)
            #expect(done.headers[.location] == "/account/email")
            #expect(try await !browser.get("/account/email").asksForProof)
        }
    }

    @Test("3.7.2 leads nowhere else", arguments: ["https://evil.example/", "//evil.example", "/\\evil.example", "x"])
    func next(path: String) async throws {
        try await late { _, browser in
            let fields = [("next", path), ("reauthentication", TestServer.password)]
            let done = try await browser.post("/session/proof", fields)
            #expect(done.headers[.location] == "/")
        }
    }

    @Test("7.5.1 an error of what is carried out leaves the person signed in")
    func failure() async throws {
        try await administering { door, browser, _ in
            door.clock.advance(by: 600)
            let password = ("reauthentication", TestServer.password)
            let path = "/administration/person/chief/disable"
            let refused = try await browser.post(path, [password])
            #expect(refused.status == .conflict)
            #expect(try await browser.post("/administration/person/nobody/disable", [password]).status == .notFound)
            #expect(try await browser.post("/account/email", [("account", "local/eve"), password]).status == .conflict)
            #expect(try await browser.account() == "local/chief")
        }
    }

    @Test("6.3.1 is limited as signing in is")
    func limit() async throws {
        try await late { door, browser in
            for _ in 0..<10 { _ = try await browser.post("/account/email", Self.email + [("reauthentication", "x")]) }
            let fields = Self.email + [("reauthentication", TestServer.password)]
            let refused = try await browser.post("/account/email", fields)
            #expect(refused.status == .forbidden)
            #expect(refused.asksForProof)
            #expect(await door.letters().isEmpty)
            door.clock.advance(by: 900)
            #expect(try await browser.post("/account/email", fields).status == .ok)
        }
    }
}
