import Foundation
import HTTPTypes
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("A11 Logging in by a mail")
struct MailSignInTests {
    private static let ada = AccountID(server: .local, user: "ada")

    /// As ``withAccounts``, where people can log in by a mail.
    private func offering(
        _ test: @escaping @Sendable (TestDoor, TestClient) async throws -> Void
    ) async throws {
        var policy = AuthPolicy()
        policy.mailSignIn = .on
        try await withAccounts(policy: policy, test)
    }

    private func ask(
        _ browser: TestBrowser, _ email: String = "ada@example.org", _ fields: [(String, String)] = []
    ) async throws -> TestResponse {
        try await browser.post("/session/mail", [("email", email)] + fields)
    }

    /// Asks for a mail, and returns the token of its link, and its code.
    private func mail(
        _ door: TestDoor, _ browser: TestBrowser, _ fields: [(String, String)] = []
    ) async throws -> (token: String, code: String) {
        let asked = try await ask(browser, "ada@example.org", fields)
        #expect(asked.status == .ok)
        let token = try await door.token()
        return (token, try door.auth.links.code(of: TokenDigest(of: token)))
    }

    private func confirm(_ browser: TestBrowser, _ token: String) async throws -> TestResponse {
        try await browser.post("/session/mail/link", [("token", token)])
    }

    private func enter(_ browser: TestBrowser, _ code: String) async throws -> TestResponse {
        try await browser.post("/session/mail/code", [("code", code)])
    }

    /// A code of six digits that is not `code`.
    private func other(than code: String) -> String { code == "000000" ? "000001" : "000000" }

    @Test("is off unless the installation wants it: no offer, no page, no mail, no sign-in by an earlier one")
    func off() async throws {
        try await withAccounts { door, client in
            let browser = TestBrowser(client)
            #expect(try await !browser.get("/session/new").text.contains("log-in-by-mail"))
            #expect(try await browser.get("/session/mail/new").headers[.location] == "/session/new")
            for path in ["/session/mail/new", "/session/mail"] {
                #expect(try await browser.post(path, [("email", "ada@example.org")]).status == .forbidden)
            }
            #expect(try await door.mails().isEmpty)
            door.auth.currentPolicy.value.mailSignIn = .on
            let (token, code) = try await mail(door, browser)
            door.auth.currentPolicy.value.mailSignIn = .off
            #expect(try await browser.get("/session/mail/link?token=\(token)").status == .notFound)
            #expect(try await confirm(browser, token).status == .notFound)
            #expect(try await enter(browser, code).status == .unauthorized)
            #expect(try await browser.account() == nil)
        }
    }

    @Test("the cover offers it, and its address fills the form")
    func offer() async throws {
        try await offering { _, client in
            let browser = TestBrowser(client)
            let cover = try await browser.get("/session/new?next=/account")
            #expect(cover.text.contains("formaction=\"/session/mail/new\""))
            let fields = [("password", "secret words"), ("next", "/account"), ("remember", "on")]
            let page = try await browser.post("/session/mail/new", [("username", "ada@example.org")] + fields)
            #expect(page.text.contains("value=\"ada@example.org\"") && page.field("next") == "/account")
            #expect(page.text.contains("checked") && !page.text.contains("secret words"))
            let empty = try await browser.post("/session/mail/new", [("username", "ada")])
            #expect(!empty.text.contains("value=\"ada\""))
        }
    }

    @Test("6.3.8 every address gets the same response: status, headers but the secret, body, writes")
    func alike() async throws {
        try await offering { door, client in
            try await door.add("eva", email: "eva@example.org")
            try await door.auth.directory.setDisabled(true, AccountID(server: .local, user: "eva"))
            var (asked, entered, costs) = (Set<String>(), Set<String>(), Set<Int>())
            for email in ["ada@example.org", "eva@example.org", "nobody@example.org"] {
                let browser = TestBrowser(client)
                let writes = try await door.writes {
                    let answer = try await ask(browser, email)
                    let cookie = try #require(answer.headers[.setCookie])
                    // The order of the attributes is random.
                    let attributes = cookie.split(separator: "; ").filter { !$0.hasPrefix("portico-mail=") }.sorted()
                    asked.insert("\(answer.whole.replacing(cookie, with: ""))\(attributes)")
                }
                #expect(try await door.mails() == (email.hasPrefix("ada") ? ["signInLink"] : []))
                let more = try await door.writes {
                    for _ in 0..<6 { entered.insert(try await enter(browser, "12345x").whole) }
                }
                costs.insert(writes * 1000 + more)
            }
            #expect(asked.count == 1)
            #expect(entered.count == 2, "a wrong code, too many")
            #expect(costs.count == 1)
        }
    }

