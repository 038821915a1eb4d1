import Foundation
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

extension AuthFixture {
    /// The identity of a browser with the maximum number of signed-in accounts: `p1` and so on.
    func fullBrowser() async throws -> RequestIdentity {
        var identity = Self.stranger
        var run: Token?
        for number in 1...5 {
            try await addAccount("p\(number)")
            let tokens = try await signIn("p\(number)", as: identity)
            run = tokens.run ?? run
            identity = try await self.identity(tokens, run: run)
        }
        return identity
    }

    /// The scopes of each change that `work` publishes.
    func changed(_ work: () async throws -> Void) async throws -> [Set<ConfigChange.Scope>] {
        let observed = changes.observe()
        try await work()
        let end = ConfigChange(scope: .installation, keys: ["end"])
        changes.publish(end)
        var scopes: [Set<ConfigChange.Scope>] = []
        for await change in observed {
            if change == end { break }
            scopes.append(Set(change.keys.keys))
        }
        return scopes
    }
}

@Suite("A10 Several accounts in one browser", .everyEngine)
struct ProfilesTests {
    private let auth = AuthFixture()

    private func names(_ identity: RequestIdentity) -> [String] {
        auth.authenticator.profiles(of: identity).map(\.account.id.user)
    }

    @Test("are five at most; the sixth is refused and the others stay")
    func limit() async throws {
        let identity = try await auth.fullBrowser()
        #expect(names(identity) == ["p1", "p2", "p3", "p4", "p5"])
        try await auth.addAccount()
        await #expect(throws: AuthError.tooManyAccounts) { try await auth.signIn(as: identity) }
        let later = try await auth.authenticator.identity(identity.credentials)
        #expect(names(later).count == 5)
        #expect(later.signIn?.account.id.user == "p5")
    }

    @Test("leave room for another once they have expired")
    func expired() async throws {
        let identity = try await auth.fullBrowser()
        try await auth.addAccount()
        auth.clock.advance(by: 25 * 3600)
        let later = try await auth.authenticator.identity(identity.credentials)
        #expect(names(later).isEmpty)
        let tokens = try await auth.signIn(as: later)
        let run = tokens.run?.digest ?? identity.credentials.run
        let now = try await auth.authenticator.identity(BrowserCredentials(token: tokens.token.digest, run: run))
        #expect(names(now) == ["ada"])
    }

    @Test("are counted once each: signing in again to one of five takes no place")
    func again() async throws {
        let identity = try await auth.fullBrowser()
        let tokens = try await auth.signIn("p2", as: identity)
        let credentials = BrowserCredentials(token: tokens.token.digest, run: identity.credentials.run)
        let later = try await auth.authenticator.identity(credentials)
        #expect(names(later).count == 5)
        #expect(later.signIn?.account.id.user == "p2")
    }

    @Test("have the last selected one as the current one; that is published once")
    func select() async throws {
        let identity = try await auth.fullBrowser()
        let first = try #require(auth.authenticator.profiles(of: identity).first)
        let scopes = try await auth.changed { try await auth.users.select(first.id, identity: identity) }
        #expect(scopes == [[.browser(try #require(identity.browser).id)]])
        let later = try await auth.authenticator.identity(identity.credentials)
        #expect(later.signIn?.account.id.user == "p1")
    }

    @Test("cannot be selected in another browser")
    func foreign() async throws {
        let identity = try await auth.fullBrowser()
        try await auth.addAccount()
        let other = try await auth.identity(auth.signIn())
        await #expect(throws: AuthError.signInEnded) {
            try await auth.users.select(try #require(other.signIn).id, identity: identity)
        }
    }

    @Test("stay if the person signs out of one; signing out of all leaves none")
    func signOut() async throws {
        let identity = try await auth.fullBrowser()
        let tokens = try #require(try await auth.authenticator.signOut(identity, of: identity.signIn?.id))
        let credentials = BrowserCredentials(token: tokens.token.digest, run: identity.credentials.run)
        let later = try await auth.authenticator.identity(credentials)
        #expect(names(later) == ["p1", "p2", "p3", "p4"])
        #expect(later.signIn?.account.id.user == "p4")
        let last = try #require(try await auth.authenticator.signOut(later))
        let none = try await auth.authenticator.identity(
            BrowserCredentials(token: last.token.digest, run: identity.credentials.run))
        #expect(names(none).isEmpty)
        #expect(
            try await auth.events(.signedOut).compactMap(\.account?.user).sorted() == ["p1", "p2", "p3", "p4", "p5"])
    }

    @Test("7.5.1 have separate proofs")
    func proof() async throws {
        let identity = try await auth.fullBrowser()
        auth.clock.advance(by: 600)
        let tokens = try await auth.signIn("p5", as: identity)
        let credentials = BrowserCredentials(token: tokens.token.digest, run: identity.credentials.run)
        let later = try await auth.authenticator.identity(credentials)
        let proven = auth.authenticator.profiles(of: later).filter(auth.authenticator.isRecentlyAuthenticated)
        #expect(proven.map(\.account.id.user) == ["p5"])
    }
}
