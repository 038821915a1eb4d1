import Foundation
import PorticoAuth
import PorticoConfig
import Testing

@testable import PorticoSQLite

@Suite("Rows that somebody edited")
struct EditedRowsTests {
    private let database: Database
    private let store: SQLiteAuthStore

    init() throws {
        database = try .inMemory()
        store = SQLiteAuthStore(database)
    }

    @Test("with a method of signing in that this version does not know are skipped")
    func unknownMethod() async throws {
        try await store.addAda()
        let made = try await store.signInAda()
        try await database.edit("UPDATE sign_ins SET method = 'telepathy'")
        let browser = try #require(try await store.browser(made.token))
        #expect(browser.id == made.browser.id)
        #expect(browser.signIns.isEmpty)
    }

    @Test("with a run that is no digest belong to no run")
    func brokenRun() async throws {
        try await store.addAda()
        let made = try await store.signInAda(isAutomatic: false)
        try await database.edit("UPDATE browsers SET run_digest = x'00ff'")
        let browser = try #require(try await store.browser(made.token))
        #expect(browser.run == nil)
        #expect(browser.currentSignIn(at: start, run: nil, policy: SessionPolicy()) == nil)
    }

    @Test("without a password are accounts that nobody signs in to with one")
    func noPassword() async throws {
        try await store.addAda()
        try await database.edit("UPDATE accounts SET password_hash = NULL")
        let found = try #require(try await store.credential(of: ada))
        #expect(found.passwordHash == nil)
        #expect(found.account.name == "Ada")
    }

    @Test("with times far from ours are read", arguments: [Int64.min, -1, Int64.max])
    func times(value: Int64) async throws {
        try await store.addAda()
        let made = try await store.signInAda()
        try await database.edit("UPDATE sign_ins SET since = \(value), last_seen = \(value)")
        #expect(try await store.browser(made.token)?.signIns.count == 1)
    }
}
