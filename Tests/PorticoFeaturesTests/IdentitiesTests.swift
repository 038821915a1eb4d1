import Foundation
import HTTPTypes
import PorticoAuth
import PorticoBytes
import PorticoConfig
import PorticoFeatures
import PorticoTestSupport
import Testing

@Suite("J4 Ways to log in: identity providers")
struct IdentitiesTests {
    private static let works = ServerID(rawValue: "works")
    private static let club = ServerID(rawValue: "club")
    private static let bob = AccountID(server: .local, user: "bob")
    private static let ada = AccountID(server: works, user: "ada")
    private let providers = [works: FakeProvider(), club: FakeProvider()]

    init() {
        for provider in providers.values {
            provider.setPerson("bob", subject: "b-1", userNames: ["robert"], email: "bob@example.org")
            provider.setPerson("ada", subject: "a-1", userNames: ["ada"], email: "ada@example.org")
        }
    }

    /// Runs a test with a local account `bob`.
    ///
    /// - Parameter linksByEmail: whether The works asks for the account that has the address of a person.
    private func run(
        linksByEmail: Bool = false, _ test: @escaping @Sendable (TestDoor, TestClient) async throws -> Void
    ) async throws {
        var works = Server(id: Self.works, name: "The works", kind: .provider(.oidc))
        works.linksByEmail = linksByEmail
        let servers = [Server(id: .local), works, Server(id: Self.club, name: "The club", kind: .provider(.oidc))]
        try await TestDoor.run(publicFolder: publicFolder, app: AppConfig(servers: servers), providers: providers) {
            door, client in
            _ = try await door.add("bob", email: "bob@example.org")
            try await test(door, client)
        }
    }

    private func begin(_ browser: TestBrowser, _ way: String, _ fields: [(String, String)]) async throws -> String {
        let answer = try await browser.post("/session/provider", [("way", way)] + fields)
        return String(answer.headers[.location]?.fields(separatedBy: "=").last ?? "")
    }

    private func end(_ browser: TestBrowser, _ way: String, _ code: String, _ state: String) async throws
        -> TestResponse
    {
        try await browser.get("/session/provider/\(way)?code=\(code)&state=\(state)")
    }

    /// A login at a provider from its beginning to its end.
    private func logIn(
        _ browser: TestBrowser, at way: String = "works", as code: String, _ fields: [(String, String)] = []
    ) async throws -> TestResponse {
        try await end(browser, way, code, try await begin(browser, way, fields))
    }

    private func identities(_ door: TestDoor, of account: AccountID = bob) async throws -> [ProviderIdentity] {
        try await door.memory.read { try $0.identities(of: account) }
    }

    private func isSignedIn(_ browser: TestBrowser, as account: String) async throws -> Bool {
        try await browser.get("/").text.contains("data-account=\"\(account)\"")
    }

    private static let links = [("links", "local/bob"), ("next", "/account/factors")]

    @Test("an account gets another way to log in, which its person learns by mail")
    func add() async throws {
        try await run { door, client in
            let browser = try await door.browser(client, "bob")
            #expect(try await browser.get("/account/factors").text.contains("Add another server"))
            let page = try await browser.get("/account/factors/providers/new").text
            #expect(page.contains("Log in with The works") && page.contains("Log in with The club"))
            let answer = try await logIn(browser, as: "bob", Self.links)
            #expect(answer.headers[.location] == "/account/factors")
            let list = try await browser.get("/account/factors").text
            #expect(list.contains("You can now log in with The works"))
            #expect(list.contains("bob@example.org") && list.contains("Stop logging") == false)
            #expect(try await identities(door).map(\.label) == ["bob@example.org"])
            #expect(try await door.events(.identityAdded).map(\.account) == [Self.bob])
            #expect(try await door.mails().last == "factorsChanged")
            let other = TestBrowser(client)
            _ = try await logIn(other, as: "bob")
            #expect(try await isSignedIn(other, as: "local/bob"))
            // The details of the account are its own.
            #expect(try await door.account("bob")?.name == "Bob")
        }
    }

    @Test("adding one again changes nothing")
    func addAgain() async throws {
        try await run { door, client in
            let browser = try await door.browser(client, "bob")
            for _ in 1...2 { _ = try await logIn(browser, as: "bob", Self.links) }
            #expect(try await identities(door).count == 1)
            #expect(try await door.events(.identityAdded).count == 1)
        }
    }

    @Test("the identity of another account is not taken from it")
    func taken() async throws {
        try await run { door, client in
            _ = try await logIn(TestBrowser(client), as: "ada")
            let browser = try await door.browser(client, "bob")
            _ = try await logIn(browser, as: "ada", Self.links)
            #expect(try await browser.get("/account/factors").text.contains("Another account here belongs"))
            #expect(try await identities(door) == [])
            #expect(try await identities(door, of: Self.ada).count == 1)
        }
    }

