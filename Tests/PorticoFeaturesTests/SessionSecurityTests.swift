import HTTPTypes
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("Security: tokens and sign-ins")
struct SessionSecurityTests {
    @Test("7.2.4 a new token at every sign-in, the old one dead, an unknown one never adopted")
    func newToken() async throws {
        try await withServer { _, client in
            let browser = TestBrowser(client)
            let chosen = ["portico": "chosen-by-an-attacker", "portico-run": "chosen-too"]
            await browser.use(chosen)
            let signedIn = try await browser.signIn()
            #expect(signedIn.status == .seeOther)
            let first = await browser.cookies
            #expect(first["portico"]?.count == 43)
            #expect(first["portico-run"]?.count == 43)
            #expect(try await browser.signIn().status == .seeOther)
            let second = await browser.cookies
            #expect(second["portico"] != first["portico"])
            #expect(try await browser.account() == "local/ada")
            let thief = TestBrowser(client)
            for dead in [first, chosen] {
                await thief.use(dead)
                #expect(try await thief.account() == nil)
            }
        }
    }

    @Test("7.2.4 a new token at sign-out too, which signs nobody in")
    func newTokenAtSignOut() async throws {
        try await withServer { _, client in
            let browser = TestBrowser(client)
            _ = try await browser.signIn()
            let before = await browser.cookies
            _ = try await browser.post("/session/end")
            let after = await browser.cookies
            #expect(after["portico"] != before["portico"])
            #expect(try await browser.account() == nil)
        }
    }

    @Test("7.2.3 tokens are 256 random bits, of which the store has only the SHA-256")
    func tokens() async throws {
        try await withDoor { door, client in
            var seen: Set<String> = []
            for _ in 0..<20 {
                let browser = TestBrowser(client)
                _ = try await browser.signIn()
                let token = try #require(await browser.cookies["portico"])
                #expect(token.wholeMatch(of: /[A-Za-z0-9_-]{43}/) != nil)
                #expect(try await door.memory.browser(TokenDigest(of: token)) != nil)
                seen.insert(token)
            }
            #expect(seen.count == 20)
        }
    }

    @Test("7.4.1 sign-out kills the session on the server, for every copy of the cookie")
    func signOut() async throws {
        try await withServer { _, client in
            let (browser, copy) = (TestBrowser(client), TestBrowser(client))
            _ = try await browser.signIn(remember: true)
            await copy.use(await browser.cookies)
            #expect(try await copy.account() == "local/ada")
            #expect(try await browser.post("/session/end").status == .seeOther)
            #expect(try await copy.account() == nil)
            #expect(try await copy.post("/settings/automatic-sign-in", [("value", "on")]).status == .unauthorized)
            #expect(try await copy.account() == nil)
        }
    }

    @Test("15.4.2 a concurrent request cannot revive a session after its sign-out")
    func race() async throws {
        try await withServer { _, client in
            for _ in 0..<10 {
                let browser = TestBrowser(client)
                _ = try await browser.signIn(remember: true)
                let cookies = await browser.cookies
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for number in 0..<8 {
                        group.addTask {
                            let other = TestBrowser(client)
                            await other.use(cookies)
                            _ = try await other.get("/")
                            let value = number.isMultiple(of: 2) ? "on" : "off"
                            _ = try await other.post("/settings/automatic-sign-in", [("value", value)])
                        }
                    }
                    group.addTask { _ = try await browser.post("/session/end") }
                    try await group.waitForAll()
                }
                let late = TestBrowser(client)
                await late.use(cookies)
                #expect(try await late.account() == nil)
                #expect(try await browser.account() == nil)
            }
        }
    }

    @Test("6.8.1 one server never signs in another server's user")
    func serverIsolation() async throws {
        let servers = [Server(id: .local, name: "Here"), Server(id: ServerID(rawValue: "works"), name: "Works")]
        try await TestDoor.run(publicFolder: publicFolder, app: AppConfig(servers: servers)) { door, client in
            try await door.addAccount()
            let fields = [("username", "ada"), ("password", TestServer.password)]
            let browser = TestBrowser(client)
            #expect(try await browser.post("/session", fields + [("server", "works")]).status == .unauthorized)
            #expect(
                try await browser.post("/session", fields + [("server", "elsewhere")]).status == .unprocessableContent)
            #expect(try await browser.account() == nil)
            #expect(try await browser.post("/session", fields + [("server", "local")]).status == .seeOther)
            #expect(try await browser.account() == "local/ada")
        }
    }

    @Test(
        "7.3.1 a session ends 12 hours after its last use; 14 days if it is automatic",
        arguments: [
            (false, 12.0 * 3600), (true, 14.0 * 86_400),
        ])
    func idle(remember: Bool, limit: Double) async throws {
        try await withDoor { door, client in
            let (kept, lost) = (TestBrowser(client), TestBrowser(client))
            _ = try await kept.signIn(remember: remember)
            _ = try await lost.signIn(remember: remember)
            door.clock.advance(by: limit - 60)
            #expect(try await kept.account() == "local/ada")
            try await door.auth.uses.flush()
            door.clock.advance(by: 60)
            #expect(try await kept.account() == "local/ada")
            #expect(try await lost.account() == nil)
        }
    }

    @Test(
        "7.3.2 a session ends 24 hours after it began, also with constant use; 90 days if it is automatic",
        arguments: [
            (false, 24.0 * 3600), (true, 90.0 * 86_400),
        ])
    func absolute(remember: Bool, limit: Double) async throws {
        try await withDoor { door, client in
            let browser = TestBrowser(client)
            _ = try await browser.signIn(remember: remember)
            for _ in 0..<10 {
                #expect(try await browser.account() == "local/ada")
                try await door.auth.uses.flush()
                door.clock.advance(by: limit / 10)
            }
            #expect(try await browser.account() == nil)
        }
    }

    @Test("7.3.1 sessions end by the clock that tests set in development")
    func developmentClock() async throws {
        try await withServer { _, client in
            let browser = TestBrowser(client)
            _ = try await browser.signIn()
            _ = try await browser.post("/dev/settings", [("clockOffset", "\(12 * 3600 + 1)")])
            #expect(try await browser.account() == nil)
            #expect(try await browser.post("/settings/automatic-sign-in", [("value", "on")]).status == .unauthorized)
        }
    }
}
