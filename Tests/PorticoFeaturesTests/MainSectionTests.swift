import HTTPTypes
import Hummingbird
import HummingbirdCore
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoTestSupport
import PorticoViews
import Testing

@testable import PorticoDoor
@testable import PorticoFeatures
@testable import PorticoRoot

private let files = PublicFolder(fingerprint: "a", files: [PublicFile(name: "css/own.css", base64: "")])

private enum Mistake: String, CaseIterable {
    case file = "there is no public file css/own.cs; the folder has: css/own.css"
    case policy = "\"lit html\" cannot be the name of a Trusted Types policy"
    case twoPages = "GET /a/{b} has a handler already: choose another path"
    case twoForms = "POST /a has a handler already: choose another path"
    case twoNames = "Route /a/{b} overrides /a/{c}"
    case page = "GET /profile/edit has a handler already: choose another path"
    case route = "GET /healthz has a handler already: choose another path"

    func make(in main: inout MainSection) {
        switch self {
        case .file: main.serve(files, styleSheets: ["css/own.cs"])
        case .policy: main.allowTrustedTypes("lit html")
        case .twoPages: for _ in 1...2 { main.page("/a/:b", title: "A") { _, _ in PlainContent() } }
        case .twoForms:
            main.routes { routes, _ in
                for _ in 1...2 { routes.group("a").post { _, _ in .redirect(to: "/a") } }
            }
        case .twoNames:
            main.page("/a/:b", title: "A") { _, _ in PlainContent() }
            main.page("/a/:c/d", title: "A") { _, _ in PlainContent() }
        case .page: main.page("/profile/edit", title: "A") { _, _ in PlainContent() }
        case .route: main.page("/healthz", title: "A") { _, _ in PlainContent() }
        }
    }
}

@Suite("The main section")
struct MainSectionTests {
    @Test("a mounted page is protected, has the look of all pages, and is for signed-in people")
    func mounted() async throws {
        try await withMounted { _, client in
            let browser = TestBrowser(client)
            #expect(try await browser.get("/hello").status == .unauthorized)
            _ = try await browser.signIn()
            let page = try await browser.get("/hello")
            #expect(page.status == .ok)
            #expect(page.headers[.cacheControl] == "no-store")
            #expect(page.text.contains("content of a mounted page for Ada Lovelace"))
            let followed = page.text.contains(
                /<html[^>]* data-portico-config="appearance textSize language chosenTimeZone brand"/)
            #expect(followed, "it follows them")
            #expect(
                page.text.contains(#"data-screen="main" data-needs-authentication="false" data-account="local/ada""#))
            #expect(page.text.contains("<title>Hello &lt;there&gt; · Portico</title>"))
            #expect(page.text.matches(of: /<h1[^>]*>/).count == 1)
            #expect(page.text.contains(#"href="/""#), "the page has a link back")
            #expect(try await browser.get("/hello?a=b").status == .ok)
        }
    }

    @Test("the main screen links to mounted pages, and has no group for them without such pages")
    func links() async throws {
        try await withMounted { _, client in
            let browser = TestBrowser(client)
            _ = try await browser.signIn()
            let main = try await browser.get("/").text
            #expect(main.contains(#"id="page-hello""#))
            #expect(main.contains(#"href="/hello""#))
            #expect(main.contains("Hello &lt;there&gt;"))
            #expect(main.contains(#"id="page-deep-down""#))
        }
        try await withServer { _, client in
            let browser = TestBrowser(client)
            _ = try await browser.signIn()
            #expect(try await !browser.get("/").text.contains(">Pages<"))
        }
    }

    @Test("an application's mistake is a sentence, and the server does not start", arguments: Mistake.allCases)
    fileprivate func mistake(_ mistake: Mistake) async throws {
        let thrown = await #expect(throws: ApplicationMistake.self) {
            try await TestDoor.run(publicFolder: publicFolder, mount: { mistake.make(in: &$0) }) { _, _ in }
        }
        #expect(thrown?.description == mistake.rawValue)
    }

