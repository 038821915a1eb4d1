import Foundation
import HTTPTypes
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("B14 A form sent without script after its sign-in ended")
struct DraftTests {
    private static let referer: HTTPFields = [.referer: "http://localhost/profile/edit"]
    private static let fields = [
        ("account", "local/ada"), ("version", "0"), ("name", #"Countess "><script>"#), ("pronouns", ""),
        ("note", "one\r\ntwo & three"),
    ]
    private static let notice = "You were logged out before this was saved. Save it now?"

    @Test("gets the cover, and after a sign-in of the same account appears as text, to be sent unchanged")
    func again() async throws {
        try await signedInAtDoor { door, browser, _ in
            _ = try await browser.post("/profile", [("account", "local/ada"), ("note", "before")])
            let version = try #require(try await browser.get("/profile/edit").field("version"))
            _ = try await browser.post("/profile", [("account", "local/ada"), ("note", "meanwhile")])
            let fields = Self.fields.map { $0.0 == "version" ? ($0.0, version) : $0 }
            let path = try #require(try await Self.sendLate(door, browser, fields))
            #expect(path.hasPrefix("/draft?secret="))
            #expect(try await Self.signIn(browser, next: path).headers[.location] == path)
            let page = try await browser.get(path)
            #expect(page.status == .ok)
            #expect(page.isMain)
            #expect(page.headers[.cacheControl]?.contains("no-store") == true)
            for text in [
                Self.notice, #"action="/profile""#, #"name="name" value="Countess &quot;&gt;&lt;script&gt;""#,
                "two &amp; three</span>", #"name="account" value="local/ada""#,
            ] {
                #expect(page.text.contains(text), "\(text)")
            }
            #expect(!page.text.contains("draft-field-2"), "an empty field is not shown")
            #expect(page.field("version") == version, "the form notices the concurrent change")
            let ada = ConfigScope.person(AccountID(server: .local, user: "ada"))
            #expect(try await door.config.value(of: UserConfig.userInfo, in: ada).note == "meanwhile")
            #expect(try await browser.get(path).text.contains(Self.notice), "it stays for the hour")
            let conflict = try await browser.post("/profile", fields)
            #expect(conflict.status == .conflict)
            #expect(conflict.text.contains("two &amp; three</textarea>"))
        }
    }

    @Test("belongs to one account in one browser")
    func others() async throws {
        try await signedInAtDoor { door, browser, client in
            try await door.addAccount("bob")
            let path = try #require(try await Self.sendLate(door, browser))
            _ = try await Self.signIn(browser, "bob", next: path)
            let bob = try await browser.get(path)
            #expect(bob.status == .notFound)
            #expect(!bob.text.contains("Countess"))
            let elsewhere = TestBrowser(client)
            _ = try await elsewhere.signIn()
            #expect(try await elsewhere.get(path).status == .notFound)
            #expect(try await browser.get("/draft").status == .notFound)
            _ = try await Self.signIn(browser, next: path)
            #expect(try await browser.get(path).text.contains("Countess"), "it stays for its owner")
        }
    }

    @Test("expires after an hour")
    func hour() async throws {
        try await signedInAtDoor { door, browser, _ in
            let path = try #require(try await Self.sendLate(door, browser))
            door.clock.advance(by: 3599)
            _ = try await Self.signIn(browser, next: path)
            #expect(try await browser.get(path).status == .ok)
            door.clock.advance(by: 1)
            #expect(try await browser.get(path).status == .notFound)
        }
    }

    @Test("is not stored for script, programs or unknown accounts, or if it only has secrets")
    func nothing() async throws {
        try await signedInAtDoor { door, browser, client in
            try await door.addAccount("bob")
            door.clock.advance(by: 400_000_000)
            let send = { (path: String, fields: [(String, String)], headers: HTTPFields) in
                try await browser.post(path, fields, headers: headers.merged(Self.referer)).field("next")
            }
            #expect(try await send("/profile", Self.fields, fromScript) == nil)
            #expect(try await send("/profile", Self.fields, [.accept: "application/json"]) == nil)
            for account in ["local/bob", "local/nobody", "ada", "", "/"] {
                let fields = Self.fields.map { $0.0 == "account" ? ($0.0, account) : $0 }
                #expect(try await send("/profile", fields, [:]) == nil, "\(account)")
            }
            #expect(try await send("/profile", Array(Self.fields.dropFirst()), [:]) == nil)
            #expect(try await send("/profile", [("account", "local/ada")], [:]) == nil)
            let passwords = [("account", "local/ada"), ("current", "secret 1"), ("password", "secret 2")]
            #expect(try await send("/account/password", passwords, [:]) == nil)
            #expect(
                try await send("/profile", Self.fields + [("x", String(repeating: "a", count: 16_384))], [:]) == nil)
            let stranger = try await TestBrowser(client).post("/profile", Self.fields, headers: Self.referer)
            #expect(stranger.status == .unauthorized)
            #expect(stranger.field("next") == nil)
            #expect(try await send("/profile", Self.fields, [:]) != nil)
        }
    }

    @Test("is refused from another site before it is stored")
    func otherSite() async throws {
        try await signedInAtDoor { door, browser, _ in
            door.clock.advance(by: 400_000_000)
            let response = try await browser.post("/profile", Self.fields, headers: [.secFetchSite: "cross-site"])
            #expect(response.status == .forbidden)
            #expect(response.field("next") == nil)
        }
    }

    @Test("gets the cover even if the store is down")
    func storeDown() async throws {
        let log = LogRecorder()
        try await TestDoor.run(publicFolder: publicFolder, cacheCapacity: 100, logger: log.logger) { door, client in
            try await door.addAccount()
            let browser = TestBrowser(client)
            _ = try await browser.signIn()
            _ = try await browser.get("/profile/edit")
            door.clock.advance(by: 400_000_000)
            _ = try await browser.get("/session/new")
            door.store.setDown(true)
            let response = try await browser.post("/profile", Self.fields, headers: Self.referer)
            #expect(response.status == .unauthorized)
            #expect(response.isCover)
            #expect(response.field("next") == nil)
            #expect(log.text.contains("error unexpected error"), "and the log says so")
        }
    }

    /// Sends the profile after the sign-in has ended.
    ///
    /// - Returns: the target of the cover.
    private static func sendLate(
        _ door: TestDoor, _ browser: TestBrowser, _ fields: [(String, String)] = fields
    ) async throws -> String? {
        door.clock.advance(by: 400_000_000)
        let response = try await browser.post("/profile", fields, headers: referer)
        #expect(response.status == .unauthorized)
        #expect(response.isCover)
        return response.field("next")
    }

    private static func signIn(
        _ browser: TestBrowser, _ userName: String = "ada", next: String
    ) async throws -> TestResponse {
        try await browser.post(
            "/session", [("username", userName), ("password", TestServer.password), ("next", next)])
    }
}
