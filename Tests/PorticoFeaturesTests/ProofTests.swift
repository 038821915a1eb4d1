import HTTPTypes
import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoFeatures
import PorticoHTML
import PorticoTestSupport
import PorticoViews
import Synchronization
import Testing

@Suite("Security: reauthentication")
struct ProofTests {
    private static let email = [("account", "local/ada"), ("email", "new@example.org")]

    /// Runs a test with a browser in which ada signed in ten minutes ago.
    private func late(
        _ test: @escaping @Sendable (TestDoor, TestBrowser) async throws -> Void
    ) async throws {
        try await withAccounts { door, client in
            let browser = try await door.browser(client)
            door.clock.advance(by: 600)
            try await test(door, browser)
        }
    }

    @Test("7.5.1 is required ten minutes after a sign-in, by the clock, and not before", arguments: [599.0, 600.0])
    func expiry(seconds: Double) async throws {
        try await withAccounts { door, client in
            let browser = try await door.browser(client)
            door.clock.advance(by: seconds)
            let page = try await browser.get("/account/email")
            #expect(page.asksForProof == (seconds == 600))
            let response = try await browser.post("/account/email", Self.email)
            #expect(response.status == (seconds == 600 ? .forbidden : .ok))
            #expect(try await door.mails() == (seconds == 600 ? [] : ["emailChange"]))
        }
    }

    @Test(
        "7.5.1 is required before changing the address, deleting the account and all of administration",
        arguments: [
            "/account/email", "/account/delete", "/administration", "/administration/people",
            "/administration/people/invite", "/administration/person/ada", "/administration/events",
            "/administration/mail", "/administration/settings",
        ])
    func pages(path: String) async throws {
        try await administering { door, browser, _ in
            #expect(try await !browser.get(path).asksForProof)
            door.clock.advance(by: 600)
            for headers in [HTTPFields(), fromScript.merged([.porticoPresent: "layer"])] {
                let page = try await browser.get(path, headers: headers)
                #expect(page.asksForProof)
                #expect(!page.text.contains("ada@example.org"))
            }
        }
    }

    @Test("7.5.1 is stored also if it begins a job whose response sets a cookie")
    func job() async throws {
        try await late { door, browser in
            let fields = [("account", "local/ada"), ("reauthentication", TestServer.password)]
            let begun = try await browser.post("/account/data", fields)
            #expect(begun.status == .seeOther)
            let page = try await browser.get("/account/email")
            #expect(!page.asksForProof)
            let events = try await door.events(.reauthenticated)
            #expect(events.count == 1)
        }
    }

    @Test(
        "7.5.1 is required before actions that a stolen sign-in could abuse",
        arguments: [
            ("/account/sessions/end", ("session", "0")), ("/account/sessions/end-others", ("account", "local/ada")),
            ("/account/data", ("account", "local/ada")), ("/settings/automatic-sign-in", ("value", "on")),
        ])
    func forms(path: String, field: (String, String)) async throws {
        try await withAccounts { door, client in
            let (browser, other) = (try await door.browser(client), try await door.browser(client))
            door.clock.advance(by: 600)
            let question = try await browser.post(path, [field])
            #expect(question.status == .forbidden)
            #expect(question.asksForProof)
            #expect(question.field(field.0) == field.1)
            #expect(try await other.account() == "local/ada")
            #expect(try await door.events(.dataExported).isEmpty)
            let reloaded = try await browser.get(path)
            #expect([.ok, .seeOther, .methodNotAllowed].contains(reloaded.status))
            let done = try await browser.post(path, [field, ("reauthentication", TestServer.password)])
            #expect(done.status == .seeOther)
        }
    }