    @Test("the page below a presented one is the page at its address, in whatever order they are added")
    func precedence() async throws {
        let mount = { @Sendable (main: inout MainSection) in
            main.page("/books/:number", title: "Book") { _, _ in PlainContent(text: "a book of any number") }
            main.page("/books/new", title: "New") { _, _ in PlainContent(text: "the new book") }
            main.page("/books/:number/cover") { _, context in
                CoverSheet(presenter: "/books/\(try context.parameters.require("number"))")
            }
        }
        try await TestDoor.run(publicFolder: publicFolder, mount: mount) { door, client in
            _ = try await door.addAccount()
            let browser = try await door.browser(client)
            for (number, text) in [("new", "the new book"), ("7", "a book of any number")] {
                let sheet = try await browser.get("/books/\(number)/cover").text
                #expect(sheet.contains("the cover of a book") && sheet.contains(text), "\(number)")
                #expect(try await browser.get("/books/\(number)").text.contains(text), "\(number)")
            }
        }
    }

    @Test("a page for groups exists for their accounts only, as does the link to it")
    func groups() async throws {
        let mount = { @Sendable (main: inout MainSection) in
            main.page("/reports", title: "Reports", groups: ["staff", "editors"]) { _, _ in PlainContent() }
        }
        try await TestDoor.run(publicFolder: publicFolder, mount: mount) { door, client in
            let account = try await door.addAccount()
            let browser = try await door.browser(client)
            #expect(try await browser.get("/reports").status == .forbidden)
            #expect(try await door.events(.denied).map(\.detail) == ["/reports"])
            #expect(try await !browser.get("/").text.contains("Reports"))
            try await door.auth.directory.setGroups(["editors"], of: account.id)
            #expect(try await browser.get("/reports").status == .ok)
            #expect(try await browser.get("/").text.contains("Reports"))
            #expect(try await TestBrowser(client).get("/reports").status == .unauthorized)
        }
    }

    @Test("the main screen shows the current person, and no server where there is one only")
    func mainScreen() async throws {
        try await withServer { _, client in
            let browser = TestBrowser(client)
            _ = try await browser.signIn()
            let main = try await browser.get("/").text
            for text in ["Ada Lovelace", ">ada<"] {
                #expect(main.contains(text), "\(text)")
            }
            #expect(!main.contains("profile-server"))
            #expect(!main.contains("Administrator") && !main.contains("Less than a minute"))
        }
    }

    @Test("a page that fails becomes an error page with an id, for the signed-in person only")
    func failing() async throws {
        try await withMounted { _, client in
            let browser = TestBrowser(client)
            #expect(try await browser.get("/failing").status == .unauthorized)
            _ = try await browser.signIn()
            let page = try await browser.get("/failing")
            #expect(page.status == .internalServerError)
            #expect(page.text.contains("Reference: "))
            #expect(!page.text.contains("secret"))
        }
    }

    @Test("production has nothing of development")
    func production() async throws {
        try await withDoor { _, client in
            for path in ["/dev/reload", "/dev/settings", "/dev"] {
                let response = try await TestBrowser(client).get(path)
                #expect(response.status == .notFound)
                #expect(try await TestBrowser(client).post(path, [("clockOffset", "1")]).status == .notFound)
            }
            let page = try await TestBrowser(client).get("/").text
            #expect(!page.contains("dev-reload"))
            let release = try #require(page.firstMatch(of: /\/assets\/(\w+)\//)?.output.1)
            for (script, status) in [
                ("portico/portico", HTTPResponse.Status.ok), ("dev-hud", .notFound), ("dev-reload", .notFound),
            ] {
                #expect(try await TestBrowser(client).get("/assets/\(release)/js/\(script).js").status == status)
            }
        }
    }

    @Test("in development, a switch creates pages without script")
    func withoutScript() async throws {
        try await withServer { _, client in
            let browser = TestBrowser(client)
            #expect(try await browser.get("/").text.contains("<script"))
            _ = try await browser.post("/dev/settings", [("script", "off")])
            #expect(try await !browser.get("/").text.contains("<script"))
            #expect(try await !browser.get("/session/new").text.contains("modulepreload"))
        }
    }
}

