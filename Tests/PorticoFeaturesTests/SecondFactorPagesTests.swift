import HTTPTypes
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("G2 G3 The second factor on pages", .everyEngine)
struct SecondFactorPagesTests {
    private static let wrong = "Wrong code. Try again."
    private static let ada = AccountID(server: .local, user: "ada")

    /// Sets up an authenticator app as a person does. The clock then shows the next code.
    private func setUp(_ door: TestDoor, _ browser: TestBrowser) async throws -> (app: TOTP, codes: [String]) {
        let page = try await browser.get("/account/factors/app")
        let sealed = try #require(page.text.firstMatch(of: /name="enrolment" value="([^"]+)"/)).1
        let setUp = try door.auth.factors.reopen(String(sealed), for: Self.ada, issuer: "Portico")
        #expect(page.text.contains("data-portico-copy=\"\(setUp.secret)\""))
        #expect(page.headers[.cacheControl] == "no-store")
        let answer = try await browser.post(
            "/account/factors/app", [("enrolment", String(sealed)), ("code", code(setUp.totp, door))])
        #expect(answer.status == .ok)
        let codes = answer.text.matches(of: /<code>([0-9a-z]{4}(?:-[0-9a-z]{4}){3})<\/code>/).map { String($0.1) }
        #expect(Set(codes).count == 10)
        door.clock.advance(by: 30)
        return (setUp.totp, codes)
    }

    private func code(_ app: TOTP, _ door: TestDoor) -> String { app.code(step: TOTP.step(at: door.clock.now())) }

