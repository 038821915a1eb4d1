import HTTPTypes
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("A11 The pages of passwords")
struct PasswordPagesTests {
    private func link(_ door: TestDoor, _ client: TestClient) async throws -> String {
        _ = try await TestBrowser(client).post("/password/reset", [("name", "ada")])
        return try await door.token()
    }

    private func reset(_ browser: TestBrowser, _ token: String) async throws -> TestResponse {
        try await browser.post("/password/new", [("token", token), ("password", TestDoor.otherPassword)])
    }

    private func change(
        _ browser: TestBrowser, from current: String = TestServer.password, others: Bool = true,
        headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        let fields = [("account", "local/ada"), ("current", current), ("password", TestDoor.otherPassword)]
        return try await browser.post(
            "/account/password", fields + (others ? [("others", "on")] : []), headers: headers)
    }

    @Test("6.3.8 a reset gets the same response for every name: status, headers, body, writes")
    func alike() async throws {
        try await withAccounts { door, client in
            try await door.add("bob")
            try await door.add("eva", email: "eva@example.org")
            try await door.auth.directory.setDisabled(true, AccountID(server: .local, user: "eva"))
            var (answers, costs) = (Set<String>(), Set<Int>())
            for name in ["ada", "ada@example.org", "bob", "eva", "eva@example.org", "nobody", "n@example.org", "a b"] {
                costs.insert(
                    try await door.writes {
                        answers.insert(try await TestBrowser(client).post("/password/reset", [("name", name)]).whole)
                    })
            }
            #expect(answers.count == 1)
            #expect(costs.count == 1)
            #expect(try await door.mails() == ["passwordReset", "passwordReset"])
        }
    }

    @Test("7.4.3 a reset signs in here and ends other sign-ins, and uses the link")
    func reset() async throws {
        try await withAccounts { door, client in
            let elsewhere = try await door.browser(client)
            let (browser, token) = (TestBrowser(client), try await link(door, client))
            let page = try await browser.get("/password/new?token=\(token)")
            #expect(page.field("token") == token)
            #expect(page.headers[.referrerPolicy] == "strict-origin")
            #expect(try await reset(browser, token).headers[.location] == "/")
            #expect(try await browser.account() == "local/ada")
            #expect(try await elsewhere.account() == nil)
            #expect(try await TestBrowser(client).signIn().status == .unauthorized)
            #expect(try await reset(TestBrowser(client), token).status == .gone)
            #expect(try await browser.get("/password/new?token=\(token)").status == .gone)
        }
    }

    @Test("6.4.1 a link changes nothing by GET, and expires after sixty minutes", arguments: [3599.0, 3600.0])
    func expiry(seconds: Double) async throws {
        try await withAccounts { door, client in
            let token = try await link(door, client)
            door.clock.advance(by: seconds)
            let writes = try await door.writes {
                _ = try await TestBrowser(client).get("/password/new?token=\(token)")
                _ = try await TestBrowser(client).send(.head, "/password/new?token=\(token)")
            }
            #expect(writes == 0)
            let response = try await reset(TestBrowser(client), token)
            #expect(response.status == (seconds < 3600 ? .seeOther : .gone))
        }
    }

    @Test("6.4.1 a link for another purpose does not work here")
    func purpose() async throws {
        try await withAccounts { door, client in
            let mails: [MailJob.Content] = [
                .registration, .emailChange(AccountID(server: .local, user: "ada")),
                .newSignIn(AccountID(server: .local, user: "ada"), 1, Client(), door.clock.now()),
            ]
            let email = try #require(EmailAddress("ada@example.org"))
            for content in mails {
                let made = try await door.auth.links.make(for: MailJob(to: email, content))
                let token = try #require(made).token.value
                #expect(try await TestBrowser(client).get("/password/new?token=\(token)").status == .notFound)
                #expect(try await reset(TestBrowser(client), token).status == .notFound)
            }
            #expect(try await TestBrowser(client).signIn().status == .seeOther)
        }
    }

    @Test("show the form again with the reason, and the link stays valid")
    func again() async throws {
        try await withAccounts { door, client in
            let token = try await link(door, client)
            let page = try await TestBrowser(client).post("/password/new", [("token", token), ("password", "short")])
            #expect(page.status == .unprocessableContent)
            #expect(page.text.contains("too short"))
            #expect(!page.text.contains("value=\"short\""))
            #expect(try await reset(TestBrowser(client), token).status == .seeOther)
            #expect(try await TestBrowser(client).post("/password/reset").status == .unprocessableContent)
        }
    }

    @Test(
        "7.4.3 a change ends the other sign-ins if wanted; this browser gets a new token",
        arguments: [true, false])
    func change(others: Bool) async throws {
        try await withAccounts { door, client in
            let (here, there, thief) = (
                try await door.browser(client), try await door.browser(client), TestBrowser(client)
            )
            await thief.use(await here.cookies)
            let done = try await change(here, others: others)
            #expect(done.headers[.location] == "/account")
            #expect(try await here.account() == "local/ada")
            #expect(try await there.account() == (others ? nil : "local/ada"))
            #expect(try await thief.account() == nil, "7.2.4 the old token is dead")
            #expect(try await door.mails().contains("passwordChanged"))
            #expect(try await door.events(.passwordChanged).map(\.account?.user) == ["ada"])
        }
    }

    @Test("7.5.1 a change needs the current password, and shows none of them again")
    func wrong() async throws {
        try await withAccounts { door, client in
            let browser = try await door.browser(client)
            for current in ["", "wrong"] {
                let page = try await change(browser, from: current)
                #expect(page.status == .unprocessableContent)
                #expect(!page.text.contains(TestDoor.otherPassword))
            }
            for _ in 0..<9 { _ = try await change(browser, from: "wrong") }
            let limited = try await change(browser)
            #expect(limited.status == .tooManyRequests, "6.3.1 it is limited")
            #expect(limited.headers[.retryAfter] == "900")
            #expect(limited.text.contains("Try again in 15 minutes."))
            #expect(try await TestBrowser(client).signIn().status == .seeOther)
        }
    }

    @Test("lead script back to the account, in the same sheet")
    func script() async throws {
        try await withAccounts { door, client in
            let done = try await change(try await door.browser(client), headers: fromScript)
            #expect(done.status == .noContent)
            #expect(done.headers[.porticoDismiss] == nil)
            #expect(done.headers[.porticoLocation] == "/account")
        }
    }

    @Test("2.2 accept any input without an error", arguments: oddTexts)
    func odd(text: String) async throws {
        try await withAccounts { door, client in
            let browser = try await door.browser(client)
            let token = try await link(door, client)
            let reset = try await TestBrowser(client).post("/password/reset", [("name", text)]).status
            #expect(reset == (text.isEmpty ? .unprocessableContent : .seeOther))
            for field in ["current", "password", "others", "account"] {
                let code = try await browser.post("/account/password", [(field, text)]).status.code
                #expect([409, 422].contains(code), "\(field)")
            }
            for fields in [[("token", text), ("password", "x")], [("token", token), ("password", text)]] {
                let code = try await TestBrowser(client).post("/password/new", fields).status.code
                #expect([303, 404, 413, 422].contains(code))
            }
        }
    }
}