    @Test("asks again for what is no address", arguments: ["", "ada", "a b@example.org"])
    func invalid(text: String) async throws {
        try await offering { door, client in
            let answer = try await ask(TestBrowser(client), text)
            #expect(answer.status == .unprocessableContent)
            let mails = try await door.mails()
            #expect(mails.isEmpty)
        }
    }

    @Test("the link logs in by POST, once, in the browser that asked, and returns to the page asked for")
    func link() async throws {
        try await offering { door, client in
            let browser = TestBrowser(client)
            let (token, _) = try await mail(door, browser, [("next", "/account"), ("remember", "on")])
            let writes = try await door.writes {
                let page = try await browser.get("/session/mail/link?token=\(token)")
                #expect(page.field("token") == token)
                #expect(page.headers[.referrerPolicy] == "strict-origin")
            }
            #expect(writes == 0)
            #expect(try await confirm(browser, token).headers[.location] == "/account")
            #expect(try await browser.account() == "local/ada")
            let signIn = try #require(try await door.auth.authenticator.sessions(of: Self.ada).first?.signIn)
            #expect(signIn.method == .mail && signIn.isAutomatic)
            #expect(try await door.events(.mailSignInRequested, .signedIn).map(\.account) == [Self.ada, Self.ada])
            #expect(try await browser.get("/session/mail/link?token=\(token)").status == .gone)
            #expect(try await confirm(browser, token).status == .notFound, "the browser waits for nothing any more")
        }
    }

    @Test("in another browser the link logs nobody in, and shows the code for the first one")
    func elsewhere() async throws {
        try await offering { door, client in
            let (browser, victim) = (TestBrowser(client), TestBrowser(client))
            let (token, code) = try await mail(door, browser)
            _ = try await ask(victim, "nobody@example.org")
            for other in [victim, TestBrowser(client)] {
                let page = try await other.get("/session/mail/link?token=\(token)")
                #expect(page.text.contains(code) && page.field("token") == nil)
                #expect(try await confirm(other, token).status == .notFound, "login CSRF")
                #expect(try await enter(other, code).status == .unauthorized)
                #expect(try await other.account() == nil)
            }
            #expect(try await !browser.get("/session/mail/link?token=\(token)").text.contains(code))
            #expect(try await enter(browser, " \(code.prefix(3)) \(code.suffix(3))").headers[.location] == "/")
            #expect(try await browser.account() == "local/ada")
            #expect(try await confirm(victim, token).status == .gone)
        }
    }

    @Test("five wrong codes use up the link and its code")
    func guessing() async throws {
        try await offering { door, client in
            let browser = TestBrowser(client)
            let (token, code) = try await mail(door, browser)
            for count in 1...5 {
                let answer = try await enter(browser, other(than: code))
                #expect(answer.status == .unauthorized)
                #expect(answer.text.contains("Too many wrong codes") == (count == 5))
            }
            #expect(try await enter(browser, code).status == .unauthorized)
            #expect(try await door.events(.signInLimited).count == 1)
            #expect(try await confirm(browser, token).status == .gone)
            #expect(try await door.events(.signInFailed).map(\.account) == Array(repeating: Self.ada, count: 5))
        }
    }

    @Test("the fifth code may be the right one")
    func fifth() async throws {
        try await offering { door, client in
            let browser = TestBrowser(client)
            let (_, code) = try await mail(door, browser)
            for _ in 1...4 { _ = try await enter(browser, other(than: code)) }
            #expect(try await enter(browser, code).status == .seeOther)
        }
    }

