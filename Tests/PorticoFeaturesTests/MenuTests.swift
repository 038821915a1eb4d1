import HTTPTypes
import PorticoFeatures
import PorticoHTML
import PorticoServer
import PorticoTestSupport
import PorticoViews
import Testing

private struct Words: HTMLRenderable {
    func render(into html: inout HTMLWriter) { html.text("words") }
}

@Suite("The menu")
struct MenuTests {
    @Test("is in the bar of every root page, also of applications, and of no presented page")
    func bars() async throws {
        try await TestServer.run(
            publicFolder: publicFolder,
            mount: { $0.page("/orders", title: "Orders") { _, _ in Words() } },
            { server, client in
                try await server.addAccount("chief", isAdministrator: true)
                let browser = TestBrowser(client)
                _ = try await browser.signIn("chief")
                for path in ["/", "/orders", "/administration", "/administration/people"] {
                    let page = try await browser.get(path).text
                    #expect(page.split(separator: "id=\"menu-link\" href=\"/menu\"").count == 2, "\(path)")
                }
                #expect(try await !TestBrowser(client).get("/").text.contains("menu-link"))
                let account = try await browser.get("/account").text
                #expect(account.split(separator: "id=\"menu-link\"").count == 2, "only below it")
            })
    }

    @Test("leads to account, settings and sign-out, and administrators to administration")
    func links() async throws {
        try await TestServer.run(publicFolder: publicFolder) { server, client in
            try await server.addAccount("chief", name: "Ada <Chief>", isAdministrator: true)
            try await server.addAccount()
            let (chief, ada) = (TestBrowser(client), TestBrowser(client))
            _ = try await chief.signIn("chief")
            _ = try await ada.signIn()
            let (full, menu) = (try await chief.get("/menu").text, try await ada.get("/menu").text)
            for path in ["/account", "/accounts", "/about"] {
                #expect(menu.contains("href=\"\(path)\""), "\(path)")
            }
            let end = try #require(menu.firstRange(of: "id=\"menu-sign-out-button\""))
            #expect(!menu[end.upperBound...].contains("<li "), "it is the last row")
            let head = try #require(
                full.firstRange(of: "Ada &lt;Chief&gt;</span> <span class=\"cell-subtitle\">chief<"))
            let first = try #require(full.firstRange(of: "menu-account-link"))
            #expect(head.upperBound < first.lowerBound, "the person is at the head")
            #expect(full.contains("menu-administration-link"))
            #expect(!menu.contains("menu-administration-link"))
            #expect(try await TestBrowser(client).get("/menu").status == .unauthorized)
        }
    }

    @Test("leads to the settings only from another page")
    func settings() async throws {
        try await signedIn { browser in
            #expect(try await !browser.get("/menu").text.contains("menu-settings"))
            let referer = try #require(HTTPField.Name("Referer"))
            for (page, isShown) in [("/", false), ("/administration", true)] {
                let menu = try await browser.get(
                    "/menu", headers: [.porticoPresent: "sheet", referer: "http://127.0.0.1\(page)"])
                #expect(menu.text.contains(#"id="menu-settings-link" href="/""#) == isShown, "\(page)")
            }
        }
    }

    @Test("The main screen leads with the pages of the application")
    func order() async throws {
        try await TestServer.run(
            publicFolder: publicFolder,
            mount: { $0.page("/orders", title: "Orders") { _, _ in Words() } },
            { server, client in
                try await server.addAccount()
                let browser = TestBrowser(client)
                _ = try await browser.signIn()
                let main = try await browser.get("/").text
                let pages = try #require(main.firstRange(of: "id=\"pages\""))
                let profile = try #require(main.firstRange(of: "id=\"profile\""))
                #expect(pages.lowerBound < profile.lowerBound)
            })
    }

    @Test("Version, uptime and counts are for administrators")
    func server() async throws {
        try await TestServer.run(publicFolder: publicFolder) { server, client in
            try await server.addAccount("chief", isAdministrator: true)
            try await server.addAccount()
            for (name, isShown) in [("chief", true), ("ada", false)] {
                let browser = TestBrowser(client)
                _ = try await browser.signIn(name)
                let main = try await browser.get("/").text
                #expect(main.contains("id=\"overview\"") == isShown, "\(name)")
                #expect(main.contains("id=\"people-link\" href=\"/administration/people\"") == isShown, "\(name)")
                #expect(try await browser.get("/about").text.contains("server-version") == isShown, "\(name)")
            }
        }
    }
}