    /// The token in the page that asks for the code.
    private func pending(_ answer: TestResponse) throws -> String {
        #expect(answer.status == .unauthorized && answer.headers[.wwwAuthenticate] == "Portico")
        #expect(answer.headers[values: .setCookie].allSatisfy { !$0.hasPrefix("portico=") })
        return String(try #require(answer.text.firstMatch(of: /name="pending" value="([^"]+)"/)).1)
    }

    private func signedIn(
        _ test: @escaping @Sendable (TestDoor, TestClient, TestBrowser) async throws -> Void
    ) async throws {
        try await TestDoor.run(publicFolder: publicFolder) { door, client in
            try await door.addAccount()
            let browser = TestBrowser(client)
            _ = try await browser.signIn()
            try await test(door, client, browser)
        }
    }

    @Test("the password leads to the page for the code, and the code to the page that was asked for")
    func signsIn() async throws {
        try await signedIn { door, client, browser in
            let (app, _) = try await setUp(door, browser)
            let other = TestBrowser(client)
            let fields = [
                ("username", "ada"), ("password", TestServer.password), ("next", "/about"), ("remember", "on"),
            ]
            let token = try pending(try await other.post("/session", fields))
            #expect(try await other.get("/account").status == .unauthorized)
            for (field, problem) in [("", "Enter the code from your authenticator app."), ("000000x", Self.wrong)] {
                let answer = try await other.post(
                    "/session/code", [("pending", token), ("code", field), ("next", "/about")])
                #expect(answer.text.contains(problem), "\(field)")
                #expect(try pending(answer) == token)
            }
            let answer = try await other.post(
                "/session/code", [("pending", token), ("code", code(app, door)), ("next", "/about")])
            #expect(answer.status == .seeOther && answer.headers[.location] == "/about")
            #expect(try await other.get("/account").status == .ok)
            let again = try await TestBrowser(client).post("/session/code", [("pending", token), ("code", "1")])
            #expect(again.status == .unauthorized && again.text.contains(#"id="second-factor-ended""#))
        }
    }

    @Test("new codes can be saved in a file; nothing else can")
    func file() async throws {
        try await signedIn { door, client, browser in
            let (_, codes) = try await setUp(door, browser)
            let saved = try await browser.post(
                "/account/factors/codes/file", [("codes", codes.joined(separator: "\r\n"))])
            #expect(saved.status == .ok && saved.text == codes.map { $0 + "\n" }.joined())
            #expect(saved.headers[.contentDisposition]?.hasPrefix("attachment;") == true)
            for other in [
                "", "<script>alert(1)</script>", Array(repeating: codes[0], count: 11).joined(separator: "\n"),
            ] {
                let answer = try await browser.post("/account/factors/codes/file", [("codes", other)])
                #expect(answer.status == .unprocessableContent, "\(other)")
            }
        }
    }

    @Test("a recovery code logs in once, and a trusted browser is asked again when its trust ends")
    func trusts() async throws {
        try await signedIn { door, client, browser in
            let (_, codes) = try await setUp(door, browser)
            let other = TestBrowser(client)
            let token = try pending(try await other.signIn())
            let answer = try await other.post(
                "/session/code", [("pending", token), ("recovery", codes[0].uppercased()), ("trust", "on")])
            #expect(answer.status == .seeOther)
            _ = try await other.post("/session/end", [])
            #expect(try await other.signIn().status == .seeOther, "not asked again")
            let page = try await other.get("/account/factors").text
            #expect(page.contains("9 codes left"))
            let id = try #require(page.firstMatch(of: /name="browser" value="([^"]+)"/)).1
            _ = try await other.post("/account/factors/trust/end", [("browser", String(id))])
            _ = try await other.post("/session/end", [])
            let asked = try pending(try await other.signIn())
            let spent = try await other.post("/session/code", [("pending", asked), ("recovery", codes[0])])
            #expect(spent.status == .unauthorized && spent.text.contains(#"<details id="recovery" open"#))
        }
    }

    @Test("changes of factors and the question for proof ask for the code, too")
    func proof() async throws {
        try await signedIn { door, _, browser in
            let (app, _) = try await setUp(door, browser)
            door.clock.advance(by: 601)
            for path in ["/account/factors/app", "/account/factors/app/remove", "/account/factors/codes"] {
                let page = try await browser.get(path)
                #expect(page.text.contains(#"name="reauthentication-code""#), "\(path)")
            }
            let remove = { (fields: [(String, String)]) in
                try await browser.post("/account/factors/app/remove", fields)
            }
            let password = ("reauthentication", TestServer.password)
            let alone = try await remove([password])
            #expect(alone.status == .forbidden && alone.text.contains("Enter the code from your authenticator app."))
            let wrong = try await remove([password, ("reauthentication-code", "12345x")])
            #expect(wrong.status == .forbidden && wrong.text.contains(Self.wrong))
            #expect(try await door.auth.factors.hasApp(Self.ada))
            let removed = try await remove([password, ("reauthentication-code", code(app, door))])
            #expect(removed.status == .seeOther)
            #expect(try await !door.auth.factors.hasApp(Self.ada))
        }
    }

    @Test("G6 an administrator begins a reset, which the person or an administrator stops")
    func resetThatWaits() async throws {
        try await administering { door, root, client in
            let browser = try await door.browser(client)
            let page = "/administration/person/ada"
            let chief = [("account", "local/chief")]
            #expect(try await !root.get(page).text.contains("reset-factors"), "ada has no app")
            #expect(try await root.post("\(page)/reset-factors", chief).status == .seeOther)
            #expect(try await !browser.get("/account/factors").text.contains(#"id="stop-reset""#))
            _ = try await browser.setUpApp(on: try await browser.get("/account/factors/app"), door)
            #expect(try await root.get("\(page)/reset-factors").text.contains("Reset the ways to log in of Ada?"))
            for stop in [
                { _ = try await root.post("\(page)/stop-reset", chief) },
                { _ = try await browser.post("/account/factors/reset/stop", [("account", "local/ada")]) },
                {
                    let token = try await door.token()
                    let link = "/sign-ins/reset?token=\(token)"
                    #expect(try await TestBrowser(client).get(link).text.contains(#"id="stop-reset""#))
                    let stopped = try await TestBrowser(client).post("/sign-ins/reset", [("token", token)])
                    #expect(stopped.headers[.location] == "/sign-ins/reset/stopped")
                    let late = try await TestBrowser(client).get(link)
                    #expect(late.status != .ok && !late.text.contains(#"id="stop-reset""#))
                },
            ] as [() async throws -> Void] {
                #expect(try await root.post("\(page)/reset-factors", chief).status == .seeOther)
                let waiting = try await root.get(page).text
                #expect(waiting.contains(#"id="person-reset-at""#) && waiting.contains("\(page)/stop-reset"))
                #expect(try await browser.get("/account/factors").text.contains(#"id="stop-reset""#))
                try await stop()
                #expect(try await !root.get(page).text.contains(#"id="person-reset-at""#))
                #expect(try await !browser.get("/account/factors").text.contains(#"id="stop-reset""#))
            }
            #expect(try await door.events(.factorsResetStopped).map(\.actor?.user) == ["chief", nil, nil])
        }
    }

    @Test("a set-up with a wrong code, of another person or too old adds nothing")
    func refused() async throws {
        try await signedIn { door, _, browser in
            let page = try await browser.get("/account/factors/app").text
            let sealed = String(try #require(page.firstMatch(of: /name="enrolment" value="([^"]+)"/)).1)
            let post = { (code: String) in
                try await browser.post("/account/factors/app", [("enrolment", sealed), ("code", code)])
            }
            let wrong = try await post("000000x")
            #expect(wrong.status == .unprocessableContent && wrong.text.contains("value=\"\(sealed)\""))
            let strange = try await browser.post("/account/factors/app", [("enrolment", "x"), ("code", "1")])
            #expect(strange.status == .unprocessableContent)
            #expect(try await !door.auth.factors.hasApp(Self.ada))
        }
    }

    @Test("a new password by a mailed link is followed by the page for the code")
    func reset() async throws {
        try await TestDoor.run(publicFolder: publicFolder) { door, client in
            let account = try await door.auth.directory.add(
                NewAccount(
                    userName: "ada", name: "Ada", email: "ada@example.org", password: TestServer.password,
                    isAdministrator: false))
            let browser = TestBrowser(client)
            _ = try await browser.signIn()
            let (app, _) = try await setUp(door, browser)
            try await door.auth.passwords.requestReset(account.id.user, client: Client())
            let mails = try await door.memory.mails(limit: 10).map(\.mail)
            let mail = try #require(mails.first { $0.kind == .passwordReset })
            let link = try #require(try await door.auth.links.make(for: mail)).token.value
            let other = TestBrowser(client)
            let fields = [("token", link), ("password", "mauve tractors hum at dawn")]
            let token = try pending(try await other.post("/password/new", fields))
            let answer = try await other.post("/session/code", [("pending", token), ("code", code(app, door))])
            #expect(answer.status == .seeOther)
        }
    }
}
