import Foundation
import HTTPTypes
import PorticoAuth
import PorticoBytes
import PorticoConfig
import PorticoFeatures
import PorticoSQL
import PorticoTestSupport
import Testing

@Suite("J1 A login at an identity provider, after its beginning")
struct ProviderSessionTests {
    private static let works = ServerID(rawValue: "works")
    private static let ada = AccountID(server: works, user: "ada")

    private func run(
        _ provider: FakeProvider, policy: AuthPolicy = AuthPolicy(),
        _ test: @escaping @Sendable (TestDoor, TestClient) async throws -> Void
    ) async throws {
        let servers = [Server(id: .local), Server(id: Self.works, name: "The works", kind: .provider(.oidc))]
        try await TestDoor.run(
            publicFolder: publicFolder, app: AppConfig(servers: servers), providers: [Self.works: provider],
            policy: policy
        ) { door, client in
            try await test(door, client)
        }
    }

    /// A browser in which a person has logged in at the provider.
    private func logIn(
        _ client: TestClient, _ provider: FakeProvider, session: ProviderSession,
        _ fields: [(String, String)] = []
    ) async throws -> TestBrowser {
        let browser = TestBrowser(client)
        provider.setPerson("ada", subject: "s-1", userNames: ["ada"], name: "Ada", session: session)
        let begun = try await browser.post("/session/provider", [("way", "works")] + fields)
        let state = try #require(begun.headers[.location]?.fields(separatedBy: "=").last)
        _ = try await browser.get("/session/provider/works?code=ada&state=\(state)")
        return browser
    }

    private func isSignedIn(_ browser: TestBrowser) async throws -> Bool {
        try await browser.get("/").text.contains("data-account=\"works/ada\"")
    }

    private func tell(_ client: TestClient, _ token: String) async throws -> TestResponse {
        try await TestBrowser(client).post("/session/provider/works/logout", [("logout_token", token)], as: .program)
    }

    @Test("ends with the provider's word, in its session or in all of the person, but not if it began later")
    func logout() async throws {
        let provider = FakeProvider()
        try await run(provider) { door, client in
            let time = door.clock.now()
            let first = try await logIn(client, provider, session: ProviderSession(id: "1", issuedAt: time))
            let second = try await logIn(client, provider, session: ProviderSession(id: "2", issuedAt: time))
            let later = try await logIn(client, provider, session: ProviderSession(id: "1", issuedAt: time + 5))
            let unnamed = try await logIn(client, provider, session: ProviderSession(issuedAt: time))
            provider.setLogout("session", session: "1", at: time + 1)
            let answer = try await tell(client, "session")
            #expect(answer.status == .ok && answer.headers[.cacheControl] == "no-store")
            var signedIn: [Bool] = []
            for browser in [first, second, later, unnamed] { signedIn.append(try await isSignedIn(browser)) }
            #expect(signedIn == [false, true, true, true])
            provider.setLogout("unnamed", subject: "s-1", session: "9", at: time + 1)
            _ = try await tell(client, "unnamed")
            #expect(try await isSignedIn(unnamed) == false)
            #expect(try await isSignedIn(second))
            provider.setLogout("person", subject: "s-1", at: time + 6)
            _ = try await tell(client, "person")
            #expect(try await isSignedIn(second) == false)
            #expect(try await isSignedIn(later) == false)
            let events = try await door.memory.events(SecurityEventQuery(kinds: [.sessionEnded]))
            #expect(events.map(\.event.account) == [Self.ada, Self.ada, Self.ada])
            #expect(events.first?.event.detail == "works")
        }
    }

    @Test("that waits for a second factor ends with the provider's word, too")
    func waiting() async throws {
        let provider = FakeProvider()
        try await run(provider) { door, client in
            let time = door.clock.now()
            _ = try await logIn(client, provider, session: ProviderSession(id: "1", issuedAt: time))
            let app = StoredTOTP(sealedSecret: Data([1]), addedAt: time, lastStep: 0)
            try await door.memory.write { try $0.set(app, of: Self.ada) }
            _ = try await logIn(client, provider, session: ProviderSession(id: "2", issuedAt: time))
            #expect(try await door.waitingSignIns() == 1)
            provider.setLogout("other", session: "1", at: time + 1)
            _ = try await tell(client, "other")
            #expect(try await door.waitingSignIns() == 1)
            provider.setLogout("own", subject: "s-1", session: "2", at: time + 1)
            _ = try await tell(client, "own")
            #expect(try await door.waitingSignIns() == 0)
        }
    }

