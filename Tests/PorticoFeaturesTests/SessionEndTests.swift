import HTTPTypes
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("The script of a page learns")
struct SessionEndTests {
    private static let pages = ["/", "/profile/edit"]
    /// Longer than the idle time-out of a sign-in that is not automatic.
    private static let idle = 12 * 3600.0

    /// The headers of a script's request from a page of an account.
    private func script(_ account: String = "local/ada") -> HTTPFields {
        fromScript.merged([HTTPField.Name("Portico-Account")!: account])
    }

    @Test("that its sign-in has expired: 401, with the cover for the same person", arguments: pages)
    func expired(path: String) async throws {
        try await signedIn { door, browser, _ in
            door.clock.advance(by: Self.idle)
            let answer = try await browser.get(path, headers: script())
            #expect(answer.status == .unauthorized)
            #expect(answer.headers[.porticoCover] == "/session/new")
            #expect(answer.headers[.wwwAuthenticate] == "Portico")
            #expect(answer.isCover)
            #expect(answer.text.contains(#"data-expired="local/ada""#))
            #expect(answer.text.contains(#"required value="ada""#))
            #expect(answer.text.contains("You were logged out automatically. Log in to continue where you stopped."))
        }
    }

    @Test("the same from a form, which does nothing")
    func form() async throws {
        try await signedIn { door, browser, _ in
            door.clock.advance(by: Self.idle)
            let fields = [("account", "local/ada"), ("name", "Countess")]
            let answer = try await browser.post("/profile", fields, headers: script())
            #expect(answer.status == .unauthorized)
            #expect(answer.text.contains(#"data-expired="local/ada""#))
            _ = try await browser.signIn()
            let page = try await browser.get("/").text
            #expect(!page.contains("Countess"))
        }
    }

    @Test("that somebody has ended its sign-in: the cover for anybody", arguments: pages)
    func ended(path: String) async throws {
        try await signedIn { door, browser, _ in
            _ = try await browser.post("/session/end", [("account", "local/ada")])
            let answer = try await browser.get(path, headers: script())
            #expect(answer.status == .unauthorized)
            #expect(answer.headers[.porticoCover] == "/session/new")
            #expect(answer.isCover)
            #expect(!answer.text.contains("data-expired"))
            #expect(!answer.text.contains("ada"))
        }
    }

    @Test("that its sign-in was ended after it had expired")
    func endedLater() async throws {
        try await signedIn { door, browser, _ in
            door.clock.advance(by: Self.idle)
            let account = AccountID(server: .local, user: "ada")
            try await door.auth.users.endSignIns(.all, of: account, client: Client())
            let page = try await browser.get("/", headers: script()).text
            #expect(!page.contains("data-expired"))
        }
    }

    @Test("that the browser's run is over: nothing continues")
    func restarted() async throws {
        try await signedIn { door, browser, _ in
            await browser.forget()
            door.clock.advance(by: Self.idle)
            let page = try await browser.get("/", headers: script()).text
            #expect(!page.contains("data-expired"))
        }
    }

    @Test("that another account is current: nothing is done", arguments: pages)
    func somebodyElse(path: String) async throws {
        try await signedIn { door, browser, _ in
            let page = try await browser.get(path, headers: script("local/bob"))
            #expect(page.status == .unauthorized)
            #expect(!page.text.contains("data-expired"))
            let done = try await browser.post("/profile", [("name", "Bob")], headers: script("local/bob"))
            #expect(done.status == .unauthorized)
            let main = try await browser.get("/").text
            #expect(!main.contains(">Bob<"))
        }
    }

    @Test("of its own end also if another account is current in the browser", arguments: pages)
    func oneOfTwo(path: String) async throws {
        try await signedIn { door, browser, _ in
            try await door.addAccount("bob")
            let bob = [("username", "bob"), ("password", TestServer.password), ("add", "on")]
            #expect(try await browser.post("/session", bob).status == .seeOther)
            #expect(try await browser.get(path, headers: script()).status == .conflict)
            door.clock.advance(by: Self.idle - 1)
            #expect(try await browser.account() == "local/bob")
            try await door.auth.uses.flush()
            door.clock.advance(by: 1)
            let answer = try await browser.get(path, headers: script())
            #expect(answer.status == .unauthorized)
            #expect(answer.text.contains(#"data-expired="local/ada""#))
            #expect(try await browser.account() == "local/bob")
        }
    }

    @Test("nothing of another account's expired sign-in")
    func anothersEnd() async throws {
        try await signedIn { door, browser, _ in
            door.clock.advance(by: Self.idle)
            let answer = try await browser.get("/", headers: script("local/bob"))
            #expect(answer.status == .unauthorized)
            #expect(!answer.text.contains("data-expired"))
            #expect(!answer.text.contains("ada"))
        }
    }

