import HTTPTypes
import PorticoAuth
import PorticoConfig
import PorticoSQL
import PorticoSQLite
import PorticoServer
import PorticoTestSupport
import Testing

@Suite("The display preferences")
struct LookTests {
    private static let dark = #"<html lang="en" dir="ltr" data-theme="dark" data-text-size="XL""#
    private static let usual = #"<html lang="en" dir="ltr" data-text-size="L""#
    private static let change = [("account", "local/ada"), ("appearance", "dark"), ("textSize", "XL")]

    private func display(_ response: TestResponse) -> String {
        response.headers[values: .setCookie].first { $0.hasPrefix("portico-look=") } ?? ""
    }

    @Test("are the person's own on every page")
    func everywhere() async throws {
        try await withServer { server, client in
            try await server.addAccount("bob")
            let (ada, bob) = (TestBrowser(client), TestBrowser(client))
            _ = try await ada.signIn()
            _ = try await bob.signIn("bob")
            #expect(try await ada.get("/").text.contains(Self.usual))
            _ = try await ada.post("/settings/appearance", Self.change)
            for path in ["/", "/about", "/profile/edit", "/session/end", "/nothing"] {
                #expect(try await ada.get(path).text.contains(Self.dark), "\(path)")
                #expect(try await bob.get(path).text.contains(Self.usual), "\(path)")
            }
        }
    }

    @Test("change on every open page, whatever it shows")
    func followed() async throws {
        try await withServer { server, client in
            try await server.addAccount("chief", isAdministrator: true)
            let chief = TestBrowser(client)
            _ = try await chief.signIn("chief")
            let followed = #" data-portico-config="appearance textSize language chosenTimeZone brand""#
            for path in [
                "/", "/about", "/administration", "/administration/people", "/administration/brand", "/accounts",
            ] {
                let page = try await chief.get(path).text
                #expect(page.firstMatch(of: /<html[^>]*>/)?.output.contains(followed) == true, "\(path)")
            }
            for path in ["/session/new", "/nothing"] {
                #expect(try await !TestBrowser(client).get(path).text.contains(followed), "\(path)")
            }
        }
    }

    @Test("follow the person to another browser, and stay in this one after the sign-out")
    func signingInAndOut() async throws {
        try await withServer { server, client in
            try await server.addAccount("bob")
            let (first, second) = (TestBrowser(client), TestBrowser(client))
            _ = try await first.signIn()
            _ = try await first.post("/settings/appearance", Self.change)
            let signedIn = try await second.signIn()
            #expect(display(signedIn).hasPrefix("portico-look=dark.XL;"))
            _ = try await second.post("/session/end", [("account", "local/ada")])
            for path in ["/", "/session/new", "/nothing", "/about"] {
                let page = try await second.get(path)
                #expect(page.text.contains(Self.dark), "\(path)")
                #expect(page.headers[.setCookie] == nil, "\(path)")
            }
            #expect(display(try await second.signIn("bob")).hasPrefix("portico-look=automatic.L;"))
            #expect(try await second.get("/").text.contains(Self.usual))
        }
    }

