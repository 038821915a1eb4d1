import Foundation
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("B2 E8 The one path of every sign-in and sign-out", .everyEngine)
struct UserManagerTests {
    private let auth = AuthFixture()

    @Test("publishes one change for a sign-in and one for a sign-out, and none for a failure")
    func oneChange() async throws {
        try await auth.addAccount()
        let observed = auth.changes.observe()
        let tokens = try await auth.signIn()
        let identity = try await auth.identity(tokens)
        _ = try? await auth.signIn(password: "wrong")
        auth.store.setDown(true)
        _ = try? await auth.authenticator.signOut(identity)
        auth.store.setDown(false)
        _ = try await auth.authenticator.signOut(identity)
        let end = ConfigChange(scope: .installation, keys: ["end"])
        auth.changes.publish(end)
        var seen: [ConfigChange] = []
        for await change in observed {
            if change == end { break }
            seen.append(change)
        }
        let browser = try #require(identity.browser).id
        let account = try #require(identity.signIn).account.id
        let expected = ConfigChange([
            .browser(browser): [UserConfig.currentAccountKey], .person(account): [UserConfig.sessionsKey],
        ])
        #expect(seen == [expected, expected])
    }

    @Test("has stored everything before it publishes")
    func storedBeforePublished() async throws {
        try await auth.addAccount()
        var observed = auth.changes.observe().makeAsyncIterator()
        let tokens = try await auth.signIn()
        _ = await observed.next()
        #expect(try await auth.memory.browser(tokens.token.digest)?.signIns.count == 1)
    }

    @Test("7.2.4 gives a new token at every sign-in and sign-out, and the old one is dead")
    func newTokens() async throws {
        try await auth.addAccount()
        try await auth.addAccount("bob")
        let first = try await auth.signIn()
        let second = try await auth.signIn(as: auth.identity(first))
        let third = try await auth.signIn("bob", as: auth.identity(second, run: first.run))
        let fourth = try #require(
            try await auth.authenticator.signOut(auth.identity(third, run: first.run)))
        let values = [first, second, third, fourth].map(\.token.value)
        #expect(Set(values).count == 4)
        for dead in [first, second, third] {
            #expect(try await auth.identity(dead, run: first.run).browser == nil)
        }
        let after = try await auth.identity(fourth, run: first.run)
        #expect(after.browser != nil)
        #expect(after.needsAuthentication)
    }

    @Test("7.2.4 never adopts a token that it did not issue")
    func unknownToken() async throws {
        try await auth.addAccount()
        let chosen = "chosen-by-an-attacker"
        let digest = TokenDigest(of: chosen)
        let credentials = BrowserCredentials(token: digest, run: digest)
        let identity = try await auth.authenticator.identity(credentials)
        let tokens = try await auth.signIn(as: identity)
        #expect(tokens.token.value != chosen)
        #expect(tokens.run?.value != chosen)
        #expect(tokens.run != nil)
        #expect(try await auth.memory.browser(digest) == nil)
    }

    @Test("keeps the run that another sign-in of the browser needs, and otherwise begins another one")
    func runs() async throws {
        try await auth.addAccount()
        try await auth.addAccount("bob")
        let first = try await auth.signIn()
        let again = try await auth.signIn(as: auth.identity(first))
        #expect(first.run != nil)
        #expect(again.run != nil)
        let beside = try await auth.signIn("bob", as: auth.identity(again))
        #expect(beside.run == nil)
        let restarted = RequestIdentity(
            credentials: BrowserCredentials(token: beside.token.digest, run: nil),
            browser: try await auth.memory.browser(beside.token.digest))
        #expect(try await auth.signIn(as: restarted).run != nil)
    }

    @Test("signs nobody in to an account that was disabled meanwhile")
    func disabledMeanwhile() async throws {
        let id = try await auth.addAccount().id
        try await auth.directory.setDisabled(true, id)
        let proven = ProvenAccount(id: id, proof: .link(), time: auth.clock.now())
        await #expect(throws: AuthError.wrongCredentials) {
            try await auth.users.signIn(proven, isAutomatic: false, identity: AuthFixture.stranger)
        }
    }

    @Test("turns automatic sign-in on and off, also for a restarted browser")
    func automatic() async throws {
        try await auth.addAccount()
        let tokens = try await auth.signIn(isAutomatic: true)
        let restarted = try await auth.authenticator.identity(
            BrowserCredentials(token: tokens.token.digest, run: nil))
        let run = try #require(try await auth.users.setAutomatic(false, identity: restarted))
        #expect(try await auth.identity(tokens).needsAuthentication, "the run from before the restart is over")
        let now = BrowserCredentials(token: tokens.token.digest, run: run.digest)
        let identity = try await auth.authenticator.identity(now)
        #expect(identity.signIn?.isAutomatic == false)
        _ = try await auth.users.setAutomatic(true, identity: identity)
        let later = BrowserCredentials(token: tokens.token.digest, run: nil)
        #expect(try await auth.authenticator.identity(later).signIn?.isAutomatic == true)
    }

    @Test("changes nothing for a visitor after the sign-in has ended")
    func ended() async throws {
        try await auth.addAccount()
        let identity = try await auth.identity(auth.signIn())
        _ = try await auth.authenticator.signOut(identity)
        await #expect(throws: AuthError.signInEnded) {
            try await auth.users.setAutomatic(true, identity: identity)
        }
        await #expect(throws: AuthError.signInEnded) {
            try await auth.users.setAutomatic(true, identity: AuthFixture.stranger)
        }
    }

    @Test("has no sign-in of a stranger to end")
    func strangerSignsOut() async throws {
        #expect(try await auth.authenticator.signOut(AuthFixture.stranger) == nil)
        #expect(auth.store.writes == 0)
    }
}
