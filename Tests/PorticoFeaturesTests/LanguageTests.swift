import HTTPTypes
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

/// With the pseudo-language, which a catalogue has in every build for debugging, in the place of other languages.
@Suite("The language of pages")
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
            #expect(look(try await browser.signIn()) == "portico-look=automatic.L.en-XA")
            for path in ["/", "/settings/appearance", "/nothing"] {
                let page = try await browser.get(path, headers: [.acceptLanguage: "en"])
                #expect(page.text.contains(Self.pseudo), "\(path)")
            }
            // It was changed in another browser, so the cookie of this one is late.
            try await door.config.set(UserConfig.language, to: "en", in: ada)
            for path in ["/", "/settings/appearance", "/nothing"] {
                #expect(try await browser.get(path).text.contains(Self.english), "\(path)")
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
        let app = AppConfig(splashMinimumDuration: .milliseconds(1))
        try await TestDoor.run(publicFolder: publicFolder, app: app) { door, client in
            let account = try await door.addAccount()
            let browser = TestBrowser(client)
            _ = try await browser.signIn()
            try await door.config.set(UserConfig.language, to: "en-XA", in: .person(account.id))
            let late = try await browser.get("/").text
            #expect(late.contains(Self.english))
            #expect(late.contains(#" lang="en-XA" dir="ltr""#))
        }
    }

    @Test("of the page that the service worker keeps is in its address")
    func offline() async throws {
        try await withServer { _, client in
            let browser = TestBrowser(client)
            #expect(try await browser.get("/offline", headers: [.acceptLanguage: "en-XA"]).text.contains(Self.english))
            #expect(try await browser.get("/offline?language=en-XA").text.contains(Self.pseudo))
            #expect(try await browser.get("/offline?language=de").text.contains(Self.english))
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