    @Test("are in a cookie that script cannot read, for a year")
    func cookie() async throws {
        try await withServer { _, client in
            let browser = TestBrowser(client)
            _ = try await browser.signIn()
            let cookie = display(try await browser.post("/settings/appearance", Self.change))
            let parts = Set(cookie.lowercased().split(separator: ";").map { $0.trimmingPrefix(" ") })
            #expect(
                parts == ["portico-look=dark.xl", "max-age=31536000", "path=/", "httponly", "samesite=lax"])
        }
    }

    @Test(
        "are the defaults if the cookie has no valid value",
        arguments: [
            "", ".", "dark", "dark.", ".XL", "dark.XL.", "DARK.XL", "dark.xl", "dark.XL;", "sepia.XL", "dark.11",
            "dark.XL.de", "\"dark.XL\"", "dark.XL\"><script>", "dark%2EXL",
        ])
    func unknown(value: String) async throws {
        try await withServer { _, client in
            let page = try await TestBrowser(client).get("/", headers: [.cookie: "portico-look=\(value)"])
            #expect(page.text.contains(value == "dark.XL;" ? Self.dark : Self.usual))
        }
    }

    @Test("are found among other cookies, by the whole name")
    func others() async throws {
        try await withServer { _, client in
            let browser = TestBrowser(client)
            let found = try await browser.get("/", headers: [.cookie: "a=b; portico-look=dark.XL; c=d"])
            #expect(found.text.contains(Self.dark))
            for other in ["x-portico-look", "portico-look2", "__Host-portico-look"] {
                let page = try await browser.get("/", headers: [.cookie: "\(other)=dark.XL"])
                #expect(page.text.contains(Self.usual), "\(other)")
            }
        }
    }

    @Test("of a slow launch come from the cookie, because the person is not known yet")
    func lateLaunch() async throws {
        let app = AppConfig(splashMinimumDuration: .milliseconds(1))
        try await TestDoor.run(publicFolder: publicFolder, app: app) { door, client in
            let account = try await door.addAccount()
            let browser = TestBrowser(client)
            _ = try await browser.signIn()
            try await door.config.set(UserConfig.appearance, to: .dark, in: .person(account.id))
            let late = try await browser.get("/")
            #expect(late.text.contains("data-follows-splash"))
            #expect(late.text.contains(Self.usual))
            _ = try await browser.post("/settings/appearance", [("textSize", "XL")])
            #expect(try await browser.get("/").text.contains(Self.dark))
        }
    }

    @Test("are the cookie's on the set-up page and on the page of an error")
    func setUp() async throws {
        try await TestDoor.run(publicFolder: publicFolder) { door, client in
            let cookie: HTTPFields = [.cookie: "portico-look=dark.XL"]
            let setUp = try await TestBrowser(client).get("/setup?token=\(door.setupToken.value)", headers: cookie)
            #expect(setUp.status == .ok)
            #expect(setUp.text.contains(Self.dark))
            #expect(try await TestBrowser(client).get("/nothing", headers: cookie).text.contains(Self.dark))
        }
    }

    @Test("cost no query if they are in memory")
    func hot() async throws {
        try await TestDoor.run(publicFolder: publicFolder, cacheCapacity: 100) { door, client in
            try await door.addAccount()
            let browser = TestBrowser(client)
            _ = try await browser.signIn()
            _ = try await browser.get("/")
            let before = (door.configStore.reads, door.store.reads)
            for path in ["/", "/about", "/"] { _ = try await browser.get(path) }
            #expect(door.configStore.reads == before.0)
            #expect(door.store.reads == before.1)
        }
    }

    @Test("do not prevent a sign-in if they cannot be read")
    func storeDown() async throws {
        try await TestDoor.run(publicFolder: publicFolder) { door, client in
            try await door.addAccount()
            door.configStore.setDown(true)
            let browser = TestBrowser(client)
            let signedIn = try await browser.signIn()
            #expect(signedIn.status == .seeOther)
            #expect(display(signedIn) == "")
            let launch = try await browser.get("/")
            #expect(launch.isError)
            door.configStore.setDown(false)
            #expect(try await browser.account() == "local/ada")
        }
    }

    @Test("are noticed if another process changes them")
    func anotherProcess() async throws {
        try await withServer { server, client in
            let browser = TestBrowser(client)
            _ = try await browser.signIn()
            #expect(try await browser.get("/").text.contains(Self.usual))
            let store = SQLConfigStore(try SQLiteDatabase.open(path: "\(server.options.dataFolder)/portico.sqlite"))
            let ada = ConfigScope.person(AccountID(server: .local, user: "ada"))
            try await store.set(["appearance": #""dark""#, "textSize": #""XL""#], in: ada)
            let isNoticed = try await eventually { try await browser.get("/").text.contains(Self.dark) }
            #expect(isNoticed)
        }
    }
}
