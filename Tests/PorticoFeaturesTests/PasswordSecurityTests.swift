import HTTPTypes
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("Security: passwords")
struct PasswordSecurityTests {
    @Test("6.3.8 an unknown user, a wrong password and a disabled account get the same response: status, headers, body")
    func alike() async throws {
        try await withDoor { door, client in
            try await door.addAccount("bob")
            try await door.auth.directory.setDisabled(true, AccountID(server: .local, user: "bob"))
            var answers: [TestResponse] = []
            for (name, password) in [
                ("ada", "wrong"), ("eve", "wrong"), ("bob", "wrong"), ("bob", TestServer.password),
            ] {
                let fields = [("username", name), ("password", password)]
                answers.append(try await TestBrowser(client).post("/session", fields))
            }
            let bodies = zip(answers, ["ada", "eve", "bob", "bob"]).map {
                $0.text.replacing("value=\"\($1)\"", with: "")
            }
            #expect(Set(answers.map(\.status.code)) == [401])
            #expect(Set(bodies).count == 1)
            #expect(Set(answers.map { $0.fields }).count == 1)
            #expect(answers[0].text.contains("The user name, email address or password doesn’t match."))
        }
    }

    @Test("6.3.8 and take the same time: a hash is computed for each; if it cannot be, none of them is answered")
    func time() async throws {
        let full = PasswordHasher(parameters: .init(memory: 8, iterations: 1), concurrency: 1, queue: -1)
        try await TestDoor.run(publicFolder: publicFolder, hasher: full) { door, client in
            let hash = try await PasswordHasher(parameters: .init(memory: 8, iterations: 1)).hash("another")
            for name in ["ada", "bob"] {
                try await door.memory.add(
                    AccountAddition(
                        Account(
                            id: AccountID(server: .local, user: name), name: name, isAdministrator: false,
                            isDisabled: name == "bob", createdAt: door.clock.now()), passwordHash: hash))
            }
            for name in ["ada", "bob", "nobody", "no name"] {
                let response = try await TestBrowser(client).signIn(name)
                #expect(response.status == .serviceUnavailable, "\(name)")
            }
        }
    }

