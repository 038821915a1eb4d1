import Foundation
import HTTPTypes
import PorticoAuth
import PorticoBrand
import PorticoConfig
import PorticoFeatures
import PorticoHTML
import PorticoServer
import PorticoTestSupport
import Testing

private let drawing =
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><path d='M0 0h8v8z' onclick='x()'/></svg>"

/// A PNG of 2 × 1 pixels.
private let picture = Data(
    base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAAD0lEQVR4nGP4z8AARAwMAAz8Af9c/RSVAAAAAElFTkSuQmCC")!

@Suite("H6 The brand")
struct BrandTests {
    private static let path = "/administration/brand"

    /// Runs a test with a server that has a brand by its options.
    private func branded(
        _ change: (inout Brand) -> Void = { _ in },
        _ test: @escaping @Sendable (TestServer, TestClient) async throws -> Void
    ) async throws {
        var brand = Brand()
        brand.mark = try BrandMark(Array(drawing.utf8))
        brand.coverColor = BrandColor("#003366")
        brand.coverColorDark = BrandColor("#101010")
        brand.sentence = "Books for <everyone>"
        brand.helpLink = WebURL("https://help.example/a?b&c")
        change(&brand)
        try await TestServer.run(
            publicFolder: publicFolder,
            configure: { [brand] in
                $0.app.appName = "Ada & Co"
                $0.brand = brand
            }, test)
    }

    private func administering(
        _ test: @escaping @Sendable (TestServer, TestBrowser, TestClient) async throws -> Void
    ) async throws {
        try await TestServer.run(publicFolder: publicFolder) { server, client in
            try await server.addAccount("chief", isAdministrator: true)
            let chief = TestBrowser(client)
            _ = try await chief.signIn("chief")
            try await test(server, chief, client)
        }
    }

    /// Posts the form of the page as a browser does.
    private func post(
        _ browser: TestBrowser, _ fields: [(String, String)], mark: [UInt8]? = nil
    ) async throws -> TestResponse {
        var body = fields.map { "--b\r\nContent-Disposition: form-data; name=\"\($0)\"\r\n\r\n\($1)\r\n" }.joined()
        if let mark {
            let file = String(decoding: mark, as: UTF8.self)
            body += "--b\r\nContent-Disposition: form-data; name=\"brand.mark\"; filename=\"m\"\r\n\r\n\(file)\r\n"
        }
        return try await browser.post(
            Self.path, body: body + "--b--\r\n", headers: [.contentType: "multipart/form-data; boundary=b"])
    }

    /// The address of the first file of this name on a page.
    private func address(_ name: String, in page: TestResponse) throws -> String {
        let end = try #require(page.text.firstRange(of: "/\(name)\"")?.upperBound)
        let start = try #require(page.text[..<end].range(of: "\"/assets/", options: .backwards)?.lowerBound)
        return String(page.text[start..<end].dropFirst().dropLast())
    }

    @Test("names the application on the cover, with its mark, sentence, links and colours")
    func cover() async throws {
        try await branded { server, client in
            try await server.addAccount()
            let cover = try await TestBrowser(client).get("/")
            #expect(cover.hasTitle("Log in · Ada &amp; Co"))
            for part in [
                "id=\"cover-name\" dir=\"auto\">Ada &amp; Co</p>",
                "Books for &lt;everyone&gt;", "href=\"https://help.example/a?b&amp;c\"",
                "<meta name=\"theme-color\" content=\"#003366\" media=\"(prefers-color-scheme: light)\">",
                "<meta name=\"theme-color\" content=\"#101010\" media=\"(prefers-color-scheme: dark)\">",
                "<img class=\"mark\"",
            ] {
                #expect(cover.text.contains(part), "\(part)")
            }
            #expect(!cover.text.contains("apple-touch-icon"), "no program draws an SVG")
            #expect(!cover.text.contains(" style="))
        }
    }

    @Test("H7 its files have addresses that change with the content and are cached for ever")
    func files() async throws {
        try await branded { _, client in
            let browser = TestBrowser(client)
            let cover = try await browser.get("/")
            for (name, type) in [
                ("brand.css", "text/css; charset=utf-8"), ("mark.svg", "image/svg+xml"), ("icon.svg", "image/svg+xml"),
                ("manifest.webmanifest", "application/manifest+json"),
            ] {
                let file = try await browser.get(try address(name, in: cover))
                #expect(file.status == .ok, "\(name)")
                #expect(file.headers[.contentType] == type)
                #expect(file.headers[.cacheControl] == "public, max-age=31536000, immutable")
                #expect(file.headers[.contentSecurityPolicy]?.hasPrefix("default-src 'none'") == true)
                #expect(!file.text.contains("onclick"))
            }
            let style = try await browser.get(try address("brand.css", in: cover)).text
            #expect(style.contains("--cover: #003366; --on-cover: #ffffff"))
            let manifest = try await browser.get(try address("manifest.webmanifest", in: cover)).text
            #expect(manifest.contains("\"name\" : \"Ada & Co\""))
            let favicon = try await browser.get("/favicon.ico")
            #expect(favicon.headers[.contentType] == "image/svg+xml")
            #expect(favicon.text.contains("#003366"))
            #expect(try await browser.get("/assets/none/brand.css").status == .notFound)
        }
    }

    @Test("H7 the icons of a PNG are PNGs, also for home screens")
    func icons() async throws {
        try await branded({ $0.mark = try? BrandMark(Array(picture)) }) { _, client in
            let browser = TestBrowser(client)
            let cover = try await browser.get("/")
            for name in ["icon-32.png", "icon-180.png", "mark.png"] {
                let file = try await browser.get(try address(name, in: cover))
                #expect(file.headers[.contentType] == "image/png", "\(name)")
            }
            #expect(try await browser.get("/favicon.ico").headers[.contentType] == "image/x-icon")
            #expect(!cover.text.contains("icon.svg"))
        }
    }

    @Test("H7 error pages, the other pages of the sign-in and pages after it have it")
    func pages() async throws {
        try await branded { server, client in
            try await server.addAccount()
            let browser = TestBrowser(client)
            let reset = try await browser.get("/password/reset")
            #expect(reset.text.contains("<img class=\"mark\"") && reset.text.contains("/brand.css"))
            _ = try await browser.signIn()
            let missing = try await browser.get("/nowhere")
            #expect(missing.isError)
            #expect(missing.text.contains("<img class=\"mark\"") && missing.text.contains("· Ada &amp; Co</title>"))
            let main = try await browser.get("/")
            #expect(main.isMain)
            #expect(main.text.contains("/brand.css") && main.text.contains("About Ada &amp; Co"))
            // The colour of a launch is that of its splash, if it takes longer than 20 ms.
            let page = try await browser.get("/about")
            #expect(page.text.contains("<meta name=\"theme-color\" content=\"#FFFFFF\""))
        }
    }

    @Test("without a brand, pages have no files of a brand")
    func none() async throws {
        try await TestServer.run(publicFolder: publicFolder) { _, client in
            let browser = TestBrowser(client)
            let cover = try await browser.get("/")
            #expect(!cover.text.contains("brand.css") && !cover.text.contains("<img"))
            #expect(cover.text.contains("<meta name=\"theme-color\" content=\"#ffcc00\">"))
            #expect(try await browser.get("/favicon.ico").headers[.contentType] == "image/x-icon")
        }
    }

    @Test("an administrator changes it, and it is in force at once and after a restart")
    func change() async throws {
        try await administering { server, chief, client in
            let before = try await chief.get(Self.path)
            #expect(before.text.contains("value=\"Portico\""))
            let fields = [
                ("account", "local/chief"), ("version", try #require(before.field("version"))),
                ("app.name", " Bookshop "), ("brand.coverColor", "#003366"), ("brand.accentColor", "#003366"),
                ("brand.sentence", "Read on"), ("brand.privacyLink", "https://example.com/privacy"),
                ("mail.senderName", "The booksellers"), ("mail.footer", "Bookshop\r\nLondon"),
            ]
            let saved = try await post(chief, fields, mark: Array(drawing.utf8))
            #expect(saved.status == .seeOther && saved.headers[.location] == Self.path)
            let cover = try await TestBrowser(client).get("/")
            #expect(
                cover.text.contains("id=\"cover-name\" dir=\"auto\">Bookshop</p>") && cover.text.contains("Read on"))
            #expect(try await chief.get(try address("mark.svg", in: cover)).status == .ok)
            let events = try await server.auth.store.events(SecurityEventQuery(kinds: [.settingChanged]))
            #expect(events.map(\.event.detail) == ["brand"])
            let settings = try await chief.get("/administration/settings").text
            #expect(settings.contains("app.name</span></span> <span class=\"cell-value\">Bookshop</span>"))
            let page = try await chief.get(Self.path)
            #expect(page.text.contains("value=\"#003366\"") && page.text.contains("Bookshop\nLondon"))

            #expect(page.text.contains("href=\"/administration/brand-reset\" data-portico-present"))
            let question = try await chief.get("/administration/brand-reset").text
            #expect(question.contains("Reset the branding to default?"))
            let reset = try await chief.post("/administration/brand-reset", [("account", "local/chief")])
            #expect(reset.status == .seeOther && reset.headers[.location] == Self.path)
            let after = try await TestBrowser(client).get("/")
            #expect(
                after.text.contains("id=\"cover-name\" dir=\"auto\">Portico</p>") && !after.text.contains("brand.css"))
        }
    }

    @Test("E10 open pages learn of a brand in force, and of no other change as if it were one")
    func told() async throws {
        try await administering { server, chief, client in
            let stream = try await OpenStream(chief, port: client.port)
            let account = ("account", "local/chief")
            _ = try await chief.post("/administration/settings/accounts.registration", [account, ("value", "open")])
            _ = try await post(chief, [account, ("version", "0"), ("brand.accentColor", "#003366")])
            let events = await stream.events(until: #"{"keys":["brand"]}"#)
            #expect(events.filter { $0.data.contains("brand") }.count == 1)
            let page = try await chief.get("/administration").text
            #expect(page.contains(/<html[^>]* data-brand="\/assets\/[^"]+"/) && page.contains("brand.css"))
        }
    }

    @Test("a preview shows a brand without storing it")
    func preview() async throws {
        try await administering { _, chief, client in
            let fields = [
                ("account", "local/chief"), ("app.name", "Bookshop"), ("brand.coverColor", "#003366"),
                ("preview", "on"),
            ]
            let page = try await post(chief, fields, mark: Array(drawing.utf8))
            #expect(page.status == .ok)
            #expect(page.text.contains("<p class=\"cover-name\" dir=\"auto\">Bookshop</p>"))
            #expect(page.text.contains("value=\"#003366\""))
            #expect(page.text.contains(/id="brand.coverColorDark"[^>]* placeholder="#003366"/), "derived from it")
            #expect(page.text.contains(/id="brand.accentColorDark"[^>]* placeholder="#5ea1ff"/), "the usual one")
            let style = try await chief.get(try address("brand.css", in: page)).text
            #expect(style.contains("[data-brand-preview=\"dark\"] { --cover: #003366"))
            #expect(style.matches(of: /(?m)^\S.*\{/).allSatisfy { $0.output.hasPrefix("[data-brand-preview") })
            let kept = try #require(page.field("kept-mark"))
            #expect(kept.hasPrefix("data:image/svg+xml;base64,"))
            #expect(try await TestBrowser(client).get("/").text.contains("id=\"cover-name\" dir=\"auto\">Portico</p>"))
            let saved = try await post(
                chief, [("account", "local/chief"), ("app.name", "Bookshop"), ("kept-mark", kept)])
            #expect(saved.status == .seeOther)
            #expect(try await TestBrowser(client).get("/").text.contains("/mark.svg\""))
        }
    }

    @Test("an invalid value is refused, with the nearest colour that works")
    func refused() async throws {
        try await administering { _, chief, client in
            for (key, value, sentence) in [
                ("brand.accentColor", "#ffcc00", "The nearest colour that works is #"),
                ("brand.accentColorDark", "#003366", "The nearest colour that works is #"),
                ("brand.coverColor", "blue", "Enter # and six digits, such as #0a5bd6."),
                ("brand.helpLink", "javascript:alert(1)", "Enter an address such as"),
                ("app.name", "", "Enter one line of at most 100 characters."),
                ("app.name", String(repeating: "a", count: 101), "Enter one line of at most 100 characters."),
                ("mail.footer", String(repeating: "a\n", count: 11), "Enter at most 10 lines."),
                ("mail.footer", String(repeating: "a", count: 1001), "-problem\">Enter at most 1,000 characters."),
                ("brand.sentence", "a\u{202E}b", "a character that can’t be seen"),
                ("mail.senderName", "a\u{1B}b", "This text contains a character"),
                ("kept-mark", "data:image/png;base64,AAAA", "Choose an SVG or PNG file."),
            ] {
                let answer = try await post(chief, [("account", "local/chief"), (key, value)])
                #expect(answer.status == .unprocessableContent, "\(key)")
                #expect(answer.text.contains(sentence), "\(key)")
                #expect(
                    ["kept-mark", "mail.footer"].contains(key) || value.isEmpty || value.hasHiddenCharacters
                        || answer.text.contains(value),
                    "\(key) has the input")
            }
            let evil =
                "<!DOCTYPE svg [<!ENTITY a 'b'>]><svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'><path/></svg>"
            let answer = try await post(chief, [("account", "local/chief")], mark: Array(evil.utf8))
            #expect(answer.status == .unprocessableContent)
            #expect(answer.text.contains("This SVG can’t be read."))
            let form = try await chief.post(Self.path, [("account", "local/chief")])
            #expect(form.status == .unsupportedMediaType)
            #expect(try await TestBrowser(client).get("/").text.contains("id=\"cover-name\" dir=\"auto\">Portico</p>"))
        }
    }

    @Test("of two administrators at once, the later one gets a conflict")
    func conflict() async throws {
        try await administering { _, chief, _ in
            let version = try #require(try await chief.get(Self.path).field("version"))
            let fields = [("account", "local/chief"), ("version", version)]
            #expect(try await post(chief, fields + [("app.name", "First")]).status == .seeOther)
            let late = try await post(chief, fields + [("app.name", "Second")])
            #expect(late.status == .conflict)
            #expect(late.text.contains("value=\"Second\""))
            let again = [("account", "local/chief"), ("version", try #require(late.field("version")))]
            #expect(try await post(chief, again + [("app.name", "Second")]).status == .seeOther)
        }
    }

    @Test("after a while it asks for the password, and keeps the input and the file")
    func unproven() async throws {
        try await administering { _, chief, client in
            _ = try await chief.post("/dev/settings", [("clockOffset", "3600")])
            let fields = [("account", "local/chief"), ("app.name", "Bookshop"), ("mail.footer", "One\r\nTwo <three>")]
            var question = try await post(chief, fields, mark: Array(drawing.utf8))
            for (password, status) in [("wrong", HTTPResponse.Status.forbidden), (TestServer.password, .seeOther)] {
                #expect(question.status == .forbidden && question.asksForProof)
                #expect(question.text.contains("enctype=\"multipart/form-data\""))
                #expect(
                    try await TestBrowser(client).get("/").text.contains("id=\"cover-name\" dir=\"auto\">Portico</p>"))
                let carried = try #require(question.field("carried-file:brand.mark"))
                #expect(carried.hasPrefix(Data(drawing.utf8).base64EncodedString() + ","))
                question = try await post(
                    chief, fields + [("carried-file:brand.mark", carried), ("reauthentication", password)])
                #expect(question.status == status)
            }
            let cover = try await TestBrowser(client).get("/")
            #expect(
                cover.text.contains("id=\"cover-name\" dir=\"auto\">Bookshop</p>") && cover.text.contains("/mark.svg\"")
            )
            #expect(try await chief.get(Self.path).text.contains("One\nTwo &lt;three&gt;"))
        }
    }

    @Test("H7 a server with parts of its own has its own brand, from the cover to the error page")
    func servers() async throws {
        var parts = BrandParts()
        for (field, text) in [
            (BrandField.name, "Works"), (.coverColor, "#660000"), (.sentence, "Made here"),
            (.helpLink, "https://works.example/help"),
        ] { try parts.set(field, text) }
        var shared = Brand(name: "Bookshop")
        (shared.coverColor, shared.coverColorDark) = (BrandColor("#003366"), BrandColor("#001122"))
        (shared.sentence, shared.privacyLink) = ("Read on", WebURL("https://example.org/privacy"))
        let branding = Branding(Brands(shared, servers: [GatewayFixture.works: parts.over(shared)]))
        try await GatewayFixture().administering(branding: branding) { door, chief, client in
            let grace = TestBrowser(client)
            let first = try await grace.get("/")
            #expect(
                first.text.contains("id=\"cover-name\" dir=\"auto\">Bookshop</p>") && first.text.contains("Read on"))
            #expect(try await grace.signInAtWork().status == .seeOther)
            let main = try await launch(grace)
            #expect(main.isMain && main.text.contains("About Works") && main.text.contains("Works</title>"))
            #expect(try await chief.get("/").text.contains("About Bookshop"))
            let manifest = try await grace.get(try address("manifest.webmanifest", in: main)).text
            #expect(manifest.contains("\"name\" : \"Works\"") && manifest.contains("#660000"))
            let menu = try await grace.get("/menu").text
            #expect(menu.contains("https://works.example/help") && menu.contains("https://example.org/privacy"))
            for path in ["/nowhere", "/administration"] {
                #expect(try await grace.get(path).text.contains("· Works</title>"), "\(path)")
            }
            _ = try await grace.post("/session/end", [("account", "works/ada")])
            for path in ["/", "/account", "/session/new", "/password/reset", "/nowhere"] {
                let page = path == "/" ? try await launch(grace) : try await grace.get(path)
                #expect(page.text.contains("Works</title>"), "\(path)")
                #expect(!page.text.contains("Bookshop"), "\(path)")
            }
            let cover = try await launch(grace)
            #expect(cover.isCover && cover.text.contains("Made here"))
            #expect(
                cover.text.contains("content=\"#660000\">"), "dark too: the installation's dark colour does not fit")
            let style = try await grace.get(try address("brand.css", in: cover)).text
            #expect(style.contains("--cover: #660000"))
            // Somebody else tries to sign in to an account of this server in the same browser.
            let refused = try await grace.post(
                "/session", [("username", "ada"), ("password", "wrong"), ("server", "local")])
            #expect(refused.isCover && refused.text.contains("id=\"cover-name\" dir=\"auto\">Bookshop</p>"))
        }
    }

    /// The response to a launch without the splash, which is sent before the server knows the account. On a busy
    /// machine, it may need several launches.
    private func launch(_ browser: TestBrowser) async throws -> TestResponse {
        var response = try await browser.get("/")
        let isAtOnce = try await eventually {
            guard response.text.contains("data-follows-splash") else { return true }
            response = try await browser.get("/")
            return false
        }
        #expect(isAtOnce)
        return response
    }

    @Test("H7 all brands in force keep their files, however many previews there are")
    func kept() async throws {
        let names = (0..<10).map { ServerID(rawValue: "works-\($0)") }
        let branding = Branding(
            Brands(servers: Dictionary(uniqueKeysWithValues: names.map { ($0, Brand(name: "The \($0)")) })))
        let url = try #require(URL(string: "https://works.example.org"))
        let servers = names.map { Server(id: $0, name: $0.rawValue, kind: .gateway(url)) }
        try await TestDoor.run(
            publicFolder: publicFolder, app: AppConfig(servers: servers), branding: branding
        ) { _, client in
            for name in names {
                let cover = try await TestBrowser(client).post(
                    "/session", [("username", "ada"), ("password", "x"), ("server", name.rawValue)])
                let manifest = try await TestBrowser(client).get(try address("manifest.webmanifest", in: cover))
                #expect(manifest.status == .ok && manifest.text.contains("The \(name)"), "\(name)")
            }
        }
    }

    @Test("H7 a mark that cannot be drawn has icons that are SVGs")
    func undrawn() async throws {
        try await TestServer.run(
            publicFolder: publicFolder,
            configure: {
                $0.brand.mark = try? BrandMark(Array(drawing.utf8))
                $0.drawingProgram = DrawingProgram(path: "/bin/false")
            }
        ) { _, client in
            let cover = try await TestBrowser(client).get("/").text
            #expect(cover.contains("/icon.svg\"") && !cover.contains("apple-touch-icon"))
        }
    }

    @Test("only administrators see and change it")
    func denied() async throws {
        try await administering { server, _, client in
            try await server.addAccount()
            let ada = TestBrowser(client)
            _ = try await ada.signIn()
            #expect(try await ada.get(Self.path).status == .forbidden)
            #expect(try await post(ada, [("app.name", "Mine")]).status == .forbidden)
            #expect(try await post(TestBrowser(client), [("app.name", "Mine")]).status == .unauthorized)
        }
    }
}
