import Foundation
import HTTPTypes
import PorticoAuth
import PorticoConfig
import PorticoServer
import PorticoTestSupport
import Testing

@Suite("A3 A4 A5 Signing in and out")
struct SessionTests {
    @Test("leads to the main screen and back to the cover")
    func inAndOut() async throws {
        try await withServer { _, client in
            let browser = TestBrowser(client)
            let signedIn = try await browser.signIn()
            #expect(signedIn.status == .seeOther)
            #expect(signedIn.headers[.location] == "/")
            #expect(try await browser.get("/").isMain)
            let signedOut = try await browser.post("/session/end", [("account", "local/ada")])
            #expect(signedOut.status == .seeOther)
            #expect(signedOut.headers[.location]?.hasPrefix("/session/new?signed-out=") == true)
            let cover = try await browser.get("/")
            #expect(cover.isCover)
            #expect(!cover.text.contains("Ada Lovelace"), "the main screen is gone")
        }
    }

    @Test("keeps the time zone of the browser, unless there is no such zone")
    func zone() async throws {
        try await signedIn { door, browser, ada in
            for (zone, kept) in [("Asia/Tokyo", "Asia/Tokyo"), ("Nowhere/<b>", "Asia/Tokyo"), ("UTC", "UTC")] {
                await browser.use(["portico-zone": zone])
                let answer = try await browser.signIn()
                #expect(answer.status == .seeOther)
                #expect(try await door.config.value(of: UserConfig.timeZone, in: ada) == kept)
            }
        }
    }

    @Test("does not fail if the time zone cannot be stored")
    func zoneNotKept() async throws {
        try await signedIn { door, browser, _ in
            door.configStore.setDown(true)
            await browser.use(["portico-zone": "Asia/Tokyo"])
            let answer = try await browser.signIn()
            #expect(answer.status == .seeOther)
            door.configStore.setDown(false)
            #expect(try await browser.account() == "local/ada")
        }
    }

    @Test("with a wrong password shows the cover again: 401, a message, the name, not the password")
    func wrongPassword() async throws {
        try await withServer { _, client in
            let fields = [("username", "ada <b>\""), ("password", "my secret guess"), ("remember", "on")]
            let response = try await TestBrowser(client).post("/session", fields)
            #expect(response.status == .unauthorized)
            #expect(response.isCover)
            #expect(response.text.contains("The user name, email address or password doesn’t match."))
            #expect(response.text.contains(#"required value="ada &lt;b&gt;&quot;""#))
            #expect(response.text.contains("name=\"remember\" value=\"on\" checked"))
            #expect(!response.text.contains("my secret guess"))
        }
    }

    @Test("is refused with a challenge for which no browser shows a prompt of its own")
    func challenge() async throws {
        try await withServer { _, client in
            let wrong = try await TestBrowser(client).post("/session", [("username", "ada"), ("password", "x")])
            #expect(wrong.headers[.wwwAuthenticate] == "Portico")
        }
    }

    @Test("ends with the browser, unless it is automatic", arguments: [(false, nil), (true, "local/ada")])
    func restart(remember: Bool, account: String?) async throws {
        try await withServer { _, client in
            let browser = TestBrowser(client)
            _ = try await browser.signIn(remember: remember)
            #expect(try await browser.account() == "local/ada")
            await browser.forget()
            #expect(try await browser.account() == account)
        }
    }

    @Test("with the switch, automatic sign-in is turned on and off at once")
    func toggle() async throws {
        try await withServer { _, client in
            let browser = TestBrowser(client)
            _ = try await browser.signIn()
            let page = try await browser.get("/")
            #expect(page.text.contains(#"aria-checked="false" name="value" value="on""#))
            let on = try await browser.post("/settings/automatic-sign-in", [("value", "on"), ("account", "local/ada")])
            #expect(on.status == .seeOther)
            #expect(on.headers[.location] == "/")
            #expect(try await browser.get("/").text.contains(#"aria-checked="true" name="value" value="off""#))
            #expect(
                try await browser.get("/about").text.contains(/data-lasts="12096\d\d"|data-lasts="12095\d\d"/),
                "14 days")
            await browser.forget()
            #expect(try await browser.account() == "local/ada")
            _ = try await browser.post("/settings/automatic-sign-in", [("value", "off")])
            #expect(try await browser.account() == "local/ada", "it continues in this run of the browser")
            #expect(try await browser.get("/about").text.contains(/data-lasts="43[12]\d\d"/), "12 hours")
            await browser.forget()
            #expect(try await browser.account() == nil)
        }
    }

    @Test(
        "does nothing for another person's page",
        arguments: ["/settings/automatic-sign-in", "/session/end"])
    func accountMismatch(path: String) async throws {
        try await withServer { server, client in
            try await server.addAccount("bob")
            let browser = TestBrowser(client)
            _ = try await browser.signIn("bob")
            let response = try await browser.post(path, [("value", "on"), ("account", "local/ada")])
            #expect(response.status == .conflict)
            #expect(try await browser.account() == "local/bob")
            await browser.forget()
            #expect(try await browser.account() == nil, "automatic sign-in is still off")
        }
    }

    @Test("is at /session/new, to which /session redirects; signed-in people are redirected from there")
    func addresses() async throws {
        try await withServer { _, client in
            let browser = TestBrowser(client)
            let session = try await browser.get("/session")
            #expect(session.status == .seeOther)
            #expect(session.headers[.location] == "/session/new")
            #expect(try await browser.get("/session/new").isCover)
            _ = try await browser.signIn()
            let signedIn = try await browser.get("/session/new?next=/a%3Fb")
            #expect(signedIn.status == .seeOther)
            #expect(signedIn.headers[.location] == "/a?b")
        }
    }

    @Test(
        "makes another account of the browser current; signing out returns to the first, and of all to none"
    )
    func twoAccounts() async throws {
        try await withServer { server, client in
            try await server.addAccount("bob")
            let browser = TestBrowser(client)
            _ = try await browser.signIn("ada", remember: true)
            _ = try await browser.signIn("bob", remember: true)
            #expect(try await browser.account() == "local/bob")
            _ = try await browser.post("/session/end")
            #expect(try await browser.account() == "local/ada")
            _ = try await browser.signIn("bob")
            _ = try await browser.post("/session/end", [("scope", "all")])
            #expect(try await browser.account() == nil)
        }
    }

    @Test("out, without a sign-in, is not an error")
    func signOutAsNobody() async throws {
        try await withServer { _, client in
            let browser = TestBrowser(client)
            #expect(try await browser.post("/session/end", [("account", "local/ada")]).status == .seeOther)
            let bare = try await browser.send(.post, "/session/end")
            #expect(bare.status == .seeOther)
            #expect(bare.headers[.setCookie] == nil)
        }
    }
}