    @Test("goes on after a logout token that does not count, of which one network may send 60 a minute")
    func refusedLogouts() async throws {
        let provider = FakeProvider()
        try await run(provider) { door, client in
            let browser = try await logIn(client, provider, session: ProviderSession(issuedAt: door.clock.now()))
            for _ in 1...60 {
                let answer = try await tell(client, "forged")
                #expect(answer.status == .badRequest && answer.headers[.cacheControl] == "no-store")
                #expect(answer.text.contains("\"error\":\"invalid_request\""))
            }
            #expect(try await tell(client, "forged").status == .tooManyRequests)
            #expect(try await isSignedIn(browser))
            door.clock.advance(by: 61)
            provider.setLogout("right", subject: "s-1", at: door.clock.now())
            for _ in 1...61 { #expect(try await tell(client, "right").status == .ok) }
            #expect(try await isSignedIn(browser) == false)
        }
    }

    @Test("is asked about with its refresh token, which is kept, replaced and ended")
    func refresh() async throws {
        let provider = FakeProvider(rechecks: true)
        try await run(provider) { door, client in
            let session = ProviderSession(id: "1", issuedAt: door.clock.now(), refreshToken: "r-1")
            let browser = try await logIn(client, provider, session: session)
            #expect(try await isSignedIn(browser))
            #expect(provider.refreshed == [])
            door.clock.advance(by: 301)
            let person = ProviderPerson(subject: "s-1", userNames: [], name: "Ada King")
            provider.setRefresh("r-1", .success(ProviderRefresh(token: "r-2", person: person)))
            #expect(try await isSignedIn(browser))
            #expect(try await isSignedIn(browser))
            #expect(try await door.memory.account(Self.ada)?.name == "Ada King")
            door.clock.advance(by: 301)
            provider.setRefresh("r-2", .success(ProviderRefresh()))
            #expect(try await isSignedIn(browser))
            #expect(provider.refreshed == ["r-1", "r-2"])
            try await door.auth.gatewayTokens.end()
            #expect(provider.revoked == [])
            _ = try await browser.post("/session/end")
            try await door.auth.gatewayTokens.end()
            #expect(provider.revoked == ["r-2"])
        }
    }

    @Test("ends if the provider refuses its refresh token, or names another person")
    func refusedRefresh() async throws {
        for answer in [
            Result<ProviderRefresh, GatewayError>.failure(.refused(.credentials)),
            .success(ProviderRefresh(person: ProviderPerson(subject: "s-2", userNames: []))),
        ] {
            let provider = FakeProvider(rechecks: true)
            try await run(provider) { door, client in
                let session = ProviderSession(issuedAt: door.clock.now(), refreshToken: "r-1")
                let browser = try await logIn(client, provider, session: session)
                provider.setRefresh("r-1", answer)
                door.clock.advance(by: 301)
                #expect(try await isSignedIn(browser) == false)
                #expect(try await door.auth.authenticator.sessions().isEmpty)
            }
        }
    }

    @Test("lasts a day while the provider is down, and goes on when it is back; a new refresh token is never lost")
    func unreachable() async throws {
        let provider = FakeProvider(rechecks: true)
        try await run(provider) { door, client in
            let session = ProviderSession(issuedAt: door.clock.now(), refreshToken: "r-1")
            let browser = try await logIn(client, provider, session: session, [("remember", "on")])
            var broken = ProviderRefresh(token: "r-2")
            broken.problem = .invalidAnswer(.invalid("id_token.iss"))
            provider.setRefresh("r-1", .success(broken))
            door.clock.advance(by: 301)
            #expect(try await isSignedIn(browser))
            door.clock.advance(by: 86_400)
            #expect(try await isSignedIn(browser) == false)
            #expect(try await door.auth.authenticator.sessions().count == 1)
            provider.setRefresh("r-2", .success(ProviderRefresh()))
            try await door.auth.gatewaySignIns.recheck()
            #expect(try await isSignedIn(browser))
            #expect(provider.refreshed == ["r-1", "r-2"])
        }
    }

    @Test("is asked about by one server at a time")
    func turns() async throws {
        let provider = FakeProvider(rechecks: true)
        try await run(provider) { door, client in
            let session = ProviderSession(issuedAt: door.clock.now(), refreshToken: "r-1")
            let browser = try await logIn(client, provider, session: session, [("remember", "on")])
            let id = try #require(try await door.auth.authenticator.sessions().first?.signIn.id)
            door.clock.advance(by: 301)
            let now = door.clock.now()
            // Another server asks.
            #expect(try await door.memory.write { try $0.claimCheck(of: id, until: now + 60, at: now) })
            #expect(try await isSignedIn(browser))
            #expect(provider.refreshed == [])
            // It has crashed.
            door.clock.advance(by: 60)
            provider.setRefresh("r-1", .success(ProviderRefresh()))
            #expect(try await isSignedIn(browser))
            #expect(provider.refreshed == ["r-1"])
            // Nobody has confirmed the sign-in for a day.
            door.clock.advance(by: 86_400)
            let later = door.clock.now()
            #expect(try await door.memory.write { try $0.claimCheck(of: id, until: later + 60, at: later) })
            #expect(try await isSignedIn(browser) == false)
            try await door.memory.write { try $0.releaseCheck(of: id) }
            try await door.auth.gatewaySignIns.recheck()
            #expect(try await isSignedIn(browser))
        }
    }

    @Test("keeps the refresh token while another login needs the same session at the provider")
    func sharedSession() async throws {
        let provider = FakeProvider(rechecks: true)
        try await run(provider) { door, client in
            let time = door.clock.now()
            let browser = try await logIn(
                client, provider, session: ProviderSession(id: "1", issuedAt: time, refreshToken: "r-1"))
            _ = try await logIn(
                client, provider, session: ProviderSession(id: "1", issuedAt: time, refreshToken: "r-2"))
            _ = try await browser.post("/session/end")
            try await door.auth.gatewayTokens.end()
            #expect(provider.revoked == [])
        }
    }

    @Test("ends at the provider, too, where that is wanted, with and without script")
    func logsOut() async throws {
        let provider = FakeProvider(logsOut: true)
        try await run(provider) { door, client in
            let session = ProviderSession(issuedAt: door.clock.now(), idToken: "id-1")
            let browser = try await logIn(client, provider, session: session)
            let answer = try await browser.post("/session/end")
            #expect(answer.headers[.location] == "https://provider.example/logout?hint=id-1")
            #expect(try await isSignedIn(browser) == false)
            let second = try await logIn(client, provider, session: session)
            provider.fail(.unreachable)
            #expect(try await second.post("/session/end").headers[.location]?.begins(with: "/session/new") == true)
            #expect(try await isSignedIn(second) == false)
        }
    }

    @Test("proves the second factor where the provider is trusted with it")
    func trustedFactor() async throws {
        let provider = FakeProvider()
        var policy = AuthPolicy()
        policy.secondFactor = .all
        try await run(provider, policy: policy) { door, client in
            let time = door.clock.now()
            let session = ProviderSession(issuedAt: time, provesFactor: true)
            let browser = try await logIn(client, provider, session: session)
            #expect(try await isSignedIn(browser))
            let signIn = try #require(try await door.auth.authenticator.sessions().first?.signIn)
            #expect(signIn.factor == .provider && signIn.factorAt == signIn.since)
            #expect(door.auth.authenticator.proof(of: signIn) == .secondFactor)
            let app = StoredTOTP(sealedSecret: Data([1]), addedAt: time, lastStep: 0)
            try await door.memory.write { try $0.set(app, of: Self.ada) }
            #expect(try await isSignedIn(try await logIn(client, provider, session: session)))
            let other = try await logIn(client, provider, session: ProviderSession(issuedAt: time))
            #expect(try await isSignedIn(other) == false)
        }
    }

    @Test("is called by the provider's name where people see their logins, and in the mail about a new browser")
    func way() async throws {
        let provider = FakeProvider()
        try await run(provider) { door, client in
            let session = ProviderSession(issuedAt: door.clock.now())
            let browser = try await logIn(client, provider, session: session)
            for page in ["/account/sessions", "/account/activity"] {
                #expect(try await browser.get(page).text.contains("Logged in with The works"))
            }
            let events = try await door.memory.events(SecurityEventQuery(kinds: [.signedIn]))
            #expect(events.map(\.event.detail) == ["provider works"])
        }
    }
}

extension TestDoor {
    /// The number of sign-ins that wait for a second factor.
    fileprivate func waitingSignIns() async throws -> Int? {
        try await database.read {
            try $0.rows("SELECT count(*) AS number FROM pending_sign_ins", []).first?.value("number")
        }
    }
}
