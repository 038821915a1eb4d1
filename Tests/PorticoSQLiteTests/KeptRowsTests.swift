import Foundation
import GRDB
import PorticoAuth
import PorticoConfig
import PorticoSQL
import PorticoTestSupport
import Testing

@testable import PorticoSQLite

@Suite("The rows of the tables", .everyEngine)
struct KeptRowsTests {
    private let database: any SQLDatabase
    private let store: SQLAuthStore
    private let email = EmailAddress("ada@door.example")!

    init() {
        database = TestDatabases.make()
        store = SQLAuthStore(database)
    }

    @Test("16.4.2 of security events are never changed")
    func eventsStay() async throws {
        try await store.add(SecurityEvent(.signedIn, account: ada, client: Client(), time: start))
        await #expect(throws: (any Error).self) { try await database.edit("UPDATE security_events SET detail = 'x'") }
        #expect(try await store.events(SecurityEventQuery()).map(\.event.detail) == [""])
    }

    @Test("of a deleted account are deleted from all tables but the log")
    func deletion() async throws {
        try await store.addAda()
        try await store.addAccount(bob, name: "Bob")
        _ = try await store.signInAda()
        _ = try await store.addLink(.passwordReset, to: email)
        let key = LimitKey("signIn:browser:1:\(ada):consecutive")
        try await store.countAttempt([key: Limit(attempts: 5, window: 60)], at: start)
        let config = SQLConfigStore(database)
        for scope in [ConfigScope.person(ada), .person(bob)] {
            try await config.set(["key": "1"], in: scope)
        }
        try await store.delete(
            ada, event: SecurityEvent(.accountDeleted, account: ada, client: Client(), time: start), at: start)
        for table in ["sign_ins", "links", "attempts"] {
            #expect(try await database.texts("SELECT 'row' FROM \(table)") == [], "\(table)")
        }
        #expect(try await config.values(in: .person(ada)).isEmpty)
        #expect(try await config.values(in: .person(bob)) == ["key": "1"])
        #expect(try await database.texts("SELECT user_name FROM accounts") == ["bob"])
        #expect(try await database.texts("SELECT user_name FROM security_events") == ["ada"])
    }

    @Test("7.2.3 of a link contain the digest of its token, never the token")
    func linkTokens() async throws {
        let token = Token.random()
        try await store.add(OneTimeLink(.registration, email: email, expiresAt: start), tokens: [token.digest])
        #expect(try await database.texts("SELECT email FROM links WHERE email LIKE '%\(token.value)%'") == [])
        let digests = try await database.ask { connection in
            try connection.rows("SELECT token_digest FROM links", []).map { try $0.value("token_digest") as Data }
        }
        #expect(digests == [token.digest.bytes])
    }