    @Test("the same as every script if the page names no account")
    func unsaid() async throws {
        try await signedIn { door, browser, _ in
            door.clock.advance(by: Self.idle)
            for headers in [fromScript, script("")] {
                let answer = try await browser.get("/profile/edit", headers: headers)
                #expect(answer.status == .unauthorized)
                #expect(answer.headers[.porticoCover] == "/session/new")
                #expect(answer.isError)
            }
        }
    }

    @Test("the lifetime of the sign-in, and whether use extends it")
    func lifetime() async throws {
        try await signedIn { door, browser, _ in
            for path in Self.pages {
                #expect(try await browser.get(path).text.contains(#"data-lasts="43200" data-grows"#))
            }
            door.clock.advance(by: 1000)
            let background = script().merged([HTTPField.Name("Portico-Background")!: "true"])
            // Every page keeps it for later, which is not a use.
            #expect(try await browser.get("/menu", headers: background).status == .ok)
            #expect(try await browser.get("/", headers: background).text.contains(#"data-lasts="42200" data-grows"#))
            #expect(try await browser.get("/").text.contains(#"data-lasts="43200" data-grows"#), "it is used")
            for seconds in [42_000.0, 43_000] {
                try await door.auth.uses.flush()
                door.clock.advance(by: seconds)
                _ = try await browser.get("/")
            }
            let last = try await browser.get("/").text
            #expect(last.contains(#"data-lasts="400""#))
            #expect(!last.contains("data-grows"), "it ends after a day, used or not")
        }
    }
}

@Suite("The cover in place of a page")
struct CoverNameTests {
    private static let expired = "You were logged out automatically. Log in to continue.<"

    @Test(
        "reports that the sign-in has expired, and has the user name",
        arguments: ["/", "/profile/edit", "/session/new?next=%2Fabout"])
    func expired(path: String) async throws {
        try await signedIn { door, browser, _ in
            door.clock.advance(by: 12 * 3600)
            let cover = try await browser.get(path).text
            #expect(cover.contains(Self.expired))
            #expect(cover.contains(#"required value="ada""#))
            #expect(cover.contains(#"id="not-you""#))
            #expect(!cover.contains("data-expired"), "no open page continues")
        }
    }

    @Test("does not, after the browser was closed or the sign-in was ended")
    func ended() async throws {
        try await signedIn { door, browser, _ in
            await browser.forget("portico-run")
            door.clock.advance(by: 12 * 3600)
            let cover = try await browser.get("/").text
            #expect(!cover.contains(Self.expired))
        }
        try await signedIn { _, browser, _ in
            _ = try await browser.post("/session/end", [("account", "local/ada")])
            let cover = try await browser.get("/").text
            #expect(!cover.contains(Self.expired))
            #expect(!cover.contains(#"value="ada""#), "the person did not choose to be remembered")
        }
    }

    @Test(
        "has the last user name if the installation and the person want it",
        arguments: [
            (RememberedName.never, false, false), (.never, true, false), (.kept, false, false), (.kept, true, true),
            (.always, false, true), (.always, true, true),
        ])
    func remembered(rule: RememberedName, isKept: Bool, hasName: Bool) async throws {
        try await TestDoor.run(publicFolder: publicFolder, app: AppConfig(rememberedName: rule)) { door, client in
            try await door.addAccount()
            let browser = TestBrowser(client)
            _ = try await browser.signIn(remember: isKept)
            _ = try await browser.post("/session/end", [("account", "local/ada")])
            for path in ["/", "/profile/edit", "/session/new"] {
                let cover = try await browser.get(path).text
                #expect(cover.contains(#"required value="ada""#) == hasName)
                #expect(cover.contains(#"id="not-you""#) == hasName)
                #expect(!cover.contains(Self.expired))
            }
        }
    }

    @Test("has no name after a request for another person, and leads to the same page")
    func somebodyElse() async throws {
        try await TestDoor.run(publicFolder: publicFolder) { door, client in
            try await door.addAccount()
            let browser = TestBrowser(client)
            _ = try await browser.signIn(remember: true)
            _ = try await browser.post("/session/end", [("account", "local/ada")])
            let cover = try await browser.get("/profile/edit").text
            #expect(cover.contains(#"href="/session/new?forget=on&amp;next=%2Fprofile%2Fedit""#))
            let other = try await browser.get("/session/new?forget=on&next=%2Fprofile%2Fedit")
            #expect(other.text.contains(#"required value="""#))
            #expect(other.field("next") == "/profile/edit")
            let next = try await browser.get("/").text
            #expect(!next.contains(#"value="ada""#), "the browser has forgotten it")
        }
    }

    @Test("ignores a malformed name", arguments: ["ada", "local.%ff", ".", "local."])
    func malformed(value: String) async throws {
        try await signedIn { _, browser, _ in
            await browser.use(["portico-name": value])
            let cover = try await browser.get("/")
            #expect(cover.isCover)
            #expect(!cover.text.contains("not-you"))
        }
    }
}