@Suite("A home of an application")
struct HomeTests {
    @Test("A4 follows the launch and the sign-in, and the standard main screen is the settings page")
    func home() async throws {
        try await withHome { browser, _ in
            #expect(try await browser.get("/").isCover)
            _ = try await browser.signIn()
            let home = try await browser.get("/")
            #expect(home.isMain)
            #expect(home.text.contains("the shop of Ada Lovelace"))
            #expect(home.hasTitle("Shop · Portico"))
            #expect(home.text.contains(#"href="/menu""#))
            #expect(home.text.contains(#"<span class="bar-mark" role="img" aria-label="Portico">"#))
            #expect(!home.text.contains(#"id="profile""#))
            #expect(home.text.contains("a toast of the shop"))
            let settings = try await browser.get("/settings").text
            #expect(settings.contains(#"id="profile""#))
            #expect(settings.contains("<title>Settings · Portico</title>"))
            #expect(settings.contains(#"id="home" href="/""#))
        }
    }

    @Test("is below the pages presented over it, and script fetches it")
    func presenter() async throws {
        try await withHome { browser, _ in
            _ = try await browser.signIn()
            let sheet = try await browser.get("/about").text
            #expect(sheet.contains("the shop of Ada Lovelace"))
            let refreshed = try await browser.get("/", headers: fromScript.merged([.porticoAccount: "local/ada"]))
            #expect(refreshed.text.contains("the shop of Ada Lovelace"))
        }
    }

    @Test("has a separate page for the settings, over which they are edited and to which they return")
    func settings() async throws {
        try await withHome { browser, _ in
            _ = try await browser.signIn()
            #expect(try await browser.get("/menu").text.contains(#"id="menu-settings-link" href="/settings""#))
            for path in ["/profile/edit", "/settings/appearance", "/workplace/factory"] {
                #expect(try await browser.get(path).text.contains(#"data-presenter="/settings""#), "\(path)")
            }
            let saved = try await browser.post("/profile", [("account", "local/ada"), ("name", "Ada King")])
            #expect(saved.headers[.location] == "/settings")
            let left = try await browser.post("/profile/edit/leave", [("account", "local/ada")])
            #expect(left.headers[.location] == "/settings")
            let off = try await browser.post(
                "/settings/automatic-sign-in", [("account", "local/ada"), ("value", "off")])
            #expect(off.headers[.location] == "/settings")
        }
    }

    @Test("opens the menu for script over the page that has requested it")
    func menu() async throws {
        try await withHome { browser, _ in
            _ = try await browser.signIn()
            let address = "http://localhost/settings?a=b"
            let layer = try await browser.get("/menu", headers: [.porticoPresent: "sheet", .referer: address])
            #expect(layer.text.contains(#"data-presenter="/settings""#))
            #expect(try await browser.get("/menu", headers: [.referer: address]).text.contains(#"data-presenter="/""#))
        }
    }

    @Test("that fails ends the launch in an error screen, with an id in page and log")
    func failing() async throws {
        try await withHome { browser, log in
            _ = try await browser.signIn()
            let page = try await browser.get("/?fail")
            #expect(page.status == .ok)
            #expect(page.isError)
            #expect(page.text.contains("Reference: "))
            #expect(log.text.contains("HomeFailure"))
        }
    }

    @Test("does not exist unless the application adds one")
    func standard() async throws {
        try await withServer { _, client in
            let browser = try await browser(client)
            #expect(try await browser.get("/settings").status == .notFound)
            let menu = try await browser.get("/menu").text
            #expect(!menu.contains("menu-settings-link"), "it is over the main screen, which has the settings")
        }
    }

    private func withHome(_ test: @escaping @Sendable (TestBrowser, LogRecorder) async throws -> Void) async throws {
        let log = LogRecorder()
        try await TestServer.run(
            publicFolder: publicFolder, logger: log.logger,
            mount: { main in
                main.home(title: "Shop") { request, context in
                    guard request.uri.query != "fail" else { throw HomeFailure() }
                    context.toast("a toast of the shop")
                    return PlainContent(text: "the shop of \(context.account.name)")
                }
            }
        ) { server, client in
            try await server.addAccount()
            try await test(TestBrowser(client), log)
        }
    }
}

private struct HomeFailure: Error {}

private struct CoverSheet: Presentable {
    let presentation = Presentation()
    let presenter: SitePath

    func title(in language: String) -> String { "Cover" }

    func render(into html: inout HTMLWriter) {
        html.text("the cover of a book")
    }
}
