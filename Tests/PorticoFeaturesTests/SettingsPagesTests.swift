import HTTPTypes
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("The settings of the installation")
struct SettingsPagesTests {
    private static let path = "/administration/settings/accounts.registration"

    /// Runs a test with a browser of an administrator, and one of another person.
    private func withPeople(_ test: @escaping @Sendable (TestServer, TestBrowser, TestBrowser) async throws -> Void)
        async throws
    {
        try await TestServer.run(publicFolder: publicFolder) { server, client in
            try await server.addAccount("chief", isAdministrator: true)
            try await server.addAccount()
            let (chief, ada) = (TestBrowser(client), TestBrowser(client))
            _ = try await chief.signIn("chief")
            _ = try await ada.signIn()
            try await test(server, chief, ada)
        }
    }

    @Test("have their current values for all administrators")
    func live() async throws {
        try await TestServer.run(publicFolder: publicFolder) { server, client in
            try await server.addAccount("chief", isAdministrator: true)
            let chief = try await browser(of: "chief", client)
            let stream = try await OpenStream(chief, port: client.port)
            let account = ("account", "local/chief")
            _ = try await chief.post(Self.path, [account, ("value", "open")])
            #expect(await stream.events(until: "installation").last?.data == #"{"keys":["installation"]}"#)
        }
    }

    @Test("are in force at once, which is logged, and can be reset to the default")
    func change() async throws {
        try await withPeople { server, chief, _ in
            let list = try await chief.get("/administration/settings").text
            #expect(list.contains("href=\"\(Self.path)\""))
            #expect(!list.contains("href=\"/administration/settings/http.origin\""))
            #expect(try await chief.get(Self.path).text.contains("value=\"invitation\" checked"))
            #expect(try await chief.get("/registration").status == .forbidden)
            let fields = [("account", "local/chief"), ("value", "open")]
            #expect(try await chief.post(Self.path, fields).headers[.location] == "/administration/settings")
            #expect(try await chief.get(Self.path).text.contains("value=\"open\" checked"))
            #expect(try await chief.get("/registration").status == .ok)
            let changed = try await chief.get("/administration/settings").text
            #expect(changed.contains("accounts.registration</span></span> <span class=\"cell-value\">Everyone</span>"))
            let events = try await server.auth.store.events(SecurityEventQuery(kinds: [.settingChanged]))
            #expect(events.map(\.event.detail) == ["accounts.registration"])
            #expect(events.first?.event.actor?.user == "chief")
            _ = try await chief.post(Self.path, [("account", "local/chief"), ("usual", "on")])
            #expect(try await chief.get("/registration").status == .forbidden)
            let undo = try await chief.get("/administration/settings").text
            #expect(undo.contains("Setting reset to default") && undo.contains(">Undo</button>"))
            #expect(undo.contains(#"<input type="hidden" name="value" value="open">"#))
            #expect(undo.contains(#"<input type="hidden" name="version" value=""#), "does not replace a newer value")
        }
    }

    @Test("of durations are a number and a unit")
    func durations() async throws {
        try await withPeople { _, chief, _ in
            let path = "/administration/settings/session.idle"
            let page = try await chief.get(path).text
            #expect(page.contains(/name="value"[^>]* value="12"/))
            #expect(page.contains("<option value=\"hours\" selected>"))
            #expect(page.contains("Allowed: 1 minute – 3,650 days"))
            _ = try await chief.post(path, [("value", "1.5"), ("unit", "hours")])
            let settings = try await chief.get("/administration/settings").text
            #expect(settings.contains("90 minutes"), "it is in force at once")
            let refused = try await chief.post(path, [("value", "30"), ("unit", "seconds")])
            #expect(refused.status == .unprocessableContent)
            #expect(refused.text.contains("Enter a value in this range: 1 minute – 3,650 days"))
            #expect(refused.text.contains("<option value=\"seconds\" selected>"))
            #expect(try await chief.get("/administration/settings").text.contains("90 minutes"))
        }
    }

