import HTTPTypes
import PorticoAuth
import PorticoConfig
import PorticoFeatures
import PorticoTestSupport
import Testing

@Suite("J1 The login cover with identity providers")
struct ProviderCoverTests {
    private static let works = ServerID(rawValue: "works")
    private static let yard = ServerID(rawValue: "yard")
    private let provider = FakeProvider()

    init() {
        provider.setPerson("ada", subject: "s-1", userNames: ["ada"])
    }

    /// Runs a test with a local account `bob` and two providers.
    ///
    /// - Parameter id: the provider that the cover shows alone.
    private func run(
        alone id: ServerID? = nil, _ test: @escaping @Sendable (TestDoor, TestBrowser) async throws -> Void
    ) async throws {
        let servers = [
            Server(id: .local), Server(id: Self.works, name: "The works", kind: .provider(.oidc)),
            Server(id: Self.yard, name: "The yard", kind: .provider(.entra)),
        ]
        try await TestDoor.run(
            publicFolder: publicFolder, app: AppConfig(servers: servers, defaultProvider: id),
            providers: [Self.works: provider, Self.yard: provider]
        ) { door, client in
            try await door.add("bob")
            try await test(door, TestBrowser(client))
        }
    }

    private let closed = #"<details id="other-ways">"#
    private let open = #"<details id="other-ways" open>"#

    @Test("shows one provider alone, and the others to people who come from them")
    func alone() async throws {
        try await run(alone: Self.works) { door, browser in
            for path in ["/", "/session/new", "/account", "/session/new?server=works", "/session/new?ways=x"] {
                #expect(try await browser.get(path).text.contains(closed), "\(path)")
            }
            for server in ["local", "yard"] {
                #expect(try await browser.get("/session/new?server=\(server)").text.contains(open))
            }
            let wrong = try await browser.post("/session", [("username", "bob"), ("password", "not the password")])
            #expect(wrong.text.contains(open))
            _ = try await browser.signIn("bob")
            #expect(try await browser.get("/session/new?add=on").text.contains(closed))
            door.clock.advance(by: 60 * 86_400)
            #expect(try await browser.get("/account").text.contains(open), "the person has a password")
        }
    }

    @Test("says beside the provider alone what has gone wrong there")
    func failure() async throws {
        try await run(alone: Self.works) { _, browser in
            for (way, details) in [("works", closed), ("yard", open)] {
                let state = try await begin(browser, [("way", way)])
                let page = try await browser.get("/session/provider/\(way)?error=access_denied&state=\(state)").text
                #expect(page.contains("You didn’t log in at The \(way).") && page.contains(details))
            }
        }
    }

    @Test("shows all ways without a default")
    func all() async throws {
        try await run { _, browser in
            let page = try await browser.get("/session/new").text
            #expect(!page.contains("<details"))
            #expect(page.contains("Log in with The works") && page.contains("Log in with The yard"))
        }
    }

    @Test("of a login in a window of its own leads to a page that tells the first window")
    func window() async throws {
        try await run { _, browser in
            #expect(try await browser.get("/session/provider?window=a-1").headers[.location] == "/session/new")
            let fields = [("way", "works"), ("window", "a-1"), ("next", "/account")]
            let failed = try await browser.get(
                "/session/provider/works?error=access_denied&state=\(try await begin(browser, fields))")
            #expect(failed.status == .badRequest && failed.text.contains(#"data-window="a-1""#))
            #expect(failed.text.contains("You didn’t log in at The works."))
            let state = try await begin(browser, fields)
            let ended = try await browser.get("/session/provider/works?code=ada&state=\(state)")
            #expect(ended.headers[.location] == "/session/provider?window=a-1")
            let page = try await browser.get("/session/provider?window=a-1").text
            #expect(page.contains(#"data-window="a-1""#) && page.contains("You’re logged in"))
        }
    }

    @Test(
        "takes no other name for a window than script makes",
        arguments: ["", "a b", "<", String(repeating: "a", count: 37)])
    func windowName(name: String) async throws {
        try await run { _, browser in
            let state = try await begin(browser, [("way", "works"), ("window", name), ("next", "/account")])
            let ended = try await browser.get("/session/provider/works?code=ada&state=\(state)")
            #expect(ended.headers[.location] == "/account")
        }
    }

    @Test("leads to the first page if the address of the wanted one is too long for a cookie")
    func longAddress() async throws {
        try await run { _, browser in
            let next = "/about?" + String(repeating: "a", count: 5_000)
            let state = try await begin(browser, [("way", "works"), ("next", next)])
            #expect(try await browser.get("/session/provider/works?code=ada&state=\(state)").headers[.location] == "/")
        }
    }

    @Test("keeps a form that was sent after the end of the session until its person has logged in at the provider")
    func draft() async throws {
        try await run { door, browser in
            _ = try await browser.get(
                "/session/provider/works?code=ada&state=\(try await begin(browser, [("way", "works")]))")
            door.clock.advance(by: 60 * 86_400)
            let form = [("account", "works/ada"), ("name", ""), ("pronouns", ""), ("note", "Half a thought")]
            let cover = try await browser.post("/profile", form).text
            let next = try #require(cover.firstMatch(of: /name="next" value="(\/draft[^"]*)"/)?.1)
            let state = try await begin(browser, [("way", "works"), ("next", String(next))])
            let back = try await browser.get("/session/provider/works?code=ada&state=\(state)")
            #expect(back.headers[.location] == String(next))
            #expect(try await browser.get(String(next)).text.contains("Half a thought"))
        }
    }

    private func begin(_ browser: TestBrowser, _ fields: [(String, String)]) async throws -> String {
        let answer = try await browser.post("/session/provider", fields)
        #expect(answer.status == .seeOther)
        return String(try #require(answer.headers[.location]?.split(separator: "=").last))
    }
}