    @Test("wrong codes are limited by network, whoever they are for, and right ones are not counted")
    func networkLimit() async throws {
        try await offering { door, client in
            door.auth.currentPolicy.value.limits.network = Limit(attempts: 5, window: 900)
            door.auth.currentPolicy.value.limits.mailsByAddress = Limit(attempts: 100, window: 3600)
            for _ in 0..<6 {
                let browser = TestBrowser(client)
                let (_, code) = try await mail(door, browser)
                #expect(try await enter(browser, code).status == .seeOther)
            }
            for count in 1...6 {
                let browser = TestBrowser(client)
                _ = try await ask(browser, "nobody@example.org")
                let answer = try await enter(browser, "123456")
                #expect(answer.status == (count < 6 ? .unauthorized : .tooManyRequests))
                #expect(answer.headers[.retryAfter] == (count < 6 ? nil : "900"))
            }
            #expect(try await door.events(.signInFailed).count == 5)
            #expect(try await door.events(.signInLimited).count == 1)
        }
    }

    @Test("after thirty wrong codes for an account, only its links log in, until a month has passed")
    func accountLimit() async throws {
        try await offering { door, client in
            for _ in 0..<6 {
                let browser = TestBrowser(client)
                let (_, code) = try await mail(door, browser)
                for _ in 1...5 { _ = try await enter(browser, other(than: code)) }
                door.clock.advance(by: 3600)
            }
            let browser = TestBrowser(client)
            let (token, code) = try await mail(door, browser)
            #expect(try await enter(browser, code).status == .unauthorized)
            #expect(try await door.events(.signInLimited).map(\.account) == [Self.ada])
            #expect(try await confirm(browser, token).status == .seeOther)
            door.clock.advance(by: 31 * 86_400)
            let late = TestBrowser(client)
            let (_, next) = try await mail(door, late)
            #expect(try await enter(late, next).status == .seeOther)
        }
    }

    @Test("link and code work for ten minutes", arguments: [599.0, 600.0])
    func expiry(seconds: Double) async throws {
        try await offering { door, client in
            let (first, second) = (TestBrowser(client), TestBrowser(client))
            let (token, _) = try await mail(door, first)
            let (_, code) = try await mail(door, second)
            door.clock.advance(by: seconds)
            #expect(try await confirm(first, token).status == (seconds < 600 ? .seeOther : .gone))
            #expect(try await enter(second, code).status == (seconds < 600 ? .seeOther : .unauthorized))
        }
    }

