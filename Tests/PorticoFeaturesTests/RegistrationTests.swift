import HTTPTypes
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("A11 The pages of registering")
struct RegistrationTests {
    private func fields(_ token: String, _ userName: String = "eve") -> [(String, String)] {
        [("token", token), ("name", "Eve"), ("username", userName), ("password", TestServer.password)]
    }

    private func token(_ door: TestDoor, _ client: TestClient) async throws -> String {
        _ = try await TestBrowser(client).post("/registration", [("email", "eve@example.org")])
        return try await door.token()
    }

    @Test("6.3.8 give the same response with and without an account of the address: status, headers, body, writes")
    func alike() async throws {
        try await withAccounts { door, client in
            var answers: Set<String> = []
            var costs: Set<Int> = []
            for email in ["ada@example.org", "eve@example.org", "ADA@example.org"] {
                costs.insert(
                    try await door.writes {
                        answers.insert(try await TestBrowser(client).post("/registration", [("email", email)]).whole)
                    })
            }
            #expect(answers.count == 1)
            #expect(costs.count == 1)
            #expect(try await door.mails() == ["alreadyRegistered", "registration", "alreadyRegistered"])
            #expect(try await TestBrowser(client).get("/registration/sent").status == .ok)
        }
    }

    @Test("say how long the link works, like the page for a forgotten password")
    func minutes() async throws {
        try await withAccounts { door, client in
            door.auth.currentPolicy.value.linkLifetime = 120
            for path in ["/registration/sent", "/password/reset/sent"] {
                let page = try await TestBrowser(client).get(path)
                #expect(page.text.contains("within 2 minutes"))
            }
        }
    }

    @Test("lead from the address to the main screen")
    func whole() async throws {
        try await withAccounts { door, client in
            let browser = TestBrowser(client)
            #expect(try await browser.get("/registration").status == .ok)
            let sent = try await browser.post("/registration", [("email", "eve@example.org")])
            #expect(sent.headers[.location] == "/registration/sent")
            let token = try await door.token()
            let page = try await browser.get("/registration/confirm?token=\(token)")
            #expect(page.field("token") == token)
            #expect(page.text.contains("eve@example.org"))
            #expect(try await browser.post("/registration/confirm", fields(token)).headers[.location] == "/")
            #expect(try await browser.account() == "local/eve")
            #expect(try await door.account("eve")?.email?.value == "eve@example.org")
        }
    }

    @Test("6.4.1 create nothing by GET, so a scanner of mails does not use the link; nobody else learns the address")
    func scanner() async throws {
        try await withAccounts { door, client in
            let token = try await token(door, client)
            let path = "/registration/confirm?token=\(token)"
            let writes = try await door.writes {
                for _ in 0..<3 {
                    let page = try await TestBrowser(client).get(path)
                    #expect(page.status == .ok)
                    #expect(page.headers[.referrerPolicy] == "strict-origin")
                    #expect(page.headers[.cacheControl] == "no-store")
                }
                _ = try await TestBrowser(client).send(.head, path)
            }
            #expect(writes == 0)
            #expect(try await TestBrowser(client).post("/registration/confirm", fields(token)).status == .seeOther)
        }
    }

    @Test("6.4.1 report that a link is used, expired or unknown, on GET and POST, and log a refusal")
    func problems() async throws {
        try await withAccounts { door, client in
            let (used, old) = (try await token(door, client), try await token(door, client))
            _ = try await TestBrowser(client).post("/registration/confirm", fields(used))
            door.clock.advance(by: 3600)
            for (token, status) in [(old, HTTPResponse.Status.gone), ("x", .notFound), ("", .notFound)] {
                let browser = TestBrowser(client)
                #expect(try await browser.get("/registration/confirm?token=\(token)").status == status)
                #expect(try await browser.post("/registration/confirm", fields(token, "eva")).status == status)
            }
            let again = try await TestBrowser(client).post("/registration/confirm", fields(used, "eva"))
            #expect(again.status == .gone)
            #expect(again.headers[.referrerPolicy] == "strict-origin")
            #expect(try await door.account("eva") == nil)
            try await door.auth.refusals.flush(isLast: true)
            #expect(try await door.events(.linkRefused).map(\.count).reduce(0, +) == 4)
        }
    }

    @Test("show the form again with the reasons, without the password, and the link stays valid")
    func again() async throws {
        try await withAccounts { door, client in
            let token = try await token(door, client)
            let bad = [("token", token), ("name", ""), ("username", "no name"), ("password", "short")]
            let page = try await TestBrowser(client).post("/registration/confirm", bad)
            #expect(page.status == .unprocessableContent)
            #expect(page.text.contains("value=\"no name\""))
            #expect(!page.text.contains("value=\"short\""))
            let taken = try await TestBrowser(client).post("/registration/confirm", fields(token, "ADA"))
            #expect(taken.status == .unprocessableContent)
            #expect(try await TestBrowser(client).post("/registration/confirm", fields(token)).status == .seeOther)
        }
    }

    @Test("are closed if registration is", arguments: [RegistrationMode.closed, .invitation])
    func closed(mode: RegistrationMode) async throws {
        try await withAccounts(registration: mode) { door, client in
            let browser = TestBrowser(client)
            #expect(try await browser.get("/registration").status == .forbidden)
            let known = try await browser.post("/registration", [("email", "ada@example.org")])
            let unknown = try await browser.post("/registration", [("email", "eve@example.org")])
            #expect(known.status == .forbidden)
            #expect(known.whole == unknown.whole)
            #expect(try await door.mails().isEmpty)
        }
    }

    @Test(
        "are closed to links that were sent before, until registration is open again",
        arguments: [RegistrationMode.closed, .invitation])
    func closedMeanwhile(mode: RegistrationMode) async throws {
        try await withAccounts { door, client in
            let token = try await token(door, client)
            let browser = TestBrowser(client)
            door.auth.currentPolicy.value.registration = mode
            let page = try await browser.get("/registration/confirm?token=\(token)")
            #expect(page.status == .forbidden)
            #expect(page.text == (try await browser.get("/registration").text))
            #expect(try await browser.post("/registration/confirm", fields(token)).status == .forbidden)
            #expect(try await door.account("eve") == nil)
            door.auth.currentPolicy.value.registration = .open
            #expect(try await browser.post("/registration/confirm", fields(token)).status == .seeOther)
        }
    }

    @Test("2.2 refuse invalid addresses, and accept any input without an error", arguments: oddTexts)
    func odd(text: String) async throws {
        try await withAccounts { door, client in
            let response = try await TestBrowser(client).post("/registration", [("email", text)])
            #expect(response.status == (EmailAddress(text) == nil ? .unprocessableContent : .seeOther))
            let token = try await token(door, client)
            for field in ["name", "username", "password", "token"] {
                let fields = fields(token).map { $0.0 == field ? (field, text) : $0 }
                let code = try await TestBrowser(client).post("/registration/confirm", fields).status.code
                #expect([303, 404, 410, 413, 422].contains(code), "\(field)")
            }
            #expect(try await TestBrowser(client).get("/registration/confirm?token=%FF%00").status.code < 500)
        }
    }
}
