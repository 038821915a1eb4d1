import HTTPTypes
import PorticoTestSupport
import Testing

@Suite("A5 Signing out")
struct SignOutTests {
    /// The form of the menu, without the account.
    private static let form = #"<form method="post" action="/session/end" data-sign-out>"#

    @Test("happens at once by the form of the menu, and the cover says so")
    func once() async throws {
        try await withServer { _, client in
            let browser = TestBrowser(client)
            _ = try await browser.signIn()
            let menu = try await browser.get("/menu")
            #expect(menu.text.contains(Self.form))
            let account = try #require(menu.field("account"))
            let out = try await browser.post("/session/end", [("account", account), ("scope", "one")])
            #expect(out.status == .seeOther)
            let cover = try await browser.get(try #require(out.headers[.location]))
            #expect(cover.isCover)
            #expect(cover.text.contains(#"id="logged-out">You’re logged out.</p>"#))
            #expect(
                cover.text.contains(#" autofocus aria-describedby="logged-out">"#), "the first field reads it aloud")
            #expect(try await !browser.get("/").text.contains("logged-out"))
            #expect(try await !browser.get("/session/new").text.contains("logged-out"))
        }
    }

    @Test("is not said again by a reload a minute later, by another time, or to somebody who is signed in")
    func later() async throws {
        try await signedIn { door, browser, _ in
            let out = try await browser.post("/session/end", [("account", "local/ada")])
            let path = try #require(out.headers[.location])
            #expect(try await browser.get(path).text.contains("logged-out"))
            door.clock.advance(by: 61)
            #expect(try await !browser.get(path).text.contains("logged-out"))
            for time in ["", "x", "-1", "nan", "1e400"] {
                let cover = try await browser.get("/session/new?signed-out=\(time)")
                #expect(cover.isCover && !cover.text.contains("logged-out"), "\(time)")
            }
            _ = try await browser.signIn()
            #expect(try await browser.get(path).headers[.location] == "/")
        }
    }

    @Test("asks where several accounts are signed in, and says on the next page which one has left")
    func several() async throws {
        try await withServer { server, client in
            try await server.addAccount("bob")
            let browser = TestBrowser(client)
            _ = try await browser.signIn("ada", remember: true)
            _ = try await browser.signIn("bob", remember: true)
            let menu = try await browser.get("/menu").text
            #expect(!menu.contains(Self.form))
            #expect(menu.contains(#"id="menu-sign-out-link" href="/session/end""#))
            let question = try await browser.get("/session/end").text
            #expect(
                question.contains("Log out of bob</button>") && question.contains("Log out of all accounts</button>"))
            let out = try await browser.post("/session/end", [("account", "local/bob"), ("scope", "one")])
            #expect(out.headers[.location] == "/")
            let next = try await browser.get("/")
            #expect(next.isMain && next.text.contains("Logged out of bob"))
            #expect(try await !browser.get("/").text.contains("Logged out of bob"), "once")
            let all = try await browser.post("/session/end", [("account", "local/ada"), ("scope", "all")])
            #expect(all.headers[.location]?.hasPrefix("/session/new?") == true)
        }
    }

    @Test("has a question at its address, which works as a plain form")
    func question() async throws {
        try await withServer { _, client in
            let browser = TestBrowser(client)
            _ = try await browser.signIn()
            let page = try await browser.get("/session/end")
            #expect(page.text.contains(#"data-style="confirmationDialog""#))
            #expect(page.text.contains(#"data-source="menu-link""#))
            #expect(page.text.contains(#"id="question-cancel" href="/" data-portico-dismiss autofocus>"#))
            let account = try #require(page.field("account"))
            let out = try await browser.post("/session/end", [("account", account), ("scope", "one")])
            #expect(out.status == .seeOther)
            #expect(try await browser.get("/").isCover)
        }
    }

    @Test("has a question that is not shown right after a sign-in that led to it")
    func cover() async throws {
        try await withServer { _, client in
            let cover = try await TestBrowser(client).get("/session/end")
            #expect(cover.status == .unauthorized)
            #expect(cover.isCover)
            #expect(cover.field("next") == nil)
            let page = try await TestBrowser(client).get("/profile/edit")
            #expect(page.field("next") == "/profile/edit")
        }
    }
}
