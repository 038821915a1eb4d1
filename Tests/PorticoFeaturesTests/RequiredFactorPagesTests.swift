import HTTPTypes
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("G4 A required second factor on pages", .everyEngine)
struct RequiredFactorPagesTests {
    private static let ada = AccountID(server: .local, user: "ada")
    private static let form: [(String, String)] = [
        ("username", "ada"), ("password", TestServer.password), ("next", "/about"), ("remember", "on"),
    ]

    /// Runs a test with `ada` and a policy.
    private func with(
        _ secondFactor: SecondFactorPolicy,
        _ test: @escaping @Sendable (TestDoor, TestBrowser) async throws -> Void
    ) async throws {
        var policy = AuthPolicy()
        policy.secondFactor = secondFactor
        try await TestDoor.run(publicFolder: publicFolder, policy: policy) { door, client in
            try await door.addAccount()
            try await test(door, TestBrowser(client))
        }
    }

    private func code(_ app: TOTP, _ door: TestDoor) -> String { app.code(step: TOTP.step(at: door.clock.now())) }

    /// The hidden fields of the page that sets up an app, and the app.
    private func setUp(
        _ answer: TestResponse, _ door: TestDoor
    ) throws -> (fields: [(String, String)], app: TOTP) {
        #expect(answer.status == .unauthorized && answer.headers[.wwwAuthenticate] == "Portico")
        #expect(answer.text.contains(#"id="enrolment""#) && answer.text.contains("<svg"))
        #expect(answer.headers[values: .setCookie].allSatisfy { !$0.hasPrefix("portico=") })
        let fields = try ["pending", "enrolment"].map { ($0, try #require(answer.field($0))) }
        let setUp = try door.auth.factors.reopen(fields[1].1, for: Self.ada, issuer: "Portico")
        return (fields, setUp.totp)
    }

    @Test("the password leads to the set-up, the first code to the recovery codes, and those to the page wanted")
    func enrols() async throws {
        try await with(.all) { door, browser in
            let (fields, app) = try setUp(try await browser.post("/session", Self.form), door)
            #expect(try await browser.get("/account").status == .unauthorized)
            let wrong = try await browser.post("/session/enrolment", fields + [("code", "000000x")])
            #expect(wrong.text.contains(#"id="enrolment""#))
            #expect(try setUp(wrong, door).fields.map(\.1) == fields.map(\.1), "the same QR code")
            let answer = try await browser.post(
                "/session/enrolment", fields + [("code", code(app, door)), ("next", "/about")])
            #expect(answer.status == .ok && answer.headers[.cacheControl] == "no-store")
            #expect(answer.text.matches(of: /<code>[0-9a-z]{4}(?:-[0-9a-z]{4}){3}<\/code>/).count == 10)
            #expect(answer.field("next") == "/about")
            let saved = try await browser.post(
                "/account/factors/codes/file",
                try ["account", "codes"].map { ($0, try #require(answer.field($0))) })
            #expect(saved.status == .ok && saved.text.matches(of: /[0-9a-z-]{19}\n/).count == 10)
            let start = try await browser.post("/session/start", [("next", "/about")])
            #expect(start.status == .seeOther && start.headers[.location] == "/about")
            #expect(try await browser.get("/account").status == .ok)
            let again = try await browser.post("/session/enrolment", fields + [("code", code(app, door))])
            #expect(again.status == .unauthorized && again.text.contains(#"id="second-factor-ended""#))
        }
    }

    @Test("the set-up link and a link for a forgotten password lead to the set-up of an app, too")
    func links() async throws {
        var policy = AuthPolicy()
        policy.secondFactor = .administrators
        try await TestDoor.run(publicFolder: publicFolder, policy: policy) { door, client in
            let fields = [
                ("token", door.setupToken.value), ("name", "Ada"), ("username", "ada"),
                ("password", TestServer.password), ("email", "ada@example.org"),
            ]
            _ = try setUp(try await TestBrowser(client).post("/setup", fields), door)
            try await door.auth.passwords.requestReset("ada", client: Client())
            let reset = [("token", try await door.token()), ("password", TestDoor.otherPassword)]
            _ = try setUp(try await TestBrowser(client).post("/password/new", reset), door)
        }
    }

    @Test("an app that is required cannot be removed, only set up again")
    func required() async throws {
        try await with(.optional) { door, browser in
            _ = try await browser.signIn()
            let page = try await browser.get("/account/factors/app")
            let sealed = try #require(page.field("enrolment"))
            let app = try door.auth.factors.reopen(sealed, for: Self.ada, issuer: "Portico").totp
            _ = try await browser.post("/account/factors/app", [("enrolment", sealed), ("code", code(app, door))])
            #expect(try await browser.get("/account/factors").text.contains(#"id="remove-app""#))
            door.auth.currentPolicy.value.secondFactor = .all
            let factors = try await browser.get("/account/factors").text
            #expect(!factors.contains(#"id="remove-app""#) && factors.contains(#"id="set-up-app""#))
            #expect(factors.contains("This account needs an authenticator app."))
            #expect(try await browser.get("/account/factors/app/remove").status == .conflict)
            #expect(try await browser.post("/account/factors/app/remove", []).status == .conflict)
            #expect(try await door.auth.factors.hasApp(Self.ada))
        }
    }

    @Test("while nobody can have an app, no page offers one, and the routes do not exist")
    func off() async throws {
        try await with(.off) { _, browser in
            _ = try await browser.signIn()
            #expect(try await !browser.get("/account").text.contains("/account/factors"))
            #expect(try await !browser.get("/account/factors").text.contains("set-up-app"))
            for path in ["app", "app/remove", "codes"] {
                #expect(try await browser.get("/account/factors/\(path)").status == .notFound, "\(path)")
                #expect(try await browser.post("/account/factors/\(path)", []).status == .notFound, "\(path)")
            }
        }
    }

    @Test("a password that is too short without a second factor is replaced before anybody is signed in")
    func shortPassword() async throws {
        try await with(.all) { door, browser in
            try await door.auth.directory.setPassword("mq7&Zr0-", of: Self.ada)
            door.auth.currentPolicy.value.secondFactor = .optional
            let fields = [("username", "ada"), ("password", "mq7&Zr0-"), ("next", "/about")]
            let page = try await browser.post("/session", fields)
            #expect(page.status == .unauthorized && page.text.contains("At least 15 characters."))
            let pending = ("pending", try #require(page.field("pending")))
            #expect(try await browser.get("/account").status == .unauthorized)
            let short = try await browser.post("/session/password", [pending, ("password", "mq7&Zr0-mq")])
            #expect(short.status == .unprocessableContent && short.text.contains("Use at least 15 characters."))
            let done = try await browser.post(
                "/session/password", [pending, ("password", TestDoor.otherPassword), ("next", "/about")])
            #expect(done.status == .seeOther && done.headers[.location] == "/about")
            #expect(try await browser.get("/account").status == .ok)
        }
    }
}

@Suite("G4 The rehearsal of a stricter policy")
struct RehearsalTests {
    private static let path = "/administration/settings/accounts.secondFactor"

    @Test("lists the people who would be stopped before the policy is saved, which ends no sign-in at once")
    func rehearses() async throws {
        try await TestServer.run(publicFolder: publicFolder) { server, client in
            try await server.addAccount("chief", isAdministrator: true)
            try await server.addAccount()
            try await server.addAccount("absent")
            let (chief, ada) = (TestBrowser(client), TestBrowser(client))
            _ = try await chief.signIn("chief")
            _ = try await ada.signIn()
            let account = ("account", "local/chief")
            let administrators = try await chief.post(Self.path, [account, ("value", "administrators")])
            #expect(administrators.status == .ok && administrators.text.contains("1 person who used the site"))
            let all = try await chief.post(Self.path, [account, ("value", "all")])
            #expect(all.text.contains("2 people who used the site"))
            #expect(all.text.contains("Sets up an app or a passkey at the next login") && !all.text.contains("absent"))
            #expect(try await requirements(server).all == nil)
            #expect(try await chief.get("/administration/second-factor/all").text.contains("rehearsed-2"))
            #expect(try await chief.get("/administration/second-factor/optional").status == .notFound)
            let saved = try await chief.post(Self.path, [account, ("value", "all"), ("rehearsed", "on")])
            #expect(saved.headers[.location] == "/administration/settings")
            #expect(try await requirements(server).all != nil)
            #expect(try await ada.get("/account").status == .ok)
            let person = try await chief.get("/administration/person/ada").text
            #expect(person.contains("Due at the next login"))
            // Nobody needs more with a looser policy.
            let looser = try await chief.post(Self.path, [account, ("value", "administrators")])
            #expect(looser.headers[.location] == "/administration/settings")
            #expect(try await requirements(server).all == nil)
        }
    }

    /// The times from which second factors are required, as the server has stored them.
    private func requirements(_ server: TestServer) async throws -> RequiredFactors {
        try await server.auth.store.read { try $0.requiredFactors() }
    }
}
