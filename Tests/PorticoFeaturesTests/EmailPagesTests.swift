import HTTPTypes
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("The pages of an email address")
struct EmailPagesTests {
    private func ask(_ browser: TestBrowser, _ email: String = "new@example.org") async throws -> TestResponse {
        try await browser.post("/account/email", [("account", "local/ada"), ("email", email)])
    }

    @Test("6.3.8 answer alike whether or not the new one has an account")
    func alike() async throws {
        try await withAccounts { door, client in
            try await door.add("bob", email: "taken@example.org")
            let browser = try await door.browser(client)
            var (answers, costs) = ([String](), Set<Int>())
            for email in ["taken@example.org", "free1@example.org"] {
                costs.insert(
                    try await door.writes {
                        let page = try await ask(browser, email)
                        #expect(page.status == .ok)
                        answers.append(page.text.replacing(email, with: "").withoutKeys)
                    })
            }
            #expect(answers[0] == answers[1])
            #expect(costs.count == 1)
            #expect(try await door.mails() == ["alreadyRegistered", "emailChange"])
        }
    }

    @Test("put the new address in force once it is confirmed, by POST, once, in any browser")
    func confirmed() async throws {
        try await withAccounts { door, client in
            _ = try await ask(try await door.browser(client))
            let (token, other) = (try await door.token(), TestBrowser(client))
            let page = try await other.get("/email/confirm?token=\(token)")
            #expect(page.field("token") == token)
            #expect(page.headers[.referrerPolicy] == "strict-origin")
            #expect(try await door.account("ada")?.email?.value == "ada@example.org", "6.4.1 GET changes nothing")
            let done = try await other.post("/email/confirm", [("token", token)])
            #expect(done.headers[.location] == "/email/confirmed", "a reload sends nothing")
            #expect(try await other.get("/email/confirmed").text.contains("Email address confirmed"))
            #expect(try await door.account("ada")?.email?.value == "new@example.org")
            #expect(try await other.account() == nil, "a link to confirm an address signs nobody in")
            #expect(try await other.post("/email/confirm", [("token", token)]).status == .gone)
            let used = try await other.get("/email/confirm?token=\(token)")
            #expect(used.status == .gone)
            #expect(used.text.contains("This one was used") && !used.text.contains("Nothing was changed"))
            #expect(try await door.mails() == ["emailChanged"])
        }
    }

    @Test("6.4.1 a link expires after sixty minutes, and one for another purpose is unknown")
    func dead() async throws {
        try await withAccounts { door, client in
            _ = try await ask(try await door.browser(client))
            let token = try await door.token()
            _ = try await TestBrowser(client).post("/password/reset", [("name", "ada")])
            let reset = try await door.token()
            #expect(try await TestBrowser(client).post("/email/confirm", [("token", reset)]).status == .notFound)
            door.clock.advance(by: 3600)
            #expect(try await TestBrowser(client).post("/email/confirm", [("token", token)]).status == .gone)
            #expect(try await door.account("ada")?.email?.value == "ada@example.org")
        }
    }

    @Test("report that another account has got the address meanwhile")
    func taken() async throws {
        try await withAccounts { door, client in
            _ = try await ask(try await door.browser(client))
            let token = try await door.token()
            try await door.add("bob", email: "new@example.org")
            #expect(try await TestBrowser(client).post("/email/confirm", [("token", token)]).status == .conflict)
            #expect(try await door.account("ada")?.email?.value == "ada@example.org")
        }
    }

    @Test("show the form again for an invalid address, or the same one", arguments: oddTexts + ["ada@example.org"])
    func odd(text: String) async throws {
        try await withAccounts { door, client in
            let browser = try await door.browser(client)
            let page = try await ask(browser, text)
            #expect(page.status == .unprocessableContent)
            #expect(try await door.mails().isEmpty)
            #expect(try await browser.post("/email/confirm", [("token", text)]).status == .notFound)
        }
    }

    @Test("do nothing for another person's page")
    func mismatch() async throws {
        try await withAccounts { door, client in
            let fields = [("account", "local/eve"), ("email", "new@example.org")]
            let response = try await door.browser(client).post("/account/email", fields)
            #expect(response.status == .conflict)
            #expect(try await door.mails().isEmpty)
        }
    }
}

extension String {
    /// The page without the parts that differ in every response.
    fileprivate var withoutKeys: String {
        replacing(/data-events="[^"]*"/, with: "")
            .replacing(/[0-9]+ (seconds?|minutes?)/, with: "")
    }
}
