import HTTPTypes
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("Security: limits at the door")
struct LimitTests {
    private func wrong(_ browser: TestBrowser, _ name: String = "ada") async throws -> TestResponse {
        try await browser.post("/session", [("username", name), ("password", "wrong")])
    }

    @Test("6.3.1 after ten wrong passwords strangers must wait; the cover says how long")
    func told() async throws {
        try await withAccounts { door, client in
            let stranger = TestBrowser(client)
            for _ in 0..<10 { #expect(try await wrong(stranger).status == .unauthorized) }
            door.clock.advance(by: 60)
            let refused = try await stranger.signIn()
            #expect(refused.status == .tooManyRequests)
            #expect(refused.headers[.retryAfter] == "840")
            #expect(refused.isCover)
            #expect(refused.text.contains("value=\"ada\""))
            #expect(try await stranger.account() == nil)
            door.clock.advance(by: 840)
            #expect(try await stranger.signIn().status == .seeOther)
        }
    }

    @Test("6.3.1 the person's own browser can sign in meanwhile")
    func own() async throws {
        try await withAccounts { door, client in
            let own = try await door.browser(client)
            _ = try await own.post("/session/end")
            for _ in 0..<12 { _ = try await wrong(TestBrowser(client)) }
            #expect(try await TestBrowser(client).signIn().status == .tooManyRequests)
            #expect(try await own.signIn().status == .seeOther)
        }
    }

    @Test("6.3.8 an unknown name gets the same sentence")
    func alike() async throws {
        try await withAccounts { _, client in
            var answers: [String] = []
            for name in ["ada", "eve"] {
                for _ in 0..<10 { _ = try await wrong(TestBrowser(client), name) }
                let refused = try await wrong(TestBrowser(client), name)
                answers.append(refused.whole.replacing("value=\"\(name)\"", with: ""))
            }
            #expect(answers[0] == answers[1])
        }
    }

    @Test("6.3.1 one network that fails often must wait, and is refused after fifty times, for all accounts")
    func network() async throws {
        try await withAccounts { door, client in
            for number in 0..<50 {
                var response = try await wrong(TestBrowser(client), "n\(number)")
                while response.status == .tooManyRequests, let delay = Double(response.headers[.retryAfter] ?? "") {
                    door.clock.advance(by: delay)
                    response = try await wrong(TestBrowser(client), "n\(number)")
                }
                #expect(response.status == .unauthorized)
            }
            #expect(try await TestBrowser(client).signIn().status == .tooManyRequests)
        }
    }

    @Test(
        "6.3.1 one network can request twenty mails an hour, then it gets 429",
        arguments: [("/registration", "email"), ("/password/reset", "name")])
    func mails(path: String, field: String) async throws {
        try await withAccounts { door, client in
            for number in 0..<20 {
                let response = try await TestBrowser(client).post(path, [(field, "n\(number)@example.org")])
                #expect(response.status == .seeOther)
            }
            let refused = try await TestBrowser(client).post(path, [(field, "ada@example.org")])
            #expect(refused.status == .tooManyRequests)
            #expect(refused.headers[.retryAfter] == "3600")
            door.clock.advance(by: 3600)
            #expect(try await TestBrowser(client).post(path, [(field, "ada@example.org")]).status == .seeOther)
        }
    }

    @Test("6.1.1 the link of a mail lifts the limits of an account: the button of its page, once")
    func lifted() async throws {
        try await withAccounts { door, client in
            for _ in 0..<10 { _ = try await wrong(TestBrowser(client)) }
            let job = MailJob(
                to: try #require(EmailAddress("ada@example.org")),
                .signInLimited(AccountID(server: .local, user: "ada")))
            let token = try #require(try await door.auth.links.make(for: job)).token.value
            let browser = TestBrowser(client)
            let page = try await browser.get("/sign-ins/limits?token=\(token)")
            #expect(page.status == .ok)
            #expect(page.text.contains("value=\"\(token)\""))
            #expect(try await browser.signIn().status == .tooManyRequests, "opening the page does not lift the limits")
            let done = try await browser.post("/sign-ins/limits", [("token", token)])
            #expect(done.headers[.location] == "/sign-ins/limits/lifted")
            #expect(try await browser.get("/sign-ins/limits/lifted").text.contains("/session/new"))
            #expect(try await browser.signIn().status == .seeOther)
            #expect(try await browser.post("/sign-ins/limits", [("token", token)]).status == .gone)
            #expect(try await browser.post("/sign-ins/limits", [("token", "made-up")]).status == .notFound)
        }
    }

    @Test("6.3.1 refused attempts cost no password check and are logged once")
    func cheap() async throws {
        try await withAccounts { door, client in
            for _ in 0..<10 { _ = try await wrong(TestBrowser(client)) }
            for _ in 0..<30 { #expect(try await wrong(TestBrowser(client)).status == .tooManyRequests) }
            #expect(try await door.events(.signInFailed).count == 10)
            let limited = try await door.events(.signInLimited)
            #expect(limited.count == 1)
            #expect(limited.first?.account?.user == "ada")
        }
    }
}