    @Test("a newer request of the browser replaces the older one")
    func replaced() async throws {
        try await offering { door, client in
            let browser = TestBrowser(client)
            let (old, oldCode) = try await mail(door, browser)
            let (token, code) = try await mail(door, browser)
            #expect(try await confirm(browser, old).status == .gone)
            if oldCode != code { #expect(try await enter(browser, oldCode).status == .unauthorized) }
            #expect(try await confirm(browser, token).status == .seeOther)
        }
    }

    @Test("a request beyond the limit of mails leaves the earlier mail in force")
    func beyondLimit() async throws {
        try await offering { door, client in
            for _ in 1...2 { _ = try await ask(TestBrowser(client)) }
            let browser = TestBrowser(client)
            let (token, _) = try await mail(door, browser)
            #expect(try await ask(browser).status == .ok)
            #expect(try await door.mails().isEmpty)
            #expect(try await confirm(browser, token).status == .seeOther)
        }
    }

    @Test("a mail in the queue is not sent once a newer request or wrong codes have replaced or ended its login")
    func withdrawn() async throws {
        try await offering { door, client in
            let browser = TestBrowser(client)
            _ = try await ask(browser)
            _ = try await ask(TestBrowser(client))
            let first = try await door.memory.mails(limit: 10)
            _ = try await ask(browser)
            let second = try await door.memory.mails(limit: 10)
            #expect(second.count == 2 && second.first == first.last, "that of another browser stays")
            for _ in 1...5 { _ = try await enter(browser, "x") }
            #expect(try await door.memory.mails(limit: 10) == [first[1]])
        }
    }

    @Test("a late mail works as long as the browser waits for it, says how long, and is not sent after that")
    func late() async throws {
        try await offering { door, client in
            let browser = TestBrowser(client)
            _ = try await ask(browser)
            let mail = try #require(try await door.memory.mails(limit: 1).first?.mail)
            door.clock.advance(by: 3300)
            let (link, token) = try #require(try await door.auth.links.make(for: mail))
            #expect(door.auth.links.minutes(of: link) == 5)
            door.clock.advance(by: 299)
            #expect(try await browser.get("/session/mail/link?token=\(token.value)").status == .ok)
            door.clock.advance(by: 1)
            #expect(try await confirm(browser, token.value).status == .gone)
            #expect(try await door.auth.links.make(for: mail) == nil)
        }
    }

    @Test("the page for the code says how long it works")
    func minutes() async throws {
        try await offering { door, client in
            let browser = TestBrowser(client)
            let usual = try await ask(browser)
            #expect(usual.text.contains("within 10 minutes"))
            door.auth.currentPolicy.value.linkLifetime = 120
            for answer in [
                try await ask(browser), try await enter(browser, "x"), try await browser.get("/session/mail"),
            ] {
                #expect(answer.text.contains("within 2 minutes"))
            }
        }
    }

    @Test(
        "a secret of another form is none",
        arguments: ["", "x", String(repeating: "a", count: 42), String(repeating: "a", count: 44), "é"])
    func secrets(text: String) {
        #expect(MailSignIns.Waiting(secret: text, isAutomatic: false) == nil)
        #expect(MailSignIns.Waiting(secret: text + "=", isAutomatic: false) == nil)
    }

    @Test("a login that waits for a code or a second factor ends with the password and the address", arguments: 0..<4)
    func waiting(case number: Int) async throws {
        try await offering { door, client in
            let enrols = number < 2
            if enrols {
                door.auth.currentPolicy.value.secondFactor = .all
            } else {
                let own = try await door.browser(client)
                _ = try await own.setUpApp(on: try await own.get("/account/factors/app"), door)
            }
            let browser = TestBrowser(client)
            let question = try await enter(browser, try await mail(door, browser).code)
            let id = enrols ? "enrolment" : "second-factor"
            #expect(question.text.contains("id=\"\(id)\""))
            let names = enrols ? ["pending", "enrolment"] : ["pending"]
            let fields = try names.map { ($0, try #require(question.field($0))) }
            if number.isMultiple(of: 2) {
                try await door.memory.setPassword(
                    PasswordChange(account: Self.ada, hash: "x", ends: nil, time: door.clock.now()))
            } else {
                try await door.memory.setEmail(nil, of: Self.ada, event: nil, at: door.clock.now())
            }
            let path = enrols ? "/session/enrolment" : "/session/code"
            let answer = try await browser.post(path, fields + [("code", "1")])
            #expect(!answer.text.contains("id=\"\(id)\""), "it asks for no other code")
            #expect(try await browser.account() == nil)
        }
    }

    @Test("mails are limited by address, silently, and by network")
    func limits() async throws {
        try await offering { door, client in
            for count in 1...20 {
                #expect(try await ask(TestBrowser(client)).status == .ok)
                #expect(try await door.mails().count == min(count, 3))
            }
            let answer = try await ask(TestBrowser(client))
            #expect(answer.status == .tooManyRequests && answer.headers[.retryAfter] != nil)
            #expect(answer.text.contains("id=\"mail-sign-in\""))
        }
    }

    @Test("a new password, a new address or a disabled account ends the link", arguments: 0..<3)
    func ended(change: Int) async throws {
        try await offering { door, client in
            let browser = TestBrowser(client)
            let (token, code) = try await mail(door, browser)
            switch change {
            case 0:
                _ = try await door.browser(client).post(
                    "/account/password",
                    [
                        ("account", "local/ada"), ("current", TestServer.password),
                        ("password", TestDoor.otherPassword),
                    ])
            case 1: try await door.memory.setEmail(nil, of: Self.ada, event: nil, at: door.clock.now())
            default: try await door.auth.directory.setDisabled(true, Self.ada)
            }
            #expect(try await confirm(browser, token).status != .seeOther)
            #expect(try await enter(browser, code).status == .unauthorized)
            #expect(try await browser.account() == nil)
        }
    }

    @Test("a second factor is still asked for, and the mail proves nothing for sensitive changes")
    func factor() async throws {
        try await offering { door, client in
            let browser = TestBrowser(client)
            #expect(try await confirm(browser, try await mail(door, browser).token).status == .seeOther)
            let page = try await browser.get("/account/factors/app")
            #expect(page.asksForProof, "a mailbox is no proof")
            let own = try await door.browser(client)
            let (app, _) = try await own.setUpApp(on: try await own.get("/account/factors/app"), door)
            let other = TestBrowser(client)
            let (_, code) = try await mail(door, other, [("next", "/account")])
            let question = try await enter(other, code)
            #expect(question.status == .unauthorized && question.text.contains("id=\"second-factor\""))
            #expect(try await other.account() == nil)
            let pending = try #require(question.field("pending"))
            #expect(question.field("next") == "/account")
            let typed = app.code(step: TOTP.step(at: door.clock.now()))
            let done = try await other.post(
                "/session/code", [("pending", pending), ("code", typed), ("next", "/account")])
            #expect(done.headers[.location] == "/account")
            #expect(try await other.get("/account/factors/app").asksForProof, "nor with a code")
            #expect(try await enter(other, code).status == .unauthorized, "it was used up before the second factor")
        }
    }

    @Test("the account joins those of the browser, up to the limit, where the link still works")
    func profiles() async throws {
        try await offering { door, client in
            try await door.add("bob")
            let browser = try await door.browser(client, "bob")
            let (token, code) = try await mail(door, browser)
            door.auth.currentPolicy.value.accountsPerBrowser = 1
            #expect(try await confirm(browser, token).status == .conflict)
            #expect(try await enter(browser, code).status == .conflict)
            #expect(try await browser.account() == "local/bob")
            door.auth.currentPolicy.value.accountsPerBrowser = 2
            #expect(try await confirm(browser, token).status == .seeOther)
            #expect(try await browser.account() == "local/ada")
        }
    }

    @Test("a login from a new browser is mailed; the mail to log in has the code and the browser that asked")
    func mails() async throws {
        try await offering { door, client in
            _ = try await door.browser(client)
            let browser = TestBrowser(client)
            let (token, _) = try await mail(door, browser)
            #expect(try await confirm(browser, token).status == .seeOther)
            #expect(try await door.mails() == ["newSignIn"])
        }
    }

    @Test("3.7.2 only pages of this site follow", arguments: ["https://evil.example/", "//evil.example", "/\\evil"])
    func redirects(next: String) async throws {
        try await offering { door, client in
            let browser = TestBrowser(client)
            let (token, _) = try await mail(door, browser, [("next", next)])
            #expect(try await confirm(browser, token).headers[.location] == "/")
        }
    }

    @Test("3.5.1 another site cannot send the forms")
    func crossSite() async throws {
        try await offering { door, client in
            let browser = TestBrowser(client)
            let (token, code) = try await mail(door, browser)
            var headers = HTTPFields()
            headers[HTTPField.Name("Sec-Fetch-Site")!] = "cross-site"
            for (path, field, value) in [
                ("link", "token", token), ("code", "code", code), ("new", "username", "a@b.c"),
            ] {
                let answer = try await browser.post("/session/mail/\(path)", [(field, value)], headers: headers)
                #expect(answer.status == .forbidden)
            }
            #expect(try await browser.account() == nil)
        }
    }

    @Test("reloads and strays lead to a page")
    func strays() async throws {
        try await offering { door, client in
            let browser = TestBrowser(client)
            #expect(try await browser.get("/session/mail").headers[.location] == "/session/mail/new")
            #expect(try await enter(browser, "123456").status == .unauthorized)
            #expect(try await enter(browser, "").status == .unprocessableContent)
            #expect(try await confirm(browser, "x").status == .notFound)
            #expect(try await browser.get("/session/mail/link?token=x").status == .notFound)
            _ = try await mail(door, browser)
            #expect(try await browser.get("/session/mail").text.contains("id=\"mail-code\""))
            #expect(try await browser.get("/session/mail/code").headers[.location] == "/session/mail")
            let signedIn = try await door.browser(client)
            #expect(try await signedIn.get("/session/mail").headers[.location] == "/")
        }
    }

    @Test("2.2 accept any input without an error", arguments: oddTexts)
    func odd(text: String) async throws {
        try await offering { door, client in
            let browser = TestBrowser(client)
            let asked = try await ask(browser, text).status.code
            #expect([200, 422].contains(asked))
            _ = try await mail(door, browser)
            let entered = try await enter(browser, text).status.code
            #expect([401, 422].contains(entered))
            #expect(try await confirm(browser, text).status == .notFound)
        }
    }
}
