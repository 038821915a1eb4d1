import Foundation
import PorticoConfig
import PorticoTestSupport
import Testing

@testable import PorticoAuth

@Suite("Drafts", .everyEngine)
struct DraftsTests {
    private let fixture = AuthFixture()
    private var drafts: Drafts { fixture.services.drafts }
    private static let ada = AccountID(server: .local, user: "ada")
    private static let draft = Draft(
        account: ada, path: "/profile",
        fields: [.init("name", "Countess"), .init("note", "a\r\nb"), .init("note", "")], files: ["photo"])

    @Test("are given back to the same account in the same browser, for an hour")
    func hour() async throws {
        let browser = try await browser()
        let secret = try #require(try await drafts.keep(Self.draft, of: browser))
        fixture.clock.advance(by: 3599)
        #expect(try await drafts.draft(secret.value, in: browser, of: Self.ada) == Self.draft)
        fixture.clock.advance(by: 1)
        #expect(try await drafts.draft(secret.value, in: browser, of: Self.ada) == nil)
    }

    @Test("are not given to another account, to another browser or for another secret")
    func others() async throws {
        let browser = try await browser()
        try await fixture.addAccount("bob")
        let bob = AccountID(server: .local, user: "bob")
        let other = try #require(try await fixture.identity(try await fixture.signIn("bob")).browser?.id)
        let secret = try #require(try await drafts.keep(Self.draft, of: browser))
        #expect(try await drafts.draft(secret.value, in: browser, of: bob) == nil)
        #expect(try await drafts.draft(secret.value, in: other, of: Self.ada) == nil)
        #expect(try await drafts.draft(Token.random().value, in: browser, of: Self.ada) == nil)
        #expect(try await drafts.draft("", in: browser, of: Self.ada) == nil)
        #expect(try await drafts.keep(Self.draft, of: other) == nil, "Ada was never there")
    }

    @Test("are not kept where they are too large")
    func large() async throws {
        let browser = try await browser()
        let keep = { (fields: [Draft.Field]) in
            try await drafts.keep(
                Draft(account: Self.ada, path: "/p", fields: fields), of: browser) != nil
        }
        #expect(try await keep([.init("a", String(repeating: "é", count: 8191)), .init("b", "")]))
        #expect(try await !keep([.init("a", String(repeating: "é", count: 8192))]))
        #expect(try await keep(Array(repeating: .init("a", ""), count: 1000)))
        #expect(try await !keep(Array(repeating: .init("a", ""), count: 1001)))
    }

    @Test("are deleted when their hour is over")
    func tidied() async throws {
        let browser = try await browser()
        let old = try #require(try await drafts.keep(Self.draft, of: browser))
        fixture.clock.advance(by: 1)
        let new = try #require(try await drafts.keep(Self.draft, of: browser))
        fixture.clock.advance(by: 3600)
        try await drafts.deleteExpired()
        #expect(try await fixture.memory.draft(old.digest, in: browser) == nil)
        #expect(try await fixture.memory.draft(new.digest, in: browser) != nil)
    }

    @Test("are kept encrypted, each for its account and its path")
    func encrypted() async throws {
        let browser = try await browser()
        let secret = try #require(try await drafts.keep(Self.draft, of: browser))
        let kept = try #require(try await fixture.memory.draft(secret.digest, in: browser))
        #expect(kept.sealed.firstRange(of: Data("Countess".utf8)) == nil)
        let other = Token.random()
        let moved = SealedDraft(
            token: other.digest, browser: browser, account: Self.ada, path: "/other", sealed: kept.sealed,
            time: kept.time)
        try await fixture.memory.add(moved, limit: 5)
        #expect(try await drafts.draft(other.value, in: browser, of: Self.ada) == nil)
        let box = drafts.box
        #expect(box.open(kept.sealed, for: .draft, context: "draft\nlocal/ada\n/profile") != nil)
        #expect(box.open(kept.sealed, for: .draft, context: "draft\nlocal/ada\n/other") == nil)
        #expect(box.open(kept.sealed, for: .draft, context: "draft\nlocal/bob\n/profile") == nil)
        #expect(box.open(kept.sealed, of: Self.ada) == nil, "it is no token of a gateway")
    }

    /// A browser in which Ada has signed in.
    private func browser() async throws -> Browser.ID {
        try await fixture.addAccount()
        return try #require(try await fixture.identity(try await fixture.signIn()).browser?.id)
    }
}
