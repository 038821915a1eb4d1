import Foundation
import PorticoAuth
import PorticoTestSupport
import Testing

@Suite("The last use of sign-ins", .everyEngine)
struct UseRecorderTests {
    private let auth = AuthFixture()

    private func lastSeen(_ tokens: BrowserTokens) async throws -> Date? {
        try await auth.memory.browser(tokens.token.digest)?.signIns.last?.lastSeen
    }

    @Test("is written for many sign-ins at once, never while a page is read")
    func batched() async throws {
        try await auth.addAccount()
        try await auth.addAccount("bob")
        let sessions = [try await auth.signIn(), try await auth.signIn("bob")]
        let before = auth.store.writes
        for _ in 0..<10 {
            auth.clock.advance(by: 61)
            for tokens in sessions { _ = try await auth.identity(tokens) }
        }
        #expect(auth.store.writes == before)
        try await auth.uses.flush()
        #expect(auth.store.writes == before + 1)
        for tokens in sessions { #expect(try await lastSeen(tokens) == auth.clock.now()) }
    }

    @Test("is recorded from the first request, so that sign-ins end if the browser has lost or replaced their token")
    func held() async throws {
        try await auth.addAccount()
        let parallel = [try await auth.signIn(), try await auth.signIn()]
        _ = try await auth.identity(parallel[0])
        try await auth.uses.flush()
        try await auth.cached.endSignIns(notHeldSince: auth.clock.now(), at: auth.clock.now())
        #expect(try await auth.identity(parallel[0]).signIn != nil)
        #expect(try await auth.identity(parallel[1]).signIn == nil)
    }

    @Test("is read from the store by another server before it treats a sign-in as expired")
    func otherServer() async throws {
        try await auth.addAccount()
        let tokens = try await auth.signIn()
        let other = auth.restarted()
        let credentials = BrowserCredentials(token: tokens.token.digest, run: tokens.run?.digest)
        let signIn = try #require(try await other.authenticator.identity(credentials).signIn)
        auth.clock.advance(by: 11 * 3600)
        _ = try await auth.identity(tokens)
        try await auth.uses.flush()
        auth.clock.advance(by: 2 * 3600)
        #expect(try await other.authenticator.isActive(signIn.id, in: tokens.token.digest))
        #expect(try await other.authenticator.identity(credentials).signIn != nil)
        auth.clock.advance(by: 13 * 3600)
        #expect(try await other.authenticator.identity(credentials).signIn == nil)
        let cost = try await auth.reads { _ = try await other.authenticator.identity(credentials) }
        #expect(cost == 0)
    }

    @Test("is not written again without a new use")
    func nothingToWrite() async throws {
        try await auth.addAccount()
        let tokens = try await auth.signIn()
        auth.clock.advance(by: 61)
        _ = try await auth.identity(tokens)
        try await auth.uses.flush()
        let before = auth.store.writes
        try await auth.uses.flush()
        #expect(auth.store.writes == before)
    }

    @Test("is recorded to the minute")
    func resolution() async throws {
        try await auth.addAccount()
        let tokens = try await auth.signIn()
        _ = try await auth.identity(tokens)
        try await auth.uses.flush()
        let before = auth.store.writes
        auth.clock.advance(by: 59)
        _ = try await auth.identity(tokens)
        try await auth.uses.flush()
        #expect(auth.store.writes == before)
    }

    @Test("is precise enough if sign-ins end after a minute without use")
    func shortIdle() async throws {
        let auth = AuthFixture(policy: AuthPolicy(sessions: SessionPolicy(idle: 60)))
        try await auth.addAccount()
        let tokens = try await auth.signIn()
        for _ in 0..<3 {
            auth.clock.advance(by: 50)
            #expect(try await !auth.identity(tokens).needsAuthentication)
        }
        auth.clock.advance(by: 60)
        #expect(try await auth.identity(tokens).needsAuthentication)
    }

    @Test("is kept for the next attempt if the store does not accept it")
    func storeDown() async throws {
        try await auth.addAccount()
        let tokens = try await auth.signIn()
        auth.clock.advance(by: 61)
        let used = auth.clock.now()
        _ = try await auth.identity(tokens)
        auth.store.setDown(true)
        await #expect(throws: FaultyAuthStore.Down.self) { try await auth.uses.flush() }
        auth.store.setDown(false)
        try await auth.uses.flush()
        #expect(try await lastSeen(tokens) == used)
    }

    @Test("keeps a sign-in alive at once, before it is written", arguments: [0, 100])
    func countsAtOnce(cacheCapacity: Int) async throws {
        let auth = AuthFixture(cacheCapacity: cacheCapacity)
        try await auth.addAccount()
        let tokens = try await auth.signIn()
        auth.clock.advance(by: 11 * 3600)
        #expect(try await !auth.identity(tokens).needsAuthentication)
        // As after a write by another process.
        auth.cached.invalidate()
        auth.clock.advance(by: 11 * 3600)
        #expect(try await !auth.identity(tokens).needsAuthentication)
        auth.clock.advance(by: 12 * 3600)
        #expect(try await auth.identity(tokens).needsAuthentication)
    }

    @Test("is not lost if a newer use comes during the write")
    func usedWhileWritten() async throws {
        try await auth.addAccount()
        let tokens = try await auth.signIn()
        auth.clock.advance(by: 61)
        _ = try await auth.identity(tokens)
        auth.store.pauseNextTransaction { [auth] in
            auth.clock.advance(by: 61)
            _ = try await auth.identity(tokens)
        }
        try await auth.uses.flush()
        try await auth.uses.flush()
        #expect(try await lastSeen(tokens) == auth.clock.now())
    }

    @Test("is not recorded for a sign-in that has expired")
    func expired() async throws {
        try await auth.addAccount()
        let tokens = try await auth.signIn()
        _ = try await auth.identity(tokens)
        try await auth.uses.flush()
        let before = auth.store.writes
        auth.clock.advance(by: 12 * 3600)
        _ = try await auth.identity(tokens)
        try await auth.uses.flush()
        #expect(auth.store.writes == before)
    }
}