    @Test("6.3.8 a failed sign-in sends the database the same queries, with and without an account or a second factor")
    func sameQuestions() async throws {
        try await withDoor { door, client in
            let bob = try await door.auth.directory.add(
                NewAccount(
                    userName: "bob", name: "Bob", email: "bob@example.org", password: TestServer.password,
                    isAdministrator: false))
            func questions(_ name: String) async throws -> [Substring] {
                _ = door.database.takeQueries()
                let answer = try await TestBrowser(client).post(
                    "/session", [("username", name), ("password", "wrong")])
                #expect(answer.status == .unauthorized)
                return door.database.takeQueries().map { $0.split(separator: " [")[0] }
            }
            let (byName, byEmail) = (try await questions("bob"), try await questions("bob@example.org"))
            for name in ["eve", "ada", "no name"] { #expect(try await questions(name) == byName, "\(name)") }
            for email in ["eve@example.org", "o'neil@example.org"] {
                #expect(try await questions(email) == byEmail, "\(email)")
            }
            let setUp = try await door.auth.factors.begin(for: bob.id, issuer: "Portico")
            let code = setUp.totp.code(step: TOTP.step(at: door.clock.now()))
            _ = try await door.auth.factors.confirm(setUp.sealed, code: code, of: bob, client: Client())
            door.auth.currentPolicy.value.secondFactor = .all
            for name in ["bob", "eve", "ada"] { #expect(try await questions(name) == byName, "with a second factor") }
        }
    }

    /// Runs a test against a door without room to compute a hash, with a browser in which ada is signed in.
    private func full(
        _ test: @escaping @Sendable (TestDoor, TestBrowser) async throws -> Void
    ) async throws {
        let full = PasswordHasher(parameters: .init(memory: 8, iterations: 1), concurrency: 1, queue: -1)
        try await TestDoor.run(publicFolder: publicFolder, app: AppConfig(registration: .open), hasher: full) {
            door, client in
            let hash = try await PasswordHasher(parameters: .init(memory: 8, iterations: 1)).hash("another")
            let ada = Account(
                id: AccountID(server: .local, user: "ada"), name: "Ada", email: EmailAddress("ada@example.org"),
                isAdministrator: true, createdAt: door.clock.now())
            try await door.memory.add(AccountAddition(ada, passwordHash: hash))
            let nobody = RequestIdentity(credentials: BrowserCredentials(token: nil, run: nil))
            let proven = ProvenAccount(id: ada.id, proof: .link(), time: door.clock.now())
            let tokens = try await door.auth.users.signIn(proven, isAutomatic: false, identity: nobody)
            let browser = TestBrowser(client)
            await browser.use(["portico": tokens.token.value, "portico-run": try #require(tokens.run).value])
            #expect(try await browser.account() == "local/ada")
            try await test(door, browser)
        }
    }

    /// Expects the form again, as the response if there was no room.
    private func expectFull(_ answer: TestResponse, keeping text: String) {
        #expect(answer.status == .serviceUnavailable)
        #expect(answer.headers[.retryAfter] == "2")
        #expect(answer.text.contains("Many people are logging in right now"))
        #expect(answer.text.contains(text), "\(text)")
        #expect(!answer.text.contains(TestServer.password))
    }

    @Test("11.4.2 without room, forms that set or ask for a password return unchanged")
    func fullForms() async throws {
        try await full { door, browser in
            let password = ("password", TestServer.password)
            _ = try await browser.post("/registration", [("email", "eve@example.org")])
            let link = try await door.token()
            expectFull(
                try await browser.post(
                    "/registration/confirm", [("token", link), ("name", "Eve"), ("username", "eve"), password]),
                keeping: #"value="eve""#)
            #expect(try await browser.get("/registration/confirm?token=\(link)").status == .ok)
            _ = try await browser.post("/password/reset", [("name", "ada")])
            let reset = try await door.token()
            expectFull(
                try await browser.post("/password/new", [("token", reset), password]), keeping: #"value="\#(reset)""#)
            #expect(try await browser.get("/password/new?token=\(reset)").status == .ok)
            let account = ("account", "local/ada")
            expectFull(
                try await browser.post("/account/password", [account, ("current", "x"), password]),
                keeping: #"name="others" value="on">"#)
            expectFull(
                try await browser.post(
                    "/administration/people/add", [account, ("name", "Bob"), ("username", "bob"), password]),
                keeping: #"value="bob""#)
            door.clock.advance(by: 600)
            let question = try await browser.post(
                "/account/email", [account, ("email", "new@example.org"), ("reauthentication", "x")])
            #expect(question.asksForProof)
            expectFull(question, keeping: #"value="new@example.org""#)
        }
    }

    @Test("11.4.2 and so does the form of the first account")
    func fullSetup() async throws {
        let full = PasswordHasher(parameters: .init(memory: 8, iterations: 1), concurrency: 1, queue: -1)
        try await TestDoor.run(publicFolder: publicFolder, hasher: full) { door, client in
            let fields = [
                ("token", door.setupToken.value), ("name", "Ada"), ("username", "ada"),
                ("password", TestServer.password),
            ]
            expectFull(try await TestBrowser(client).post("/setup", fields), keeping: #"value="ada""#)
            #expect(try await !door.memory.hasLocalAccounts())
        }
    }

    @Test("6.3.8 set-up does not reveal whether an account exists")
    func setup() async throws {
        try await withServer { _, client in
            let browser = TestBrowser(client)
            let fields = [("token", "x"), ("name", "E"), ("password", TestServer.password)]
            let known = try await browser.post("/setup", fields + [("username", "ada")])
            let unknown = try await browser.post("/setup", fields + [("username", "eve")])
            #expect(known.status == .forbidden)
            #expect(known.text == unknown.text)
        }
    }

    @Test(
        "6.2.8 a password is taken exactly as typed",
        arguments: [
            "  spaces at both ends  ", "пароль из пяти слов 🦊", "plus+and%2Band&amp;=;", "tab\tand nul\u{0} and more",
            String(repeating: "mauve tractors hum; ", count: 40) + "?", "ends with a newline\n",
        ])
    func exactly(password: String) async throws {
        try await TestDoor.run(publicFolder: publicFolder) { door, client in
            _ = try await door.auth.directory.add(
                NewAccount(userName: "ada", name: "Ada", password: password, isAdministrator: false))
            for other in [password + " ", " " + password, String(password.dropLast()), password.uppercased() + "x"] {
                let wrong = try await TestBrowser(client).post("/session", [("username", "ada"), ("password", other)])
                #expect(wrong.status == .unauthorized)
            }
            let right = try await TestBrowser(client).post("/session", [("username", "ada"), ("password", password)])
            #expect(right.status == .seeOther)
        }
    }

    @Test(
        "6.2.1, 6.2.4, 6.2.9 and 6.2.11 hold at the set-up, with a reason beside the field",
        arguments: [
            ("short", "too short"), ("aaaaaaaaaaaaaaaa", "repeats itself"),
            ("qwertyuiop12345", "a row of keys or numbers"),
            ("passwordletmein", "easy to guess"), ("porticopassword", "easy to guess"),
            (String(repeating: "mauve tractors ", count: 100), "repeats itself|too long"), ("", "Enter a password"),
        ])
    func reasons(password: String, reason: String) async throws {
        try await TestDoor.run(publicFolder: publicFolder) { door, client in
            let fields = [
                ("token", door.setupToken.value), ("name", "Ada"), ("username", "ada"), ("password", password),
            ]
            let response = try await TestBrowser(client).post("/setup", fields)
            #expect(response.status == .unprocessableContent)
            #expect(reason.split(separator: "|").contains { response.text.contains($0) })
            #expect(!response.text.contains("value=\"\(password)\"") || password.isEmpty)
            #expect(try await !door.memory.hasLocalAccounts())
        }
    }

    @Test("11.4.2 stores an Argon2id hash with its parameters, and no password")
    func storedHash() async throws {
        try await TestDoor.run(publicFolder: publicFolder, hasher: PasswordHasher()) { door, client in
            let fields = [
                ("token", door.setupToken.value), ("name", "Ada"), ("username", "ada"),
                ("password", TestServer.password),
            ]
            #expect(try await TestBrowser(client).post("/setup", fields).status == .seeOther)
            let id = try #require(try await door.memory.accounts().first?.id)
            let hash = try #require(try await door.memory.credential(of: id)?.passwordHash)
            #expect(hash.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
        }
    }

    @Test("11.4.2 too many at once are refused for a time, and the front door stays open meanwhile")
    func busy() async throws {
        let hasher = PasswordHasher(concurrency: 1, queue: 2)
        // High limits: an attempt without room is refunded, but not before other attempts are counted.
        let enough = Limit(attempts: 100, window: 60)
        let policy = AuthPolicy(
            limits: LimitPolicy(account: enough, network: enough, strangersDelays: nil, rate: enough))
        try await TestDoor.run(publicFolder: publicFolder, policy: policy, hasher: hasher) { door, client in
            try await door.addAccount()
            let statuses = try await withThrowingTaskGroup(of: TestResponse.self) { group in
                for _ in 0..<30 {
                    group.addTask { try await TestBrowser(client).signIn() }
                }
                return try await group.reduce(into: [TestResponse]()) { $0.append($1) }
            }
            let refused = statuses.filter { $0.status == .serviceUnavailable }
            #expect(!refused.isEmpty)
            #expect(statuses.contains { $0.status == .seeOther })
            #expect(Set(statuses.map(\.status.code)) == [303, 503])
            for response in refused {
                #expect(response.headers[.retryAfter] == "2")
                #expect(response.isCover)
                #expect(response.text.contains("Many people are logging in right now"))
                #expect(response.text.contains(#"value="ada""#))
            }
        }
    }
}