    @Test("refuse an invalid value, with the reason beside the input")
    func refused() async throws {
        try await withPeople { _, chief, _ in
            for (key, text, sentence) in [
                ("limits.account", "-1", "Enter a value in this range: 1 – 1,000,000"),
                ("session.idle", "<soon>", "Enter a value in this range: 1 minute – 3,650 days"),
                ("session.idle", "9223372036854775808", "Enter a value in this range: 1 minute – 3,650 days"),
                ("limits.mails", "", "Enter a value in this range: 1 – 1,000,000"),
                ("app.name", "", "Enter a valid value."),
            ] {
                let path = "/administration/settings/\(key)"
                let answer = try await chief.post(path, [("account", "local/chief"), ("value", text)])
                #expect(answer.status == .unprocessableContent)
                #expect(answer.text.contains(sentence))
                #expect(
                    answer.text.contains("value=\"\(text.replacing("<", with: "&lt;").replacing(">", with: "&gt;"))\""))
            }
            for key in ["http.port", "nonsense"] {
                #expect(try await chief.get("/administration/settings/\(key)").status == .notFound)
                #expect(try await chief.post("/administration/settings/\(key)", [("value", "1")]).status == .notFound)
            }
        }
    }

    @Test("of the configuration have a page that says so, and cannot be changed")
    func fixed() async throws {
        try await withPeople { _, chief, _ in
            let path = "/administration/settings/mail.host"
            let page = try await chief.get(path)
            #expect(page.status == .ok)
            #expect(page.text.contains("id=\"setting-fixed\""))
            #expect(page.text.contains(#"<code dir="ltr">mail.host</code>"#))
            #expect(!page.text.contains("setting-form"))
            let answer = try await chief.post(path, [("account", "local/chief"), ("value", "mail.example")])
            #expect(answer.status == .conflict)
            #expect(answer.text.contains("id=\"setting-fixed\""))
        }
    }

    @Test("changed meanwhile, also to the default, show both values, and take the one that is sent again")
    func changedMeanwhile() async throws {
        try await withPeople { _, chief, _ in
            let seen = try await chief.get(Self.path).field("version") ?? ""
            #expect(seen == "0")
            _ = try await chief.post(Self.path, [("value", "open"), ("version", seen)])
            let late = try await chief.post(Self.path, [("value", "closed"), ("version", seen)])
            #expect(late.status == .conflict)
            #expect(late.headers[.porticoReason] == "changed")
            #expect(late.text.contains(#"<p class="hint" id="value-theirs">Saved version: Everyone</p>"#))
            #expect(late.text.contains("value=\"closed\" checked"))
            #expect(try await chief.get(Self.path).text.contains("value=\"open\" checked"))
            let known = late.field("version") ?? ""
            #expect(try await chief.post(Self.path, [("usual", "on"), ("version", seen)]).status == .conflict)
            #expect(try await chief.post(Self.path, [("usual", "on"), ("version", known)]).status == .seeOther)
            #expect(try await chief.post(Self.path, [("value", "closed"), ("version", known)]).status == .conflict)
            #expect(try await chief.post(Self.path, [("value", "closed"), ("version", "0")]).status == .seeOther)
            #expect(try await chief.get(Self.path).text.contains("value=\"closed\" checked"))
        }
    }

    @Test("8.2.1 are for administrators, from the page of the current account")
    func others() async throws {
        try await withPeople { _, chief, ada in
            let page = try await ada.get(Self.path)
            #expect(page.status == .forbidden)
            #expect(try await ada.post(Self.path, [("value", "open")]).status == .forbidden)
            let foreign = [("account", "local/ada"), ("value", "open")]
            #expect(try await chief.post(Self.path, foreign).status == .conflict)
            #expect(try await chief.get(Self.path).text.contains("value=\"invitation\" checked"))
        }
    }
}
