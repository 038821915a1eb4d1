import Foundation
import PorticoConfig
import PorticoTestSupport
import Testing

@testable import PorticoAuth

@Suite("Sign-ins at other hosts", .everyEngine)
struct HostSignInsTests {
    private let fixture = AuthFixture()
    private var hosts: HostSignIns { fixture.services.hostSignIns }
    private static let host = "app.example"
    private static let state = Token.random().value

    /// ada's tokens here, and a code for the host.
    private func code(automatic: Bool = false) async throws -> (BrowserTokens, String) {
        try await fixture.addAccount()
        let tokens = try await fixture.signIn(isAutomatic: automatic)
        let signIn = try #require(try await fixture.identity(tokens).signIn)
        return (tokens, try hosts.code(for: signIn, at: Self.host, state: HostSignIns.digest(of: Self.state)))
    }

    private func signIn(_ token: Token, at host: String = host) async throws -> SignIn? {
        try await hosts.signIn(token.digest, at: host, client: Client())
    }

    @Test("are those of the browser here, through a code that works once")
    func once() async throws {
        let (_, code) = try await code()
        let (token, signIn) = try #require(try await hosts.redeem(code, at: Self.host, state: Self.state))
        #expect(signIn.account.id.user == "ada")
        #expect(try await self.signIn(token)?.id == signIn.id)
        #expect(try await hosts.redeem(code, at: Self.host, state: Self.state) == nil)
        #expect(try await self.signIn(token)?.id == signIn.id, "a second attempt to end it changes nothing")
        #expect(try await self.signIn(token, at: "shop.example") == nil)
        #expect(try await self.signIn(Token.random()) == nil)
    }

