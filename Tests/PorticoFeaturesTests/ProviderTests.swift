import Foundation
import HTTPTypes
import PorticoAuth
import PorticoBytes
import PorticoConfig
import PorticoFeatures
import PorticoTestSupport
import Testing

@Suite("J1 Logging in at an identity provider")
struct ProviderTests {
    private static let works = ServerID(rawValue: "works")
    private static let ada = AccountID(server: works, user: "ada")
    private let provider = FakeProvider()

    init() {
        provider.setPerson(
            "ada", subject: "s-1", userNames: ["ada", "s-1"], name: "Ada Lovelace", email: "ada@example.org",
            groups: ["staff"])
    }

    /// Runs a test with a local account `bob`.
    private func run(_ test: @escaping @Sendable (TestDoor, TestClient) async throws -> Void) async throws {
        let servers = [Server(id: .local), Server(id: Self.works, name: "The works", kind: .provider(.oidc))]
        try await TestDoor.run(
            publicFolder: publicFolder, app: AppConfig(servers: servers), providers: [Self.works: provider]
        ) { door, client in
            try await door.add("bob")
            try await test(door, client)
        }
    }

    /// The state of a login that a browser begins.
    private func begin(_ browser: TestBrowser, _ fields: [(String, String)] = []) async throws -> String {
        let answer = try await browser.post("/session/provider", [("way", "works")] + fields)
        #expect(answer.status == .seeOther)
        let address = try #require(answer.headers[.location])
        return String(try #require(address.fields(separatedBy: "=").last))
    }

    private func end(_ browser: TestBrowser, _ state: String, _ query: String = "code=ada") async throws -> TestResponse
    {
        try await browser.get("/session/provider/works?\(query)&state=\(state)")
    }

    /// The answer at the end of a login that a browser begins.
    private func logIn(
        _ browser: TestBrowser, _ query: String = "code=ada", _ fields: [(String, String)] = []
    ) async throws -> TestResponse {
        try await end(browser, try await begin(browser, fields), query)
    }

    private func isSignedIn(_ browser: TestBrowser, as account: String) async throws -> Bool {
        try await browser.get("/").text.contains("data-account=\"\(account)\"")
    }

    @Test("makes an account for a new person, and brings the browser to its page")
    func newPerson() async throws {
        try await run { door, client in
            let browser = TestBrowser(client)
            #expect(try await browser.get("/session/new").text.contains("Log in with The works"))
            let state = try await begin(browser, [("next", "/account"), ("remember", "on")])
            let answer = try await end(browser, state)
            #expect(answer.headers[.location] == "/account")
            #expect(try await isSignedIn(browser, as: "works/ada"))
            let account = try #require(try await door.memory.account(Self.ada))
            #expect(account.name == "Ada Lovelace" && account.email?.value == "ada@example.org")
            #expect(account.groups == ["staff"])
            let sessions = try await door.auth.authenticator.sessions(of: Self.ada)
            #expect(sessions.map(\.signIn.method) == [.provider] && sessions.first?.signIn.isAutomatic == true)
        }
    }

    @Test("finds the account again by the person's identifier, and takes over what has changed")
    func samePerson() async throws {
        try await run { door, client in
            _ = try await logIn(TestBrowser(client))
            for name in ["Ada King", "Ada Byron"] {
                provider.setPerson("ada", subject: "s-1", userNames: ["other"], name: name, groups: ["editors"])
                let browser = TestBrowser(client)
                _ = try await logIn(browser)
                #expect(try await isSignedIn(browser, as: "works/ada"))
                let account = try #require(try await door.memory.account(Self.ada))
                #expect(account.name == name && account.groups == ["editors"])
            }
        }
    }

    @Test("gives a person another user name if theirs is somebody else's")
    func takenName() async throws {
        try await run { door, client in
            let first = TestBrowser(client)
            _ = try await logIn(first)
            provider.setPerson("eve", subject: "s-2", userNames: ["ada", "s-2"], email: "ada@example.org")
            let second = TestBrowser(client)
            _ = try await logIn(second, "code=eve")
            #expect(try await isSignedIn(second, as: "works/s-2"))
            let account = try #require(try await door.memory.account(AccountID(server: Self.works, user: "s-2")))
            #expect(account.email == nil)
            provider.setPerson("mallory", subject: "s-3", userNames: ["ada", "s-2"])
            let third = TestBrowser(client)
            let answer = try await logIn(third, "code=mallory")
            #expect(answer.text.contains("belongs to another account here"))
        }
    }

    @Test("is bound to the browser that has begun it, for ten minutes, and works once")
    func binding() async throws {
        try await run { door, client in
            let (own, other) = (TestBrowser(client), TestBrowser(client))
            let state = try await begin(own)
            for query in ["code=ada", "error=access_denied"] {
                let answer = try await end(other, state, query)
                #expect(answer.status == .badRequest && answer.text.contains("began in another browser"))
            }
            #expect(try await end(own, "x\(state)").text.contains("began in another browser"))
            door.clock.advance(by: 599)
            #expect(try await end(own, state).headers[.location] == "/")
            #expect(try await isSignedIn(own, as: "works/ada"))
            _ = try await own.post("/session/end")
            #expect(try await end(own, state).text.contains("began in another browser"))
            let again = TestBrowser(client)
            let old = try await begin(again)
            door.clock.advance(by: 601)
            #expect(try await end(again, old).text.contains("took too long"))
        }
    }

    @Test("of several tabs goes on in each")
    func tabs() async throws {
        try await run { _, client in
            let browser = TestBrowser(client)
            let states = [
                try await begin(browser, [("next", "/about")]), try await begin(browser, [("next", "/menu")]),
            ]
            #expect(try await end(browser, states[0]).headers[.location] == "/about")
            #expect(try await end(browser, states[1]).headers[.location] == "/menu")
        }
    }

    @Test("of several tabs with long addresses goes on in the last, as browsers keep no longer cookie")
    func longAddresses() async throws {
        try await run { _, client in
            let browser = TestBrowser(client)
            let next = "/about?" + String(repeating: "a", count: 2_000)
            var states: [String] = []
            for _ in 1...3 { states.append(try await begin(browser, [("next", next)])) }
            #expect(try await end(browser, states[0]).text.contains("began in another browser"))
            #expect(try await end(browser, states[2]).headers[.location] == next)
        }
    }

    @Test("leads to no other site")
    func next() async throws {
        try await run { _, client in
            for next in ["https://evil.example/", "//evil.example", "/\\evil.example"] {
                let answer = try await logIn(TestBrowser(client), "code=ada", [("next", next)])
                #expect(answer.headers[.location] == "/")
            }
        }
    }

    @Test("that the person breaks off, or that fails, is told on the cover")
    func failures() async throws {
        try await run { door, client in
            let browser = TestBrowser(client)
            let cancelled = try await logIn(browser, "error=access_denied")
            #expect(cancelled.text.contains("You didn’t log in at The works."))
            #expect(
                try await logIn(browser, "error=server_error").text
                    .contains("Something went wrong at The works."))
            let state = try await begin(browser)
            provider.fail(.invalidAnswer(.invalid("id_token.nonce")))
            let invalid = try await end(browser, state)
            #expect(invalid.status == .badGateway && invalid.text.contains("id_token.nonce"))
            provider.fail(.unreachable)
            let answer = try await browser.post("/session/provider", [("way", "works")])
            #expect(answer.text.contains("We can’t reach The works."))
            let sessions = try await door.auth.authenticator.sessions()
            #expect(sessions.isEmpty)
        }
    }

