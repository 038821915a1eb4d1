import Foundation
import PorticoConfig
import PorticoTestSupport
import Testing

@testable import PorticoAuth

@Suite("Sign-ins at other hosts")
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

    @Test("are those of the browser here, by a code that works once")
    func once() async throws {
        let (_, code) = try await code()
        let (token, signIn) = try #require(try await hosts.redeem(code, at: Self.host, state: Self.state))
        #expect(signIn.account.id.user == "ada")
        #expect(try await self.signIn(token)?.id == signIn.id)
        #expect(try await hosts.redeem(code, at: Self.host, state: Self.state) == nil)
        #expect(try await self.signIn(token)?.id == signIn.id, "a second attempt changes nothing")
        #expect(try await self.signIn(token, at: "shop.example") == nil)
        #expect(try await self.signIn(Token.random()) == nil)
    }

    @Test("are not given again for the same code, written in another way")
    func anotherWay() async throws {
        let (_, code) = try await code()
        #expect(try await hosts.redeem(code, at: Self.host, state: Self.state) != nil)
        for last in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_" {
            let other = code.dropLast() + String(last)
            #expect(try await hosts.redeem(String(other), at: Self.host, state: Self.state) == nil)
        }
        #expect(try await hosts.redeem(code + "=", at: Self.host, state: Self.state) == nil)
    }

    @Test("are not given for the code of another host or browser, a changed one, or one of half a minute ago")
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

    @Test("are given until the last moment, and no more once the sign-in has ended")
    func ended() async throws {
        let (tokens, code) = try await code()
        fixture.clock.advance(by: 29.9)
        _ = try await fixture.authenticator.signOut(try await fixture.identity(tokens))
        #expect(try await hosts.redeem(code, at: Self.host, state: Self.state) == nil)
    }

    @Test("end with the sign-in here, whoever ends it", arguments: ["sign-out", "disabled", "deleted", "expired"])
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

    @Test("are forgotten some time after the sign-in has ended")
    func forgotten() async throws {
        let (tokens, code) = try await code()
        let (token, _) = try #require(try await hosts.redeem(code, at: Self.host, state: Self.state))
        _ = try await fixture.authenticator.signOut(try await fixture.identity(tokens))
        _ = try await fixture.cached.deleteSignIns(lastUsedBefore: .distantPast)
        let isFree = try await fixture.memory.write { transaction in
            try transaction.insertHostSignIn(
                of: 1, at: Self.host, token: token.digest, code: TokenDigest(of: code), time: .distantPast)
        }
        #expect(isFree)
    }
}
