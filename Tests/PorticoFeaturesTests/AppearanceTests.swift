import HTTPTypes
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("The appearance")
struct AppearanceTests {
    private static let path = "/settings/appearance"

    @Test("is a sheet over the main screen that marks the current choice")
    func page() async throws {
        try await signedIn { door, browser, ada in
            try await door.config.set(UserConfig.textSize, to: .s, in: ada)
            let page = try await browser.get(Self.path)
            #expect(page.status == .ok)
            #expect(page.text.contains(#"data-style="pageSheet""#))
            #expect(page.text.contains(#"data-detents="medium large""#))
            #expect(page.text.contains(#"value="automatic" checked"#))
            #expect(page.text.contains(#"value="S" checked"#))
            #expect(page.text.contains(#"name="language" type="radio" value="automatic" checked"#))
            #expect(page.text.ranges(of: " checked").count == 3)
            #expect(page.text.contains(#"id="menu-link""#), "the main screen is under it")
        }
    }

    @Test(
        "and Portico's other pages without a style of their own have the installation's",
        arguments: ["/settings/appearance", "/about", "/about/licences", "/account", "/account/data", "/accounts"])
    func automatic(path: String) async throws {
        let app = AppConfig(automaticPresentation: .fullScreen)
        try await TestDoor.run(publicFolder: publicFolder, app: app) { door, client in
            try await door.addAccount()
            let browser = TestBrowser(client)
            _ = try await browser.signIn()
            let page = try await browser.get(path)
            #expect(page.status == .ok)
            #expect(page.text.contains(#"data-style="fullScreen""#))
        }
    }

    @Test("is stored, shown on the main screen, and announced once, with the changed keys")
    func change() async throws {
        try await signedIn { door, browser, ada in
            var changes = door.changes.observe().makeAsyncIterator()
            let fields = [("account", "local/ada"), ("appearance", "light"), ("textSize", "L")]
            let response = try await browser.post(Self.path, fields)
            #expect(response.status == .seeOther)
            #expect(response.headers[.location] == Self.path)
            #expect(await changes.next() == ConfigChange(scope: .init(ada), keys: ["appearance"]))
            _ = try await browser.post(Self.path, fields)
            _ = try await browser.post(Self.path, [("appearance", "dark"), ("textSize", "XXL")])
            #expect(await changes.next() == ConfigChange(scope: .init(ada), keys: ["appearance", "textSize"]))
            let main = try await browser.get("/").text
            #expect(main.contains(#"data-portico-config="appearance textSize account""#))
            #expect(main.contains(#"<span class="cell-value">Dark · Larger</span>"#))
        }
    }

    @Test("leaves missing fields as they are")
    func part() async throws {
        try await signedIn { door, browser, ada in
            _ = try await browser.post(Self.path, [("appearance", "dark")])
            _ = try await browser.post(Self.path, [("textSize", "XS")])
            _ = try await browser.post(Self.path, [("account", "local/ada")])
            #expect(try await door.config.value(of: UserConfig.appearance, in: ada) == .dark)
            #expect(try await door.config.value(of: UserConfig.textSize, in: ada) == .xs)
        }
    }

    @Test("gives script a path instead of a redirect")
    func script() async throws {
        try await signedIn { _, browser, _ in
            let response = try await browser.post(
                Self.path, [("appearance", "dark")], headers: form.merged(fromScript))
            #expect(response.status == .noContent)
            #expect(response.headers[.porticoLocation] == Self.path)
            #expect(response.headers[.porticoDismiss] == nil)
            #expect(response.headers[values: .setCookie].count == 1)
        }
    }

    @Test(
        "refuses an invalid value, and then changes nothing",
        arguments: [
            ("sepia", "L"), ("dark", "XXXXL"), ("", "L"), ("dark", ""), ("Dark", "L"), ("dark", "xl"),
        ])
    func unknown(appearance: String, textSize: String) async throws {
        try await signedIn { door, browser, ada in
            let fields = [("account", "local/ada"), ("appearance", appearance), ("textSize", textSize)]
            let response = try await browser.post(Self.path, fields)
            #expect(response.status == .unprocessableContent)
            #expect(response.headers[.setCookie] == nil)
            #expect(try await door.config.value(of: UserConfig.appearance, in: ada) == .automatic)
        }
    }

    @Test("is not changed for another person's page, nor without a sign-in")
    func others() async throws {
        try await signedIn { door, browser, ada in
            let response = try await browser.post(Self.path, [("account", "local/bob"), ("appearance", "dark")])
            #expect(response.status == .conflict)
            #expect(response.headers[.setCookie] == nil)
            #expect(try await door.config.value(of: UserConfig.appearance, in: ada) == .automatic)
            _ = try await browser.post("/session/end")
            #expect(try await browser.post(Self.path, [("appearance", "dark")]).status == .unauthorized)
            #expect(try await browser.get(Self.path).isCover)
        }
    }

    @Test("is saved for two pages that change different values, with script and without", arguments: [true, false])
    func differentValues(isFromScript: Bool) async throws {
        try await signedIn { door, browser, ada in
            let page = try await browser.get(Self.path).text
            let version = try #require(page.firstMatch(of: /name="version" value="(\d+)"/)).output.1
            let shown = [
                ("account", "local/ada"), ("version", String(version)), ("shownAppearance", "automatic"),
                ("shownTextSize", "L"),
            ]
            let headers: HTTPFields = isFromScript ? [HTTPField.Name("Portico-Request")!: "script"] : [:]
            _ = try await browser.post(
                Self.path, shown + [("appearance", "dark"), ("textSize", "L")], headers: headers)
            _ = try await browser.post(
                Self.path, shown + [("appearance", "automatic"), ("textSize", "XL")], headers: headers)
            let config = try await door.config.config(of: AccountID(server: .local, user: "ada"), isAutoLogin: false)
            #expect(config.appearance == .dark)
            #expect(config.textSize == .xl)
            // Sets the text size that the first page showed.
            _ = try await browser.post(
                Self.path, shown + [("appearance", "dark"), ("textSize", "L")], headers: headers)
            #expect(try await door.config.value(of: UserConfig.textSize, in: ada) == (isFromScript ? .l : .xl))
        }
    }
}
