import HTTPTypes
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("A10 The pages of several accounts")
struct ProfilesPagesTests {
    /// Runs a test with a browser in which first ada and then bob signed in, and with their sign-ins.
    private func two(
        _ test: @escaping @Sendable (TestDoor, TestBrowser, (ada: SignIn.ID, bob: SignIn.ID)) async throws -> Void
    ) async throws {
        try await withAccounts { door, client in
            try await door.add("bob")
            let browser = try await door.browser(client)
            _ = try await browser.post(
                "/session", [("username", "bob"), ("password", TestServer.password), ("add", "on")])
            let token = try #require(await browser.cookies["portico"])
            let signIns = try #require(try await door.memory.browser(TokenDigest(of: token))).signIns
            let ids = Dictionary(uniqueKeysWithValues: signIns.map { ($0.account.id.user, $0.id) })
            try await test(door, browser, (try #require(ids["ada"]), try #require(ids["bob"])))
        }
    }

    @Test("list the accounts of this browser, and switch to another")
    func select() async throws {
        try await two { _, browser, ids in
            let page = try await browser.get("/accounts").text
            #expect(page.contains("value=\"\(ids.ada)\""))
            #expect(try await browser.account() == "local/bob")
            let fields = [("account", "local/bob"), ("profile", "\(ids.ada)")]
            #expect(try await browser.post("/accounts/current", fields).headers[.location] == "/")
            #expect(try await browser.account() == "local/ada")
            let late = try await browser.post("/accounts/current", fields)
            #expect(late.status == .conflict, "the page was bob's")
        }
    }

    @Test("never switch to a sign-in of another browser, or to nonsense")
    func foreign() async throws {
        try await withAccounts { door, client in
            try await door.add("bob")
            let (mine, other) = (try await door.browser(client), try await door.browser(client, "bob"))
            let token = try #require(await other.cookies["portico"])
            let id = try #require(try await door.memory.browser(TokenDigest(of: token))?.signIns.first).id
            for profile in ["\(id)", "", "x", "-1", "0", "99999999999999999999999"] {
                let code = try await mine.post("/accounts/current", [("profile", profile)]).status.code
                #expect([400, 409, 422].contains(code), "\(profile)")
            }
            #expect(try await mine.account() == "local/ada")
        }
    }

    @Test("show the cover to a person who adds an account, and a wrong password leaves the current one")
    func add() async throws {
        try await two { _, browser, _ in
            #expect(try await browser.get("/session/new").status == .seeOther)
            let cover = try await browser.get("/session/new?add=on")
            #expect(cover.isCover)
            let fields = [("username", "eve"), ("password", "wrong"), ("add", "on")]
            let again = try await browser.post("/session", fields)
            #expect(again.status == .unauthorized)
            #expect(again.field("add") == "on")
            #expect(try await browser.account() == "local/bob")
        }
    }

    @Test("take five; the sixth is refused with the reason, and the others stay")
    func limit() async throws {
        try await withAccounts { door, client in
            let browser = try await door.browser(client)
            for number in 1...5 {
                try await door.add("p\(number)")
                let response = try await browser.signIn("p\(number)")
                #expect(response.status == (number < 5 ? .seeOther : .conflict))
            }
            #expect(try await browser.account() == "local/p4")
        }
    }

    @Test("7.4.1 continue with the other account after signing out of one, not after all", arguments: ["one", "all"])
    func signOut(scope: String) async throws {
        try await two { _, browser, _ in
            let before = await browser.cookies["portico"]
            _ = try await browser.post("/session/end", [("account", "local/bob"), ("scope", scope)])
            #expect(try await browser.account() == (scope == "one" ? "local/ada" : nil))
            #expect(await browser.cookies["portico"] != before)
        }
    }

    @Test("7.5.1 have a proof for one account, not for the browser")
    func proof() async throws {
        try await two { door, browser, ids in
            door.clock.advance(by: 600)
            _ = try await browser.post("/session/proof", [("reauthentication", TestServer.password)])
            #expect(try await !browser.get("/account/email").asksForProof)
            _ = try await browser.post("/accounts/current", [("profile", "\(ids.ada)")])
            #expect(try await browser.get("/account/email").asksForProof)
        }
    }

    @Test("let a link work in a full browser too, and say that nobody was signed in")
    func full() async throws {
        var policy = AuthPolicy()
        policy.accountsPerBrowser = 2
        try await withAccounts(policy: policy) { door, client in
            try await door.add("bob")
            try await door.add("eve", email: "eve@example.org")
            let browser = try await door.browser(client)
            #expect(try await browser.signIn("bob").status == .seeOther)
            _ = try await browser.post("/password/reset", [("name", "eve")])
            let fields = [("token", try await door.token()), ("password", TestDoor.otherPassword)]
            #expect(try await browser.post("/password/new", fields).headers[.location] == "/password/set")
            _ = try await browser.post("/registration", [("email", "new@example.org")])
            let account = [
                ("token", try await door.token()), ("name", "New"), ("username", "new"),
                ("password", TestServer.password),
            ]
            let made = try await browser.post("/registration/confirm", account)
            #expect(made.headers[.location] == "/registration/made")
            #expect(try await door.account("new") != nil)
            for (path, title) in [("/password/set", "Your password was set"), ("/registration/made", "was created")] {
                let page = try await browser.get(path)
                #expect(page.text.contains(title))
                #expect(page.text.contains("This browser can hold 2 accounts."))
            }
            #expect(try await browser.account() == "local/bob")
        }
    }

    @Test("add the account of a link that sets a password")
    func link() async throws {
        try await two { door, browser, _ in
            try await door.add("eve", email: "eve@example.org")
            _ = try await browser.post("/password/reset", [("name", "eve")])
            let fields = [("token", try await door.token()), ("password", TestDoor.otherPassword)]
            #expect(try await browser.post("/password/new", fields).status == .seeOther)
            #expect(try await browser.account() == "local/eve")
            _ = try await browser.post("/session/end")
            #expect(try await browser.account() == "local/bob")
        }
    }
}