    @Test("nobody adds one to somebody else's account, or without a recent proof")
    func foreign() async throws {
        try await run { door, client in
            let nobody = TestBrowser(client)
            #expect(try await nobody.post("/session/provider", [("way", "works")] + Self.links).status == .unauthorized)
            let ada = TestBrowser(client)
            _ = try await logIn(ada, as: "ada")
            let answer = try await ada.post("/session/provider", [("way", "works")] + Self.links)
            #expect(answer.headers[.location] == "/account/factors/providers/new?next=%2Faccount%2Ffactors")
            // The account changes while the person is at the provider.
            let browser = try await door.browser(client, "bob")
            let state = try await begin(browser, "works", Self.links)
            _ = try await browser.post("/session/end")
            let late = try await end(browser, "works", "bob", state)
            #expect(late.text.contains("This login took too long"))
            let old = try await door.browser(client, "bob")
            door.clock.advance(by: 3_601)
            let refused = try await old.post("/session/provider", [("way", "works")] + Self.links)
            #expect(refused.headers[.location]?.begins(with: "/account/factors/providers/new") == true)
            #expect(try await identities(door) == [])
        }
    }

    @Test("one is removed after a question, and logs in no more")
    func remove() async throws {
        try await run { door, client in
            let browser = try await door.browser(client, "bob")
            _ = try await logIn(browser, as: "bob", Self.links)
            let id = try #require(try await identities(door).first).id
            let path = "/account/factors/providers/remove"
            #expect(try await browser.get("\(path)?id=\(id)").text.contains("Stop logging in with The works?"))
            for _ in 1...2 {
                let answer = try await browser.post(path, [("account", "local/bob"), ("id", id)])
                #expect(answer.status == .seeOther)
            }
            #expect(try await identities(door) == [])
            #expect(try await door.events(.identityRemoved).count == 1)
            let other = TestBrowser(client)
            _ = try await logIn(other, as: "bob")
            #expect(try await isSignedIn(other, as: "local/bob") == false)
        }
    }

    @Test("the last one of an account without a password stays")
    func last() async throws {
        try await run { door, client in
            let browser = TestBrowser(client)
            _ = try await logIn(browser, as: "ada")
            let links = [("links", "works/ada"), ("next", "/account/factors")]
            let path = "/account/factors/providers/remove"
            let first = try #require(try await identities(door, of: Self.ada).first).id
            #expect(try await browser.get("/account/factors").text.contains("identity-\(first)-remove") == false)
            #expect(try await browser.get("\(path)?id=\(first)").text.contains("This is your only way to log in."))
            let fields = [("account", "works/ada"), ("id", first)]
            #expect(try await browser.post(path, fields).status == .conflict)
            _ = try await logIn(browser, at: "club", as: "ada", links)
            #expect(try await identities(door, of: Self.ada).count == 2)
            #expect(try await browser.post(path, fields).status == .seeOther)
            let second = try #require(try await identities(door, of: Self.ada).first).id
            #expect(try await browser.post(path, [("account", "works/ada"), ("id", second)]).status == .conflict)
            let other = TestBrowser(client)
            _ = try await logIn(other, at: "club", as: "ada")
            #expect(try await isSignedIn(other, as: "works/ada"))
        }
    }

    @Test("one that cannot show a new login proves nothing, whatever the form says")
    func noProof() async throws {
        let hub = ServerID(rawValue: "hub")
        let servers = [Server(id: .local), Server(id: hub, name: "The hub", kind: .provider(.github))]
        try await TestDoor.run(
            publicFolder: publicFolder, app: AppConfig(servers: servers), providers: [hub: FakeProvider()]
        ) { door, client in
            _ = try await door.add("bob")
            let browser = try await door.browser(client, "bob")
            let fields = [("way", "hub"), ("proves", "local/bob")]
            #expect(try await browser.post("/session/provider", fields).status == .unprocessableContent)
        }
    }

    @Test("each one that is left proves who the person is")
    func proof() async throws {
        try await run { door, client in
            let browser = try await door.browser(client, "bob")
            _ = try await logIn(browser, at: "club", as: "bob", Self.links)
            door.clock.advance(by: 3_601)
            let question = try await browser.get("/account/factors/providers/new").text
            #expect(question.contains("id=\"prove-at-club\"") && question.contains("type=\"password\""))
            #expect(!question.contains("prove-at-works"))
            let fields = [("proves", "local/bob"), ("next", "/account/factors/providers/new")]
            _ = try await logIn(browser, at: "club", as: "bob", fields)
            let page = try await browser.get("/account/factors/providers/new").text
            #expect(page.contains("add-identity-form"))
        }
    }

    @Test("a person whose address an account has logs in to it first, where the provider is trusted with that")
    func linksByEmail() async throws {
        try await run(linksByEmail: true) { door, client in
            let browser = TestBrowser(client)
            let answer = try await logIn(browser, as: "bob", [("next", "/about")])
            #expect(answer.status == .conflict)
            #expect(answer.text.contains("There is an account with your address already."))
            #expect(answer.text.contains("value=\"/account/factors/providers/new?next=%2Fabout\""))
            #expect(try await identities(door) == [])
            #expect(try await door.memory.account(AccountID(server: Self.works, user: "robert")) == nil)
            #expect(try await browser.signIn("bob").status == .seeOther)
            _ = try await logIn(browser, as: "bob", [("links", "local/bob"), ("next", "/about")])
            let other = TestBrowser(client)
            _ = try await logIn(other, as: "bob")
            #expect(try await isSignedIn(other, as: "local/bob"))
            // Another provider is not trusted with it, and others get accounts as before.
            for (way, person) in [("club", "bob"), ("works", "ada")] {
                let new = TestBrowser(client)
                _ = try await logIn(new, at: way, as: person)
                #expect(try await isSignedIn(new, as: "\(way)/\(person == "bob" ? "robert" : "ada")"))
            }
        }
    }
}
