import Foundation
import HTTPTypes
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

extension HTTPField.Name {
    static let referrerPolicy = Self("Referrer-Policy")!
}

extension TestDoor {
    static let otherPassword = "mauve tractors hum at dawn"

    /// Adds an account with ``TestServer/password``.
    @discardableResult
    func add(_ userName: String, email: String = "", isAdministrator: Bool = false) async throws -> Account {
        try await auth.directory.add(
            NewAccount(
                userName: userName, name: userName.capitalized, email: email, password: TestServer.password,
                isAdministrator: isAdministrator))
    }

    /// The kinds of the queued mails.
    func mails() async throws -> [String] { try await memory.mails(limit: 1000).map(\.mail.kind.rawValue) }

    /// Removes the mails from the queue and makes the link of the last one, as for sending.
    func token() async throws -> String {
        let queued = try await memory.mails(limit: 1000)
        for mail in queued { try await memory.remove(mail.id) }
        let mail = try #require(queued.last?.mail)
        return try #require(try await auth.links.make(for: mail)).token.value
    }

    /// The events of these kinds, oldest first.
    func events(_ kinds: SecurityEvent.Kind...) async throws -> [SecurityEvent] {
        try await memory.events(SecurityEventQuery(kinds: Set(kinds), after: 0, limit: 1000)).map(\.event)
    }

    func account(_ userName: String) async throws -> Account? {
        try await memory.account(AccountID(server: .local, user: userName))
    }

    /// A browser signed in to an account.
    func browser(_ client: TestClient, _ userName: String = "ada") async throws -> TestBrowser {
        let browser = TestBrowser(client)
        #expect(try await browser.signIn(userName).status == .seeOther)
        return browser
    }

    /// The number of store writes by `work`.
    func writes(_ work: () async throws -> Void) async throws -> Int {
        let before = store.writes
        try await work()
        return store.writes - before
    }
}

extension TestBrowser {
    /// Sets up an authenticator app as ada does on its page. The clock then shows the next code.
    ///
    /// - Parameter next: the page that requires it.
    func setUpApp(
        on page: TestResponse, next: String? = nil, _ door: TestDoor
    ) async throws -> (app: TOTP, codes: TestResponse) {
        let sealed = String(try #require(page.text.firstMatch(of: /name="enrolment" value="([^"]+)"/)).1)
        let ada = AccountID(server: .local, user: "ada")
        let app = try door.auth.factors.reopen(sealed, for: ada, issuer: "Portico").totp
        let code = app.code(step: TOTP.step(at: door.clock.now()))
        let fields = [("enrolment", sealed), ("code", code)] + (next.map { [("next", $0)] } ?? [])
        let answer = try await post("/account/factors/app", fields)
        #expect(answer.status == .ok)
        door.clock.advance(by: 30)
        return (app, answer)
    }
}

/// Runs a test against a door over a store in memory, with `ada`, who has an address.
func withAccounts(
    registration: RegistrationMode = .open, policy: AuthPolicy = AuthPolicy(),
    _ test: @escaping @Sendable (TestDoor, TestClient) async throws -> Void
) async throws {
    try await TestDoor.run(
        publicFolder: publicFolder, app: AppConfig(registration: registration), policy: policy
    ) { door, client in
        try await door.add("ada", email: "ada@example.org")
        try await test(door, client)
    }
}

/// Like ``withAccounts``, with a browser signed in to `chief`, an administrator.
func administering(
    _ test: @escaping @Sendable (TestDoor, TestBrowser, TestClient) async throws -> Void
) async throws {
    try await withAccounts { door, client in
        try await door.add("chief", email: "chief@example.org", isAdministrator: true)
        try await test(door, try await door.browser(client, "chief"), client)
    }
}

extension TestResponse {
    /// Everything that a client receives, for comparisons.
    var whole: String { "\(status.code)\(fields)\(text)" }

    /// The header fields, without the time and the id of the request.
    var fields: String {
        headers.filter { $0.name != .date && $0.name.canonicalName != "x-request-id" }.map(\.description).sorted()
            .joined(separator: "\n")
    }

    /// Where a person without an authenticator app sets one up for a page that needs one.
    var setUpAddress: String? {
        text.firstMatch(of: /id="set-up-app" href="([^"]+)"/).map { String($0.1).replacing("&amp;", with: "&") }
    }

    var asksForProof: Bool { text.contains("id=\"reauthentication-form\"") }
}

/// Texts that people and programs send instead of the expected ones.
let oddTexts = [
    "", " ", "\u{0}", "аdа", "ａｄａ", "\u{212A}im", "ada\u{200B}", "\u{202E}ada", "ADA@EXAMPLE.ORG", "a'b\"<c>&d",
    "../../etc/passwd", "%00", "ada\r\nSet-Cookie: x=y", "🦊", String(repeating: "a", count: 5000),
    String(repeating: "👩‍👩‍👧‍👦", count: 100),
]
