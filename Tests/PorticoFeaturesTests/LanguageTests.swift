import HTTPTypes
import PorticoAuth
import PorticoComponents
import PorticoConfig
import PorticoServer
import PorticoTestSupport
import Testing

/// With the pseudo-language, which a catalogue has in every build for debugging, in the place of other languages.
@Suite("H2 The language of pages")
struct LanguageTests {
    private static let pseudo = #"<html lang="en-XA""#
    private static let english = #"<html lang="en""#

    private func look(_ response: TestResponse) -> String {
        let cookie = response.headers[values: .setCookie].first { $0.hasPrefix("portico-look=") } ?? ""
        return String(cookie.prefix { $0 != ";" })
    }

    @Test("is the browser's choice before the sign-in: on the splash, the login page, other pages and errors")
    func browser() async throws {
        try await withServer { _, client in
            for path in ["/", "/session/new", "/nothing", "/password/reset", "/account"] {
                let browser = TestBrowser(client)
                let page = try await browser.get(path, headers: [.cookie: "portico-look=automatic.L.en-XA"])
                #expect(page.text.contains(Self.pseudo), "\(path)")
                #expect(try await browser.get(path).text.contains(Self.english), "\(path)")
            }
        }
    }

    @Test("is the one that the browser asks for, if nobody has chosen one")
    func header() async throws {
        try await withServer { _, client in
            for (field, isPseudo) in [("de, en-XA;q=0.5, en;q=0.1", true), ("de", false), ("en-XA;q=0, *", false)] {
                let page = try await TestBrowser(client).get("/", headers: [.acceptLanguage: field])
                #expect(page.text.contains(Self.pseudo) == isPseudo, "\(field)")
                #expect(page.headers[.vary] == "Accept-Language, Cookie")
            }
            let long = "en-XA," + String(repeating: "de,", count: 400)
            #expect(
                try await TestBrowser(client).get("/", headers: [.acceptLanguage: long]).text.contains(Self.english))
        }
    }

    /// A server may send ten packets before it hears of the first; the headers need less than one of them.
    @Test("leaves the login page small enough for the first flight of a connection", arguments: Language.offered)
    func firstFlight(language: Language) async throws {
        try await withServer { _, client in
            for path in ["/", "/session/new"] {
                let page = try await TestBrowser(client).get(path, headers: [.acceptLanguage: language.tag])
                #expect(page.text.contains("<html lang=\"\(language.tag)\""))
                #expect(page.text.utf8.count <= 9 * 1_460, "\(path)")
            }
        }
    }

    @Test("is the installation's for all other browsers")
    func usual() async throws {
        let app = AppConfig(language: "en-XA")
        try await TestDoor.run(publicFolder: publicFolder, app: app) { _, client in
            #expect(try await TestBrowser(client).get("/").text.contains(Self.pseudo))
            let english = try await TestBrowser(client).get("/", headers: [.acceptLanguage: "en-GB"])
            #expect(english.text.contains(Self.english))
        }
    }

    @Test(
        "comes from the list, never from the text of the cookie",
        arguments: ["de", "EN-XA", "en-XA.", "en-XA.old", "en-XA.new.", "\"><script>", "../..", "", "en-XA%00"])
    func hostile(value: String) async throws {
        try await withServer { _, client in
            let cookie: HTTPFields = [.cookie: "portico-look=dark.XL.\(value)"]
            let page = try await TestBrowser(client).get("/nothing", headers: cookie).text
            #expect(page.contains(#"<html lang="en" dir="ltr" data-text-size="L""#))
            #expect(!page.contains("<script>"))
        }
    }

    @Test("is the person's choice in every browser, whatever the browser asks for")
    func person() async throws {
        try await withAda { door, client, ada in
            try await door.config.set(UserConfig.language, to: "en-XA", in: ada)
            let browser = TestBrowser(client)
            let signedIn = try await browser.signIn()
            #expect(look(signedIn) == "portico-look=automatic.L.en-XA")
            for path in ["/", "/settings/appearance", "/nothing"] {
                let page = try await browser.get(path, headers: [.acceptLanguage: "en"])
                #expect(page.text.contains(Self.pseudo), "\(path)")
            }
            // It was changed in another browser, so the cookie of this one is late. A slow launch begins by the cookie.
            try await door.config.set(UserConfig.language, to: "en", in: ada)
            for path in ["/settings/appearance", "/nothing"] {
                let page = try await browser.get(path, headers: [.secFetchMode: "navigate"])
                #expect(page.text.contains(Self.english), "\(path)")
            }
        }
    }

    @Test("that was chosen on the login page becomes the choice of an account without one")
    func carriedOver() async throws {
        try await withAda { door, client, ada in
            let browser = TestBrowser(client)
            await browser.use(["portico-look": "automatic.L.en-XA.new"])
            let signedIn = try await browser.signIn()
            #expect(look(signedIn) == "portico-look=automatic.L.en-XA")
            #expect(try await door.config.value(of: UserConfig.language, in: ada) == "en-XA")
        }
    }

    @Test("of another person who used the browser before does not")
    func notCarriedOver() async throws {
        try await withAda { door, client, ada in
            let browser = TestBrowser(client)
            await browser.use(["portico-look": "automatic.L.en-XA"])
            let signedIn = try await browser.signIn()
            #expect(look(signedIn) == "portico-look=automatic.L")
            #expect(try await door.config.value(of: UserConfig.language, in: ada) == nil)
        }
    }

    @Test("of the screen is marked if a slow launch has begun in that of the browser")
    func lateLaunch() async throws {
        // With a minimum time, the splash is sent however slow the machine is.
        try await TestServer.run(
            publicFolder: publicFolder, configure: { $0.app.splashMinimumDuration = .milliseconds(1) }
        ) { server, client in
            try await server.addAccount()
            let (browser, other) = (TestBrowser(client), TestBrowser(client))
            for one in [browser, other] { _ = try await one.signIn() }
            _ = try await other.post("/settings/appearance", [("language", "en-XA"), ("shownLanguage", "automatic")])
            _ = try await browser.post("/dev/settings", [("launchDelay", "1000")])
            let late = try await browser.get("/").text
            #expect(late.contains(Self.english))
            #expect(late.contains(#" lang="en-XA" dir="ltr""#))
        }
    }

    @Test("of the page that the service worker keeps is in its address")
    func offline() async throws {
        try await withServer { _, client in
            let browser = TestBrowser(client)
            let offline = try await browser.get("/offline", headers: [.acceptLanguage: "en-XA"]).text
            #expect(offline.contains(Self.english))
            let pseudo = try await browser.get("/offline?language=en-XA").text
            #expect(pseudo.contains(Self.pseudo))
            let unknown = try await browser.get("/offline?language=de").text
            #expect(unknown.contains(Self.english))
        }
    }

    @Test("is chosen on the login page, which keeps the input except the password")
    func cover() async throws {
        try await withServer { _, client in
            let browser = TestBrowser(client)
            let cover = try await browser.get("/session/new?next=/about").text
            #expect(cover.contains(#"formaction="/session/new/language" formnovalidate"#))
            #expect(cover.contains(#"<span lang="en" dir="ltr" aria-current="true">English</span>"#))
            let fields = [
                ("username", "ada"), ("password", "secret words"), ("remember", "on"), ("next", "/about"),
                ("language", "en-XA"),
            ]
            let other = try await browser.post("/session/new/language", fields)
            #expect(other.status == .ok)
            #expect(look(other) == "portico-look=automatic.L.en-XA.new")
            #expect(other.text.contains(Self.pseudo))
            for kept in [#"value="ada""#, #"value="on" checked"#, #"name="next" value="/about""#] {
                #expect(other.text.contains(kept), "\(kept)")
            }
            #expect(!other.text.contains("secret words"))
            #expect(try await browser.get("/session/new").text.contains(Self.pseudo))
        }
    }

    @Test("is chosen on an error, and the page is shown again without its query")
    func error() async throws {
        try await withServer { _, client in
            let browser = TestBrowser(client)
            let error = try await browser.get("/nothing?token=secret").text
            #expect(
                error.contains(
                    #"<form method="post" action="/session/language"><input type="hidden" name="next" value="/nothing">"#
                ))
            let chosen = try await browser.post("/session/language", [("language", "en-XA"), ("next", "/nothing")])
            #expect(chosen.status == .seeOther)
            #expect(chosen.headers[.location] == "/nothing")
            #expect(try await browser.get("/nothing").text.contains(Self.pseudo))
            for next in ["https://evil.example/", "//evil.example", ""] {
                let other = try await browser.post("/session/language", [("language", "en"), ("next", next)])
                #expect(other.headers[.location] == "/")
            }
        }
    }

    @Test(
        "is refused if it is not offered",
        arguments: ["/session/language", "/session/new/language", "/settings/appearance"])
    func unknown(path: String) async throws {
        try await withServer { _, client in
            let browser = TestBrowser(client)
            if path.hasPrefix("/settings") { _ = try await browser.signIn() }
            for language in ["de", "EN", "", "<script>"] {
                let refused = try await browser.post(path, [("language", language)])
                #expect(refused.status == .unprocessableContent, "\(language)")
                #expect(look(refused) == "")
            }
        }
    }

    @Test("is chosen under Appearance, in every browser of the person, and given back to the browser")
    func appearance() async throws {
        try await withServer { _, client in
            let (browser, other) = (TestBrowser(client), TestBrowser(client))
            for one in [browser, other] { _ = try await one.signIn() }
            let sheet = try await browser.get("/settings/appearance").text
            #expect(sheet.contains(#"name="language" type="radio" value="automatic" checked"#))
            #expect(sheet.contains(#"<span class="cell-title" lang="en" dir="ltr">English</span>"#))
            let path = "/settings/appearance"
            let chosen = try await browser.post(path, [("language", "en-XA"), ("shownLanguage", "automatic")])
            #expect(look(chosen) == "portico-look=automatic.L.en-XA")
            for one in [browser, other] { #expect(try await one.get(path).text.contains(Self.pseudo)) }
            // A page that shows an earlier choice sends it with another one.
            _ = try await other.post(
                path, [("language", "automatic"), ("shownLanguage", "automatic"), ("appearance", "dark")])
            #expect(try await browser.get("/").text.contains(Self.pseudo))
            let left = try await browser.post(path, [("language", "automatic"), ("shownLanguage", "en-XA")])
            #expect(look(left) == "portico-look=dark.L")
            // The other browser keeps its cookie.
            let page = try await browser.get(path)
            #expect(page.text.contains(Self.english))
        }
    }

    @Test("of a toast is the new one, if a change of the language was between them")
    func toast() async throws {
        try await withAda { door, client, ada in
            let browser = TestBrowser(client)
            _ = try await browser.signIn()
            let saved = try await browser.post("/profile", [("name", "Countess"), ("pronouns", ""), ("note", "")])
            #expect(saved.status == .seeOther)
            try await door.config.set(UserConfig.language, to: "zh-Hans", in: ada)
            let page = try await browser.get("/").text
            let toast = try #require(page.firstMatch(of: /<span class="toast-text">([^<]+)</)?.1)
            let isEnglish = toast.utf8.allSatisfy { $0 < 128 }
            #expect(!isEnglish, "\(toast)")
        }
    }

    private func withAda(
        _ test: @escaping @Sendable (TestDoor, TestClient, ConfigScope) async throws -> Void
    ) async throws {
        try await TestDoor.run(publicFolder: publicFolder) { door, client in
            let account = try await door.addAccount()
            try await test(door, client, .person(account.id))
        }
    }
}
