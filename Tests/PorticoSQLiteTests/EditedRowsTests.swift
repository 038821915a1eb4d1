import Foundation
import PorticoAuth
import PorticoConfig
import PorticoSQL
import PorticoTestSupport
import Testing

@testable import PorticoSQLite

@Suite("Rows that somebody edited", .everyEngine)
struct EditedRowsTests {
    private let database: any SQLDatabase
    private let store: SQLAuthStore

    init() {
        database = TestDatabases.make()
        store = SQLAuthStore(database)
    }

    @Test("with an unknown method of signing in are skipped, and end when the person logs out")
    func unknownMethod() async throws {
        try await store.addAda()
        let made = try await store.signInAda()
        try await database.edit("UPDATE sign_ins SET method = 'telepathy'")
        let browser = try #require(try await store.browser(made.access.token))
        #expect(browser.id == made.browser.id)
        #expect(browser.signIns.isEmpty)
        try await store.signOut(made.access)
        #expect(try await database.texts("SELECT id FROM sign_ins WHERE ended_at IS NULL").isEmpty)
    }

    @Test("with a run that is not a digest belong to no run")
    func brokenRun() async throws {
        try await store.addAda()
        let made = try await store.signInAda(isAutomatic: false)
        try await database.edit("UPDATE browsers SET run_digest = $1", [Data([0, 255])])
        let browser = try #require(try await store.browser(made.access.token))
        #expect(browser.run == nil)
        #expect(browser.currentSignIn(at: start, run: nil, policy: SessionPolicy()) == nil)
    }

    @Test("without the key of a name get it, from the migration or from the leading server", arguments: [true, false])
    func missingNameKeys(isMigration: Bool) async throws {
        for (id, name) in [(ada, "Émile"), (bob, "")] { try await store.addAccount(id, name: name) }
        try await database.edit("UPDATE accounts SET name_key = ''")
        if isMigration {
            let migration = try #require(SQLSchema.migrations.first { $0.identifier.hasPrefix("28:") })
            let fill = try #require(migration.fill)
            try await database.write { try fill($0) }
        } else {
            try await store.addMissingNameKeys()
        }
        #expect(try await database.texts("SELECT name_key FROM accounts ORDER BY user_name") == ["emile", "bob"])
    }

    @Test("with a name that a server of an earlier version has changed get the key of it")
    func outdatedNameKeys() async throws {
        try await store.addAccount(ada, name: "Émile")
        for number in 1...1001 {
            try await store.addAccount(AccountID(server: .local, user: "b\(number)"), name: "B\(number)")
        }
        try await database.edit("UPDATE accounts SET name = 'Øyvind' WHERE user_name IN ('ada', 'b999')")
        try await store.renewNameKeys()
        #expect(
            try await database.texts("SELECT user_name FROM accounts WHERE name_key = 'oyvind' ORDER BY user_name")
                == ["ada", "b999"])
        let person = AccountNameKey(id: ada, name: "Émile", key: "emile")
        try await store.write { try $0.setNameKeys([person]) }
        #expect(
            try await database.texts("SELECT name_key FROM accounts WHERE user_name = 'ada'") == ["oyvind"],
            "the account was renamed meanwhile")
    }

    @Test("without a password are accounts to which nobody signs in with one")
    func noPassword() async throws {
        try await store.addAda()
        try await database.edit("UPDATE accounts SET password_hash = NULL")
        let found = try #require(try await store.credential(of: ada))
        #expect(found.passwordHash == nil)
        #expect(found.account.name == "Ada")
    }

    @Test("with an invalid address keep it, whatever else of the account changes")
    func unreadableAddress() async throws {
        try await store.addAda()
        try await store.addAccount(bob, name: "Bob", isAdministrator: true)
        try await database.edit(
            "UPDATE accounts SET email = 'telepathy', email_key = 'telepathy' WHERE user_name = 'ada'")
        try await store.setDisabled(true, ada, event: nil, at: start)
        try await store.setAdministrator(true, ada, event: nil, at: Date())
        let kept = try await database.texts("SELECT email || email_key FROM accounts WHERE user_name = 'ada'")
        #expect(kept == ["telepathytelepathy"])
    }

    @Test("with times far from now are read", arguments: [Int64.min, -1, Int64.max])
    func times(value: Int64) async throws {
        try await store.addAda()
        let made = try await store.signInAda()
        try await database.edit("UPDATE sign_ins SET since = \(value), last_seen = \(value)")
        #expect(try await store.browser(made.access.token)?.signIns.count == 1)
    }

    @Test("with a mail that a newer version wrote are skipped, stay, and delay no other")
    func unknownMail() async throws {
        let email = EmailAddress("ada@door.example")!
        try await store.add(
            [MailJob(to: email, .registration), MailJob(to: email, .welcome(ada))], event: nil, at: start)
        try await database.edit("UPDATE queued_mails SET mail = '{\"content\":{\"telepathy\":{}}}' WHERE id = 1")
        #expect(try await store.claimMail(at: start, until: start + 30)?.id == 2)
        #expect(try await store.mails(limit: 1).map(\.id) == [2])
        try await store.postpone(2, to: start + 60, problem: "busy")
        #expect(try await store.nextMailTime() == start + 60)
        #expect(try await database.texts("SELECT id FROM queued_mails") == ["1", "2"])
    }

    @Test("with an unknown kind of event take no place in a list")
    func unknownEvent() async throws {
        for kind in [SecurityEvent.Kind.signedIn, .signedOut, .disabled] {
            try await store.add(SecurityEvent(kind, account: ada, client: Client(), time: start))
        }
        try await database.edit(
            """
            INSERT INTO security_events (kind, address, agent, time, detail) VALUES ('telepathy', '', '', 0, '')
            """)
        let events = try await store.events(SecurityEventQuery(limit: 2))
        #expect(events.map(\.event.kind) == [.disabled, .signedOut])
    }

    @Test("with an unknown purpose of a link are unknown links")
    func unknownPurpose() async throws {
        let link = try await store.addLink(.registration, to: EmailAddress("ada@door.example")!)
        try await database.edit("UPDATE links SET purpose = 'telepathy'")
        await #expect(throws: LinkProblem.unknown) { try await store.link(link, at: start) }
    }

    @Test("with an invalid address are accounts without one")
    func brokenAddress() async throws {
        try await store.addAda()
        try await database.edit("UPDATE accounts SET email = 'nowhere', email_key = 'nowhere'")
        #expect(try await store.account(ada)?.email == nil)
    }
}