    @Test("are not issued again for the same code in another spelling")
    func anotherWay() async throws {
        let (_, code) = try await code()
        #expect(try await hosts.redeem(code, at: Self.host, state: Self.state) != nil)
        for last in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_" {
            let other = code.dropLast() + String(last)
            #expect(try await hosts.redeem(String(other), at: Self.host, state: Self.state) == nil)
        }
        #expect(try await hosts.redeem(code + "=", at: Self.host, state: Self.state) == nil)
    }

    @Test("are not issued for the code of another host or browser, a changed code, or one half a minute old")
    func refused() async throws {
        let (_, code) = try await code()
        #expect(try await hosts.redeem(code, at: "shop.example", state: Self.state) == nil)
        #expect(try await hosts.redeem(code, at: Self.host, state: Token.random().value) == nil)
        #expect(try await hosts.redeem(code, at: Self.host, state: "") == nil)
        #expect(try await hosts.redeem(String(code.dropLast(2)) + "AA", at: Self.host, state: Self.state) == nil)
        for text in ["", "=", "?", "A"] {
            #expect(try await hosts.redeem(text, at: Self.host, state: Self.state) == nil)
        }
        fixture.clock.advance(by: 30)
        #expect(try await hosts.redeem(code, at: Self.host, state: Self.state) == nil)
    }

    @Test("are issued until the last moment, and not after the sign-in has ended")
    func ended() async throws {
        let (tokens, code) = try await code()
        fixture.clock.advance(by: 29.9)
        _ = try await fixture.authenticator.signOut(try await fixture.identity(tokens))
        #expect(try await hosts.redeem(code, at: Self.host, state: Self.state) == nil)
    }

    @Test("end with the sign-in here, however it ends", arguments: ["sign-out", "disabled", "deleted", "expired"])
    func end(by what: String) async throws {
        let (tokens, code) = try await code()
        let (token, signIn) = try #require(try await hosts.redeem(code, at: Self.host, state: Self.state))
        #expect(try await self.signIn(token) != nil)
        switch what {
        case "sign-out": _ = try await fixture.authenticator.signOut(try await fixture.identity(tokens))
        case "disabled": try await fixture.directory.setDisabled(true, signIn.account.id)
        case "deleted": try await fixture.directory.delete(signIn.account.id)
        default: fixture.clock.advance(by: AuthPolicy().sessions.idle)
        }
        #expect(try await self.signIn(token) == nil)
    }

    @Test("stay when the browser gets another token here, and count as a use of the sign-in")
    func goesOn() async throws {
        let (tokens, code) = try await code(automatic: true)
        let (token, _) = try #require(try await hosts.redeem(code, at: Self.host, state: Self.state))
        #expect(try await signIn(token) != nil)
        let identity = try await fixture.identity(tokens)
        let proof = try await fixture.authenticator.prove(password: AuthFixture.password, identity: identity)
        _ = try await fixture.authenticator.reauthenticate(proof, identity: identity)
        fixture.clock.advance(by: 600)
        let used = try #require(try await signIn(token))
        #expect(used.lastSeen == fixture.clock.now())
        try await fixture.uses.flush()
        let stored = try await fixture.memory.signIns(of: used.account.id)
        #expect(stored.map(\.signIn.lastSeen) == [fixture.clock.now()])
    }

    @Test(
        "are refused for a code that another browser has used",
        arguments: [Token.random().value, "", nil])
    func broughtByAnother(state: String?) async throws {
        let (_, code) = try await code()
        #expect(try await hosts.redeem(code, at: Self.host, state: state) == nil)
        #expect(try await hosts.redeem(code, at: Self.host, state: Self.state) == nil)
    }

    @Test("outlive the browser's run only with automatic sign-in", arguments: [100, 0])
    func automatic(cacheCapacity: Int) async throws {
        let fixture = AuthFixture(cacheCapacity: cacheCapacity)
        let hosts = fixture.services.hostSignIns
        try await fixture.addAccount()
        let tokens = try await fixture.signIn(isAutomatic: true)
        func given() async throws -> (token: Token, signIn: SignIn) {
            let signIn = try #require(try await fixture.identity(tokens).signIn)
            let code = try hosts.code(for: signIn, at: Self.host, state: HostSignIns.digest(of: Self.state))
            return try #require(try await hosts.redeem(code, at: Self.host, state: Self.state))
        }
        func works(_ token: Token) async throws -> Bool {
            try await hosts.signIn(token.digest, at: Self.host, client: Client()) != nil
        }
        let lasting = try await given()
        #expect(lasting.signIn.isAutomatic)
        #expect(try await works(lasting.token))
        _ = try await fixture.users.setAutomatic(false, identity: try await fixture.identity(tokens))
        #expect(try await !works(lasting.token), "its cookie would outlive the run")
        let ofRun = try await given()
        #expect(!ofRun.signIn.isAutomatic)
        #expect(try await works(ofRun.token))
        _ = try await fixture.users.setAutomatic(true, identity: try await fixture.identity(tokens))
        #expect(try await works(ofRun.token))
    }

    enum Change: CaseIterable {
        case password, ownPassword, elsewhere, otherSignIns, signOutOfIt, signOutOfAnother, another, newRun, link, proof

        var isEnd: Bool {
            switch self {
            case .password, .elsewhere, .signOutOfIt, .newRun, .link: true
            case .ownPassword, .otherSignIns, .signOutOfAnother, .another, .proof: false
            }
        }
    }

    @Test("end with every change that ends the sign-in, and with no other", arguments: Change.allCases, [100, 0])
    func changes(change: Change, cacheCapacity: Int) async throws {
        let fixture = AuthFixture(cacheCapacity: cacheCapacity)
        let hosts = fixture.services.hostSignIns
        for name in ["ada", "bob"] { try await fixture.addAccount(name) }
        let bobs = try await fixture.signIn("bob")
        let tokens = try await fixture.signIn(as: try await fixture.identity(bobs))
        let identity = try await fixture.identity(tokens, run: bobs.run)
        let signIn = try #require(identity.signIn)
        #expect(signIn.account.id == .ada)
        let code = try hosts.code(for: signIn, at: Self.host, state: HostSignIns.digest(of: Self.state))
        let (token, _) = try #require(try await hosts.redeem(code, at: Self.host, state: Self.state))
        #expect(try await hosts.signIn(token.digest, at: Self.host, client: Client()) != nil)
        try await make(change, in: fixture, identity, signIn)
        let isThere = try await hosts.signIn(token.digest, at: Self.host, client: Client()) != nil
        #expect(isThere == !change.isEnd)
    }

    private func make(
        _ change: Change, in fixture: AuthFixture, _ identity: RequestIdentity, _ signIn: SignIn
    ) async throws {
        let others = try #require(identity.browser?.signIns.first { $0.id != signIn.id })
        switch change {
        case .password: try await fixture.directory.setPassword(AuthFixture.otherPassword, of: .ada)
        case .ownPassword:
            _ = try await fixture.services.passwords.change(
                from: AuthFixture.password, to: AuthFixture.otherPassword, endsOthers: true, identity: identity)
        case .elsewhere: try await fixture.users.endSignIns(.all, of: .ada, client: Client())
        case .otherSignIns: try await fixture.users.endSignIns(.allBut(signIn.id), of: .ada, client: Client())
        case .signOutOfIt: _ = try await fixture.authenticator.signOut(identity, of: signIn.id)
        case .signOutOfAnother: _ = try await fixture.authenticator.signOut(identity, of: others.id)
        case .another: try await fixture.users.select(others.id, identity: identity)
        case .newRun:
            let withoutRun = BrowserCredentials(token: identity.credentials.token, run: nil)
            _ = try await fixture.signIn("bob", as: try await fixture.authenticator.identity(withoutRun))
        case .link:
            let secret = Token.random()
            let link = OneTimeLink(
                .endSignIn, account: .ada, email: try address("ada@example.org"), signIn: signIn.id,
                expiresAt: fixture.clock.now() + 60)
            try await fixture.cached.add(link, tokens: [secret.digest])
            try await fixture.users.endSignIn(link, token: secret.value, client: Client())
        case .proof:
            let proof = try await fixture.authenticator.prove(password: AuthFixture.password, identity: identity)
            _ = try await fixture.authenticator.reauthenticate(proof, identity: identity)
        }
    }

    @Test("are deleted some time after the sign-in has ended")
    func forgotten() async throws {
        let (tokens, code) = try await code()
        let (token, _) = try #require(try await hosts.redeem(code, at: Self.host, state: Self.state))
        _ = try await fixture.authenticator.signOut(try await fixture.identity(tokens))
        _ = try await fixture.cached.deleteSignIns(lastUsedBefore: .distantPast)
        let isFree = try await fixture.memory.write { transaction in
            try transaction.insertHostSignIn(
                of: 1, at: Self.host, token: token.digest, code: TokenDigest(of: code), isAutomatic: false,
                time: .distantPast)
        }
        #expect(isFree)
    }
}
