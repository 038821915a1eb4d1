import Foundation
import HTTPTypes
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("An installation whose accounts are all at gateways")
struct WithoutLocalTests {
    private let gateway = GatewayFixture().gateway

    private func run(
        _ test: @escaping @Sendable (TestDoor, TestClient) async throws -> Void
    ) async throws {
        let url = try #require(URL(string: "https://works.example.org"))
        let works = Server(id: GatewayFixture.works, name: "The works", kind: .gateway(url))
        let sessions = SessionPolicy(servers: [GatewayFixture.works])
        try await TestDoor.run(
            publicFolder: publicFolder, app: AppConfig(registration: .open, servers: [works]),
            gateways: GatewayAccess([GatewayFixture.works: gateway]), policy: AuthPolicy(sessions: sessions), test)
    }

    @Test("creates no account and replaces no password", arguments: ["/setup", "/registration", "/password/reset"])
    func closed(path: String) async throws {
        try await run { door, client in
            let browser = TestBrowser(client)
            #expect(try await browser.get("\(path)?token=\(door.setupToken.value)").status == .notFound)
            #expect(try await browser.post(path, [("email", "a@example.org")]).status == .notFound)
            let cover = try await browser.get("/session/new").text
            #expect(!cover.contains("register-link") && !cover.contains("reset-link"))
        }
    }

    @Test("admits its people, and no local account")
    func signIn() async throws {
        try await run { door, client in
            try await door.add("ada")
            let local = [("username", "ada"), ("password", TestServer.password), ("server", "local")]
            #expect(try await TestBrowser(client).post("/session", local).status == .unprocessableContent)
            let works = try await door.browserAtWork(client)
            #expect(try await works.account() == "works/ada")
        }
    }

    @Test("does not accept a local sign-in from before")
    func before() async throws {
        try await run { door, client in
            try await door.add("ada")
            let identity = RequestIdentity(credentials: BrowserCredentials(token: nil, run: nil))
            let proven = ProvenAccount(
                id: AccountID(server: .local, user: "ada"), proof: .link(), time: door.clock.now())
            let made = try await door.auth.users.signIn(proven, isAutomatic: true, identity: identity)
            let credentials = BrowserCredentials(token: made.token.digest, run: made.run?.digest)
            #expect(try await door.auth.authenticator.identity(credentials).signIn == nil)
        }
    }
}
