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

    @Test("are returned to the same account in the same browser, for an hour")
    func hour() async throws {
        let browser = try await browser()
        let secret = try #require(try await drafts.keep(Self.draft, of: browser))
        fixture.clock.advance(by: 3599)
        #expect(try await drafts.draft(secret.value, in: browser, of: Self.ada) == Self.draft)
        fixture.clock.advance(by: 1)
        #expect(try await drafts.draft(secret.value, in: browser, of: Self.ada) == nil)
    }

    @Test("are not returned to another account, to another browser or for another secret")
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
        #expect(try await drafts.keep(Self.draft, of: other) == nil, "Ada was never signed in there")
    }

    @Test("are not kept if they are too large")
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

    @Test("are encrypted, each for its account and its path")
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
        // Indistinguishable from a draft sealed with another key.
        await #expect(throws: StorageFailure.self) {
            try await drafts.draft(other.value, in: browser, of: Self.ada)
        }
        let box = drafts.box
        #expect(box.open(kept.sealed, for: .draft, context: "draft\nlocal/ada\n/profile") != nil)
        #expect(box.open(kept.sealed, for: .draft, context: "draft\nlocal/ada\n/other") == nil)
        #expect(box.open(kept.sealed, for: .draft, context: "draft\nlocal/bob\n/profile") == nil)
        #expect(box.open(kept.sealed, of: Self.ada) == nil, "it is not a gateway token")
    }

    private static let page = KeptPage(
        status: 422, headers: [.init("Vary", "Accept")], body: Data("Countess".utf8), needsProof: false)

    @Test("that are pages are returned at their address, to the same account in the same browser, for an hour")
    func pages() async throws {
        let browser = try await browser()
        let token = try #require(try await drafts.keep(Self.page, at: "/a?b", of: Self.ada, in: browser))
        let bob = AccountID(server: .local, user: "bob")
        func page(at path: String = "/a?b", of account: AccountID = Self.ada, in browser: Browser.ID) async throws
            -> KeptPage?
        {
            try await drafts.page(token.value, at: path, of: account, in: browser)
        }
        #expect(try await page(at: "/a", in: browser) == nil)
        #expect(try await page(of: bob, in: browser) == nil)
        #expect(try await page(in: browser + 1) == nil)
        let stored = try #require(try await fixture.memory.draft(token.digest, in: browser))
        #expect(stored.sealed.firstRange(of: Data("Countess".utf8)) == nil, "encrypted")
        #expect(try await drafts.draft(token.value, in: browser, of: Self.ada) == nil, "it is not a draft")
        #expect(try await drafts.drafts(of: Self.ada).isEmpty)
        fixture.clock.advance(by: 3599)
        #expect(try await page(in: browser) == Self.page)
        fixture.clock.advance(by: 1)
        #expect(try await page(in: browser) == nil)
    }

    @Test("of all kinds are limited to eight in a browser, and pages have a maximum size")
    func bounds() async throws {
        let browser = try await browser()
        let draft = try #require(try await drafts.keep(Self.draft, of: browser))
        var tokens: [Token] = []
        for _ in 1...8 {
            tokens.append(try #require(try await drafts.keep(Self.page, at: "/a", of: Self.ada, in: browser)))
        }
        #expect(try await drafts.draft(draft.value, in: browser, of: Self.ada) == nil)
        #expect(try await drafts.page(tokens[0].value, at: "/a", of: Self.ada, in: browser) != nil)
        let large = KeptPage(status: 200, headers: [], body: Data(count: 32_769), needsProof: false)
        #expect(try await drafts.keep(large, at: "/a", of: Self.ada, in: browser) == nil)
    }

    @Test("can be a page that the browser itself keeps, for one token, one address and an hour")
    func sealedPages() throws {
        let token = Token.random()
        let sealed = try drafts.seal(Self.page, at: "/a", for: token)
        #expect(sealed.firstRange(of: Data("Countess".utf8)) == nil)
        #expect(try drafts.page(sealed: sealed, at: "/a", for: Token.random().value) == nil)
        #expect(try drafts.page(sealed: sealed, at: "/b", for: token.value) == nil)
        #expect(try drafts.page(sealed: sealed.dropLast(), at: "/a", for: token.value) == nil)
        #expect(try drafts.page(sealed: Data(), at: "/a", for: "") == nil)
        fixture.clock.advance(by: 3599)
        #expect(try drafts.page(sealed: sealed, at: "/a", for: token.value) == Self.page)
        fixture.clock.advance(by: 1)
        #expect(try drafts.page(sealed: sealed, at: "/a", for: token.value) == nil)
    }

    /// A browser in which Ada has signed in.
    private func browser() async throws -> Browser.ID {
        try await fixture.addAccount()
        return try #require(try await fixture.identity(try await fixture.signIn()).browser?.id)
    }
}