    @Test("is refused for a disabled account, and begins only at a provider")
    func refused() async throws {
        try await run { door, client in
            let browser = TestBrowser(client)
            _ = try await logIn(browser)
            try await door.auth.directory.setDisabled(true, Self.ada)
            let other = TestBrowser(client)
            let answer = try await logIn(other)
            #expect(answer.text.contains("This account can’t log in here."))
            for way in ["local", "elsewhere", ""] {
                #expect(
                    try await other.post("/session/provider", [("way", way)]).status == .unprocessableContent)
            }
        }
    }

    @Test("takes no passwords, and leaves those of other accounts as they are")
    func passwords() async throws {
        try await run { door, client in
            let browser = TestBrowser(client)
            _ = try await logIn(browser)
            _ = try await browser.post("/session/end")
            #expect(try await browser.signIn("bob").status == .seeOther)
            #expect(try await isSignedIn(browser, as: "local/bob"))
            let fields = [("username", "ada"), ("password", TestServer.password), ("server", "works")]
            #expect(try await TestBrowser(client).post("/session", fields).status == .unprocessableContent)
            #expect(try await door.events(.signInFailed) == [])
        }
    }

    @Test("adds an account to those of the browser")
    func adding() async throws {
        try await run { door, client in
            let browser = try await door.browser(client, "bob")
            let state = try await begin(browser, [("add", "on")])
            _ = try await end(browser, state)
            #expect(try await isSignedIn(browser, as: "works/ada"))
            let profiles = try await browser.get("/accounts").text
            #expect(profiles.contains("bob") && profiles.contains("Ada Lovelace"))
        }
    }

    @Test("asks for the second factor of the account")
    func secondFactor() async throws {
        try await run { door, client in
            let browser = TestBrowser(client)
            _ = try await logIn(browser)
            let app = StoredTOTP(sealedSecret: Data([1]), addedAt: door.clock.now(), lastStep: 0)
            try await door.memory.write { try $0.set(app, of: Self.ada) }
            let other = TestBrowser(client)
            let answer = try await logIn(other, "code=ada", [("next", "/account")])
            #expect(answer.text.contains("Enter your code") && answer.text.contains("value=\"/account\""))
            #expect(try await isSignedIn(other, as: "works/ada") == false)
        }
    }

    @Test("proves again who the person is, where a password would be asked for")
    func proof() async throws {
        try await run { door, client in
            let browser = TestBrowser(client)
            _ = try await logIn(browser)
            #expect(provider.proofs == [false])
            try await door.auth.directory.setAdministrator(true, Self.ada)
            door.clock.advance(by: 900)
            let question = try await browser.get("/administration")
            #expect(question.text.contains("log in again as Ada Lovelace at The works"))
            #expect(!question.text.contains("type=\"password\""))
            let fields = [("proves", "works/ada"), ("next", "/administration")]
            let state = try await begin(browser, fields)
            #expect(provider.proofs == [false, true])
            provider.setPerson("eve", subject: "s-2", userNames: ["eve"])
            let wrong = try await end(browser, state, "code=eve")
            #expect(wrong.headers[.location] == "/administration")
            #expect(try await browser.get("/administration").text.contains("isn’t the one of this account"))
            #expect(try await door.memory.account(AccountID(server: Self.works, user: "eve")) == nil)
            let answer = try await logIn(browser, "code=ada", fields)
            #expect(answer.headers[.location] == "/administration")
            #expect(try await browser.get("/administration").text.contains("log in again as") == false)
        }
    }

    @Test("allows forms to lead to the provider, but frames only to protected applications")
    func policy() async throws {
        try await run { _, client in
            let policy = try await TestBrowser(client).get("/session/new").headers[.contentSecurityPolicy] ?? ""
            #expect(policy.contains("form-action 'self' https://provider.example;"))
            #expect(policy.contains("frame-ancestors 'none'"))
        }
    }
}