    @Test("7.5.1 is checked before any part of a page is created, for every kind of page")
    func before() async throws {
        let made = Mutex(0)
        let plain = { @Sendable in made.withLock { $0 += 1 } }
        let mount = { @Sendable (main: inout MainSection) in
            main.page("/plain", title: "Plain", needsProof: true) { _, _ -> ChangeEmailPage in
                plain()
                return ChangeEmailPage(account: "", email: nil)
            }
            main.page("/presented", needsProof: true, over: "/account") { _, _ -> ChangeEmailPage in
                plain()
                return ChangeEmailPage(account: "", email: nil)
            }
            main.page("/root", needsProof: true) { _, _ -> InstallationPage in
                plain()
                return InstallationPage(settings: [])
            }
        }
        try await TestDoor.run(publicFolder: publicFolder, mount: mount) { door, client in
            try await door.addAccount()
            let browser = try await door.browser(client)
            door.clock.advance(by: 600)
            for path in ["/plain", "/presented", "/root"] { #expect(try await browser.get(path).asksForProof) }
            // Script cannot use the question in place of a root page. Background requests change nothing.
            let background = try #require(HTTPField.Name("Portico-Background"))
            for path in ["/plain", "/root"] {
                #expect(try await browser.get(path, headers: fromScript).status == .conflict)
                #expect(try await browser.get(path, headers: fromScript.merged([background: "true"])).asksForProof)
            }
            #expect(made.withLock { $0 } == 0)
            #expect(try await browser.get("/presented").text.contains("data-presenter=\"/account\""))
            _ = try await browser.post("/session/proof?next=/", [("reauthentication", TestServer.password)])
            for path in ["/plain", "/presented", "/root"] { #expect(try await !browser.get(path).asksForProof) }
            #expect(made.withLock { $0 } == 3)
        }
    }

    @Test("G4 is by a second factor for a page that needs one; an account without one sets it up and comes back")
    func secondFactor() async throws {
        let paid = Mutex(0)
        let mount = { @Sendable (main: inout MainSection) in
            main.page("/salaries", title: "Salaries", needsProof: .secondFactor) { _, _ -> ChangeEmailPage in
                ChangeEmailPage(account: "", email: nil)
            }
            main.routes { routes, pages in
                routes.post("salaries") { request, context in
                    try await pages.proven(request, context, over: "/salaries", by: .secondFactor) { request, _ in
                        paid.withLock { $0 += 1 }
                        return .done("/salaries", for: request)
                    }
                }
            }
        }
        try await TestDoor.run(publicFolder: publicFolder, mount: mount) { door, client in
            try await door.addAccount()
            let (browser, other) = (try await door.browser(client), try await door.browser(client))
            let password = ("reauthentication", TestServer.password)
            // The password was entered just now, and is not enough.
            for answer in [
                try await browser.get("/salaries"), try await browser.post("/salaries", [password]),
                try await browser.post("/session/proof?next=%2Fsalaries", [password]),
            ] {
                #expect(answer.setUpAddress == "/account/factors/app?next=%2Fsalaries")
                #expect(!answer.asksForProof && !answer.text.contains("name=\"email\""))
            }
            let page = try await browser.get("/account/factors/app?next=%2Fsalaries")
            #expect(page.field("next") == "/salaries")
            let (app, codes) = try await browser.setUpApp(on: page, next: "/salaries", door)
            #expect(codes.text.contains(#"id="continue" href="/salaries""#))
            #expect(try await browser.get("/salaries").text.contains("name=\"email\""))
            #expect(try await browser.post("/salaries").status == .seeOther)
            // In another browser, the password is as new, but no code was entered.
            let question = try await other.get("/salaries")
            #expect(question.text.contains(#"name="reauthentication-code""#))
            let proof = "/session/proof?next=%2Fsalaries"
            #expect(try await other.post(proof, [password]).status == .forbidden)
            let code = ("reauthentication-code", app.code(step: TOTP.step(at: door.clock.now())))
            #expect(try await other.post(proof, [password, code]).headers[.location] == "/salaries")
            #expect(try await other.get("/salaries").text.contains("name=\"email\""))
            door.clock.advance(by: 600)
            #expect(try await other.get("/salaries").asksForProof)
            #expect(try await other.post("/salaries").asksForProof)
            #expect(paid.withLock { $0 } == 1)
            door.auth.currentPolicy.value.secondFactor = .off
            let off = try await other.get("/salaries")
            #expect(off.text.contains("this site does not use any") && off.setUpAddress == nil && !off.asksForProof)
        }
    }

    @Test("7.5.1 contains all fields of the form, and the password beside them performs its action once")
    func form() async throws {
        try await late { door, browser in
            let question = try await browser.post("/account/email", Self.email + [("more", "a&b=\"c\"")])
            #expect(question.status == .forbidden)
            #expect(question.asksForProof)
            #expect(question.text.contains("action=\"/account/email\""))
            #expect(question.field("email") == "new@example.org")
            #expect(question.field("more") == "a&amp;b=&quot;c&quot;")
            #expect(try await door.mails().isEmpty)
            let before = await browser.cookies
            let done = try await browser.post(
                "/account/email", Self.email + [("reauthentication", TestServer.password)])
            #expect(done.status == .ok)
            #expect(try await door.mails() == ["emailChange"])
            #expect(await browser.cookies["portico"] != before["portico"], "7.2.4 the token is new")
            #expect(try await browser.account() == "local/ada")
            #expect(try await door.events(.reauthenticated).map(\.account?.user) == ["ada"])
            #expect(try await !browser.get("/account/email").asksForProof)
        }
    }

    @Test("7.2.4 ends the old token")
    func oldToken() async throws {
        try await withAccounts { door, client in
            let browser = try await door.browser(client)
            door.clock.advance(by: 600)
            let thief = TestBrowser(client)
            await thief.use(await browser.cookies)
            #expect(try await thief.account() == "local/ada")
            _ = try await browser.post("/account/email", Self.email + [("reauthentication", TestServer.password)])
            #expect(try await thief.account() == nil)
        }
    }

    @Test(
        "7.5.1 with a wrong password, or none, does nothing and does not show the password again",
        arguments: ["", "my wrong guess"])
    func wrong(password: String) async throws {
        try await late { door, browser in
            let again = try await browser.post("/account/email", Self.email + [("reauthentication", password)])
            #expect(again.status == .forbidden)
            #expect(again.asksForProof)
            #expect(!again.text.contains("my wrong guess"))
            #expect(again.field("email") == "new@example.org")
            #expect(try await door.mails().isEmpty)
            #expect(try await door.events(.reauthenticationFailed).count == (password.isEmpty ? 0 : 1))
            #expect(try await browser.account() == "local/ada")
        }
    }

    @Test("7.5.1 works if script opens it over the page")
    func script() async throws {
        try await late { door, browser in
            let headers = fromScript.merged([.porticoPresent: "layer"])
            let question = try await browser.post("/account/email", Self.email, headers: headers)
            #expect(question.status == .forbidden)
            #expect(question.asksForProof)
            #expect(!question.text.contains("<html"))
            let fields = Self.email + [("reauthentication", TestServer.password)]
            #expect(try await browser.post("/account/email", fields, headers: headers).status == .ok)
            #expect(try await door.mails() == ["emailChange"])
            #expect(try await browser.account() == "local/ada")
        }
    }

    @Test("7.5.1 leads to the requested page")
    func page() async throws {
        try await late { _, browser in
            let question = try await browser.get("/account/email")
            let proof = "/session/proof?next=%2Faccount%2Femail"
            #expect(question.text.contains("action=\"\(proof)\""))
            let wrong = try await browser.post(proof, [("reauthentication", "wrong")])
            #expect(wrong.status == .forbidden)
            #expect(wrong.text.contains("action=\"\(proof)\""))
            #expect(wrong.text.contains("data-url=\"/account/email\" data-presenter=\"/\""))
            #expect(wrong.text.contains("href=\"/account\" data-portico-navigate=\"back\">Cancel<"))
            #expect(try await browser.get(proof).headers[.location] == "/account/email", "a reload requires it again")
            let done = try await browser.post(proof, [("reauthentication", TestServer.password)])
            #expect(done.status == .seeOther)
            #expect(done.headers[.location] == "/account/email")
            #expect(try await !browser.get("/account/email").asksForProof)
        }
    }

    @Test("3.7.2 leads to this site", arguments: ["https://evil.example/", "//evil.example", "/\\evil.example", "x"])
    func next(path: String) async throws {
        try await late { _, browser in
            let proof = "/session/proof?next=\(path.replacing("\\", with: "%5C"))"
            #expect(try await browser.get(proof).headers[.location] == "/")
            let done = try await browser.post(proof, [("reauthentication", TestServer.password)])
            #expect(done.headers[.location] == "/")
        }
    }

    @Test("7.5.1 names the account of the password, and shows nothing of the page behind it")
    func name() async throws {
        try await administering { door, browser, _ in
            door.clock.advance(by: 600)
            for answer in [
                try await browser.get("/administration/person/ada"),
                try await browser.get("/administration/person/ada/disable"),
                try await browser.post("/administration/person/ada/disable"),
            ] {
                #expect(answer.text.contains("Enter the password for Chief to continue."))
                #expect(!answer.text.contains("Ada"))
                #expect(answer.text.ranges(of: "id=\"reauthentication\"").count == 1)
            }
        }
    }

    @Test(
        "7.5.1 before a change leads back to the page of the request, and a reload works",
        arguments: PersonAction.allCases)
    func change(action: PersonAction) async throws {
        try await administering { door, browser, _ in
            door.clock.advance(by: 600)
            let path = "/administration/person/ada/\(action.rawValue)"
            for password in ["", "wrong"] {
                let question = try await browser.post(path, [("reauthentication", password)])
                #expect(question.status == .forbidden)
                #expect(question.text.contains("action=\"\(path)\""))
                #expect(question.text.contains("href=\"/administration/person/ada\" data-portico-dismiss"))
            }
            let reloaded = try await browser.get(path)
            guard action.asksFirst else {
                #expect(reloaded.headers[.location] == "/administration/person/ada")
                return
            }
            #expect(reloaded.asksForProof)
            let invite = try await browser.post("/administration/people/invite", [("email", "eve@example.org")])
            #expect(invite.text.contains("href=\"/administration/people\" data-portico-dismiss"))
        }
    }

    @Test("7.5.1 leaves the person signed in if the action fails")
    func failure() async throws {
        try await administering { door, browser, _ in
            door.clock.advance(by: 600)
            let password = ("reauthentication", TestServer.password)
            let path = "/administration/person/chief/disable"
            let refused = try await browser.post(path, [password])
            #expect(refused.status == .conflict)
            #expect(refused.headers[.porticoReason] == "lastAdministrator")
            #expect(refused.text.contains("You’re the only administrator. Make someone else an administrator first."))
            #expect(try await browser.post("/administration/person/nobody/disable", [password]).status == .notFound)
            #expect(try await browser.post("/account/email", [("account", "local/eve"), password]).status == .conflict)
            #expect(try await browser.account() == "local/chief")
        }
    }

    @Test("6.3.1 has the limits of signing in")
    func limit() async throws {
        try await late { door, browser in
            for _ in 0..<10 { _ = try await browser.post("/account/email", Self.email + [("reauthentication", "x")]) }
            let fields = Self.email + [("reauthentication", TestServer.password)]
            let refused = try await browser.post("/account/email", fields)
            #expect(refused.status == .tooManyRequests)
            #expect(refused.headers[.retryAfter] == "900")
            #expect(refused.asksForProof)
            #expect(refused.text.contains("Try again in 15 minutes."))
            #expect(try await door.mails().isEmpty)
            door.clock.advance(by: 900)
            #expect(try await browser.post("/account/email", fields).status == .ok)
        }
    }

    @Test("6.3.1 names no time if waiting does not help")
    func row() async throws {
        var policy = AuthPolicy()
        policy.limits.consecutive.attempts = 3
        try await withAccounts(policy: policy) { door, client in
            let browser = try await door.browser(client)
            door.clock.advance(by: 600)
            for _ in 0..<3 { _ = try await browser.post("/account/email", [("reauthentication", "wrong")]) }
            let change = [("current", TestServer.password), ("password", TestDoor.otherPassword)]
            for refused in [
                try await browser.post("/account/email", [("reauthentication", TestServer.password)]),
                try await browser.post("/account/password", change),
            ] {
                #expect(refused.status == .tooManyRequests)
                #expect(refused.headers[.retryAfter] == nil)
                #expect(refused.text.contains("or try again in an hour."))
            }
        }
    }
}