    @Test("of an account are found by an index for every condition")
    func plans() async throws {
        for (query, index) in [
            ("SELECT * FROM accounts WHERE server = 'a' AND email_key = 'b'", "accounts_by_email"),
            ("SELECT * FROM accounts WHERE (server, user_name) > ('a', 'b') ORDER BY server, user_name", "PRIMARY KEY"),
            (
                """
                SELECT * FROM accounts WHERE (name_key, user_name, server) > ('a', 'b', 'c')
                ORDER BY name_key, user_name, server
                """, "accounts_by_name"
            ),
            (
                """
                SELECT * FROM accounts WHERE (created_at, user_name, server) < (1, 'b', 'c')
                ORDER BY created_at DESC, user_name DESC, server DESC
                """, "accounts_by_creation"
            ),
            ("SELECT 1 FROM accounts WHERE name_key = ''", "accounts_by_name"),
            ("SELECT 1 FROM sign_ins WHERE server = 'a' AND user_name = 'b' AND browser = 1", "sign_ins_by_account"),
            ("SELECT * FROM recovery_codes WHERE server = 'a' AND user_name = 'b' ORDER BY code_digest", "PRIMARY KEY"),
            ("SELECT * FROM trusted_browsers WHERE server = 'a' AND user_name = 'b'", "trusted_browsers_of_account"),
            ("SELECT browser, server, user_name FROM trusted_browsers WHERE since < 1", "trusted_browsers_by_age"),
            ("SELECT * FROM pending_sign_ins WHERE server = 'a' AND user_name = 'b'", "pending_sign_ins_of_account"),
            ("SELECT token_digest FROM pending_sign_ins WHERE time < 1", "pending_sign_ins_by_age"),
            ("SELECT * FROM factor_resets WHERE due_at <= 1 ORDER BY due_at LIMIT 1", "factor_resets_by_time"),
            ("SELECT * FROM security_events WHERE server = 'a' AND user_name = 'b' ORDER BY id", "events_of_account"),
            ("SELECT * FROM security_events WHERE kind = 'a' ORDER BY id DESC", "security_events_by_kind"),
            (
                "SELECT * FROM queued_mails WHERE next_attempt <= 1 ORDER BY next_attempt, id",
                "queued_mails_by_next_attempt"
            ),
        ] {
            let plan = try await SQLiteDatabase.inMemory().plan(query)
            #expect(plan.count == 1 && plan[0].contains(index), "\(query): \(plan)")
        }
    }

    @Test("of several accounts, and of the import of one, are found by an index")
    func plansOfQueries() async throws {
        let recording = RecordingDatabase(try SQLiteDatabase.inMemory())
        let store = SQLAuthStore(recording)
        let account = Account(id: ada, name: "Ada", isAdministrator: false, createdAt: start)
        for (index, ask) in [
            ("PRIMARY KEY", { _ = try await store.accounts([ada, bob]) }),
            ("sign_ins_by_account", { _ = try await store.lastUses(of: [ada, bob]) }),
            ("accounts_by_skeleton", { _ = try await store.read { try $0.userNames(withSkeletons: ["ada", "bob"]) } }),
            ("imports_by_time", { _ = try await store.imports(of: account) }),
            ("security_events_of_account", { _ = try await store.activity(of: account, before: 7, limit: 1) }),
        ] as [(String, () async throws -> Void)] {
            _ = recording.takeQueries()
            try await ask()
            let query = try #require(recording.takeQueries().first).components(separatedBy: " [")[0]
            let plan = try await SQLiteDatabase.inMemory().plan(query)
            #expect(plan.contains { $0.hasPrefix("SEARCH") && $0.contains(index) }, "\(query): \(plan)")
            #expect(!plan.contains { $0.contains("SCAN") && !$0.hasSuffix("CONSTANT ROWS") && $0 != "SCAN v" })
        }
    }

    @Test("of 20 000 imported accounts are there at once, and each is found")
    func manyAccounts() async throws {
        let additions = (0..<20_000).map { number in
            let id = AccountID(server: .local, user: "user\(number)")
            let email = EmailAddress("person\(number)@door.example")
            return AccountAddition(
                Account(id: id, name: "Person", email: email, isAdministrator: false, createdAt: start),
                passwordHash: nil)
        }
        try await store.add(additions)
        #expect(try await store.accounts(AccountQuery(text: "PERSON19999@")).map(\.id.user) == ["user19999"])
        var (query, users) = (AccountQuery(limit: 1000), Set<String>())
        while let last = try await store.accounts(query).map({ (_ = users.insert($0.id.user), $0.id).1 }).last {
            query.position = .after(AccountPlace(.userName, id: last))
        }
        #expect(users.count == 20_000)
    }
}

extension SQLiteDatabase {
    fileprivate func plan(_ query: String) async throws -> [String] {
        try await writer.read { db in
            let statement = try db.makeStatement(sql: "EXPLAIN QUERY PLAN \(query)")
            // The values are NULL, which the plan does not depend on.
            statement.setUncheckedArguments(StatementArguments())
            return try Row.fetchAll(statement).map { $0["detail"] }
        }
    }
}
