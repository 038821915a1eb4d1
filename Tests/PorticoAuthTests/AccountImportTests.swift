import Foundation
import PorticoConfig
import PorticoSQL
import PorticoTestSupport
import Synchronization
import Testing

@testable import PorticoAuth

@Suite("An import of accounts", .everyEngine)
struct AccountImportTests {
    private let fixture = AccountImportFixture()

    @Test("creates accounts without a password, logs that, and sends each person a mail to choose one")
    func accounts() async throws {
        let report = try await fixture.run(
            "\u{FEFF}email,Administrator, NAME ,username\r\nAda@x.example,Yes,Ada Lovelace,ADA\r\n\r\n"
                + "bob@x.example,,\"Bob\r\n\"\"B\"\" Babbage\",bob\r\n")
        #expect(report == AccountImportReport(rows: 2, added: 2, refusals: []))
        let (ada, bob) = (AccountID(server: .local, user: "ada"), AccountID(server: .local, user: "bob"))
        #expect(
            try await fixture.services.store.accounts() == [
                Account(
                    id: ada, name: "Ada Lovelace", email: EmailAddress("Ada@x.example"), isAdministrator: true,
                    createdAt: fixture.clock.now()),
                Account(
                    id: bob, name: "Bob \"B\" Babbage", email: EmailAddress("bob@x.example"), isAdministrator: false,
                    createdAt: fixture.clock.now()),
            ])
        #expect(try await fixture.store.credential(of: ada)?.passwordHash == nil)
        #expect(try await fixture.store.mails(limit: 9).map(\.mail.content) == [.welcome(ada), .welcome(bob)])
        #expect(
            try await fixture.store.mails(limit: 9).map(\.mail.recipient.value) == [
                "Ada@x.example", "bob@x.example",
            ])
    }

    @Test("is one event with the number of people, and one for each administrator among them")
    func events() async throws {
        _ = try await fixture.run(
            "username,name,email,administrator\nada,Ada,ada@x.example,yes\nbob,Bob,bob@x.example,\neve,Eve,e@x.example,"
        )
        let events = try await fixture.store.events(SecurityEventQuery(after: 0)).map(\.event)
        #expect(events.map(\.kind) == [.imported, .administratorAdded])
        #expect(events.map(\.account?.user) == [nil, "ada"])
        #expect(events.map(\.count) == [3, 1])
        #expect(events.allSatisfy { $0.client == .commandLine && $0.actor == nil })
    }

    @Test("is the first event in the activity of every imported person, and of nobody else")
    func activity() async throws {
        _ = try await fixture.run("username,name,email\nada,Ada,ada@x.example\nbob,Bob,bob@x.example")
        fixture.clock.advance(by: 1)
        _ = try await fixture.run("username,name,email\neve,Eve,eve@x.example")
        let ada = try await fixture.services.directory.account(named: "ada")
        try await fixture.services.directory.setDisabled(true, ada.id)
        let log = fixture.services.store
        let events = try await log.activity(of: ada, limit: 9)
        #expect(events.map(\.event.kind) == [.disabled, .imported])
        #expect(events.last?.event.count == 2)
        #expect(try await log.activity(of: ada, limit: 1).map(\.event.kind) == [.disabled])
        #expect(try await log.activity(of: ada, before: events[0].id, limit: 1).map(\.event.kind) == [.imported])
        #expect(try await log.activity(of: ada, before: events[1].id, limit: 1).isEmpty)
        #expect(try await log.activity(of: ada, after: events[1].id, limit: 9).map(\.event.kind) == [.disabled])
        let eve = try await fixture.services.directory.account(named: "eve")
        #expect(try await log.imports(of: eve).map(\.event.count) == [1])
    }

    @Test("takes yes and no in several ways", arguments: ["true", "TRUE", "yes", "1", "false", "No", "0", "", " "])
    func administrators(text: String) async throws {
        _ = try await fixture.run("username,name,email,administrator\nada,Ada,ada@x.example,\(text)")
        let isAdministrator = try await fixture.services.directory.account(named: "ada").isAdministrator
        #expect(isAdministrator == ["true", "yes", "1"].contains(text.lowercased()))
    }

    @Test("puts people into groups, and refuses invalid names of groups")
    func groups() async throws {
        let report = try await fixture.run(
            "username,name,email,groups\nada,Ada,ada@x.example,Staff editors\nbob,Bob,bob@x.example,\neve,Eve,e@x.example,a&b",
            isPartial: true)
        #expect(report.refusals == [AccountImportRefusal(line: 4, reason: .groupInvalid("a&b"))])
        #expect(try await fixture.services.directory.account(named: "ada").groups == ["editors", "staff"])
        #expect(try await fixture.services.directory.account(named: "bob").groups == [])
    }

    @Test("brings passwords by their hashes, without a mail, and refuses unknown and costly ones by row")
    func hashes() async throws {
        let report = try await fixture.run(
            """
            password_hash,username,name,email
            $2b$04$5S1bBK9WOdDUpyAZFeAHTudF6JuR4wiLrYODSJn3TWvpCSTLUBTP6,ada,Ada,ada@x.example
            ,bob,Bob,bob@x.example
            $2b$31$5S1bBK9WOdDUpyAZFeAHTudF6JuR4wiLrYODSJn3TWvpCSTLUBTP6,eve,Eve,eve@x.example
            secret,mal,Mal,mal@x.example
            {SSHA}BD1mcXuVgymvH1bsp+jxcsUl+uZ0kMbV,sam,Sam,
             ,tom,Tom,
            """, isPartial: true)
        #expect(report.added == 3 && report.withPassword == 2)
        #expect(
            report.refusals == [
                AccountImportRefusal(line: 4, reason: .passwordHash(.tooCostly)),
                AccountImportRefusal(line: 5, reason: .passwordHash(.unknown)),
                AccountImportRefusal(line: 7, reason: .emailMissing),
            ])
        #expect(try await fixture.store.mails(limit: 9).map(\.mail.recipient.value) == ["bob@x.example"])
        let ada = AccountID(server: .local, user: "ada")
        let hash = try await fixture.store.credential(of: ada)?.passwordHash
        #expect(hash == "imported:$2b$04$5S1bBK9WOdDUpyAZFeAHTudF6JuR4wiLrYODSJn3TWvpCSTLUBTP6")
        #expect(!AccountExport.file(try await fixture.services.store.accounts()).contains("$2b$"))
    }

    @Test("of 5,000 people with passwords computes no hash")
    func manyHashes() async throws {
        let hash = "$2b$14$5S1bBK9WOdDUpyAZFeAHTudF6JuR4wiLrYODSJn3TWvpCSTLUBTP6"
        let rows = (0..<5000).map { "user\($0),User,user\($0)@x.example,\(hash)" }
        let text = (["username,name,email,password_hash"] + rows).joined(separator: "\n")
        let report = try await fixture.run(text)
        #expect(report.added == 5000 && report.withPassword == 5000)
        #expect(try await fixture.store.mails(limit: 1).isEmpty)
    }

    @Test("adds nothing and sends nothing if the last row is bad")
    func allOrNothing() async throws {
        let report = try await fixture.run("username,name,email\nada,Ada,ada@x.example\nbob,Bob,bob")
        #expect(report.added == 0)
        #expect(report.refusals == [AccountImportRefusal(line: 3, reason: .account(.emailInvalid))])
        #expect(try await fixture.userNames().isEmpty)
        #expect(try await fixture.store.mails(limit: 9).isEmpty)
        #expect(try await fixture.store.events(SecurityEventQuery()).isEmpty)
    }

    @Test("adds the good rows if it may be partial")
    func partial() async throws {
        let report = try await fixture.run(
            "username,name,email\nada,Ada,ada@x.example\nbob,Bob,bob\neve,Eve,eve@x.example", isPartial: true)
        #expect(report.rows == 3)
        #expect(report.added == 2)
        #expect(report.refusedRows == 1)
        #expect(try await fixture.userNames() == ["ada", "eve"])
        #expect(
            try await fixture.store.mails(limit: 9).map(\.mail.recipient.value) == [
                "ada@x.example", "eve@x.example",
            ])
    }

    @Test("changes nothing in a trial")
    func trial() async throws {
        #expect(try await fixture.run("username,name,email\nada,Ada,ada@x.example", isDryRun: true).added == 1)
        #expect(try await fixture.run("username,name,email\nada,Ada,ada@x.example\neve,,", isDryRun: true).added == 0)
        #expect(
            try await fixture.run("username,name,email\nada,Ada,ada@x.example\n,,", isPartial: true, isDryRun: true)
                .added == 1)
        #expect(try await fixture.userNames().isEmpty)
        #expect(try await fixture.store.mails(limit: 9).isEmpty)
    }

    @Test("reports every step from its beginning to its end")
    func progress() async throws {
        let rows = (0..<250).map { "user\($0),User,user\($0)@x.example" }
        let told = Mutex<[AccountImportProgress]>([])
        _ = try await AccountImport(into: fixture.services.directory) { progress in
            told.withLock { $0.append(progress) }
        }
        .run(Array((["username,name,email"] + rows).joined(separator: "\n").utf8))
        let all = told.withLock { $0 }
        for step in AccountImportProgress.Step.allCases {
            let done = all.filter { $0.step == step }.map(\.done)
            #expect(done.first == 0 && done.last == 250, "\(step)")
            #expect(done == done.sorted())
        }
        #expect(all.allSatisfy { $0.total == 250 })
    }

    @Test("takes many rows, and also reads the last one")
    func many() async throws {
        let rows = (0..<1200).map { "user\($0),\"User, \($0)\",user\($0)@x.example" }
        let text = (["username,name,email"] + rows).joined(separator: "\r\n")
        let refused = try await fixture.run(text + "\r\nuser0,Again,again@x.example")
        #expect(refused.refusals == [AccountImportRefusal(line: 1202, reason: .repeatsUserName(line: 2))])
        #expect(try await fixture.userNames().isEmpty)
        let report = try await fixture.run(text)
        #expect(report == AccountImportReport(rows: 1200, added: 1200, refusals: []))
        #expect(try await fixture.userNames().count == 1200)
        #expect(try await fixture.store.mails(limit: .max).count == 1200)
        #expect(try await fixture.services.directory.account(named: "user1199").name == "User, 1199")
    }

    @Test("of one person reads no other accounts")
    func one() async throws {
        let database = CountingDatabase(TestDatabases.make())
        let fixture = AccountImportFixture(SQLAuthStore(database))
        let rows = (0..<300).map { "user\($0),User \($0),user\($0)@x.example\n" }
        _ = try await fixture.run("username,name,email\n" + rows.joined())
        let before = database.rows.withLock { $0 }
        let text = "username,name,email\nada,Ada,ada@x.example\nuser7,Again,Again@x.example\nbob,Bob,USER8@x.example\n"
        let report = try await fixture.run(text, isPartial: true)
        #expect(report.added == 1)
        #expect(report.refusals.map(\.reason) == [.accountExists, .emailTaken])
        #expect(database.rows.withLock { $0 } - before < 20)
    }
}

/// Counts the rows read.
private final class CountingDatabase: SQLDatabase {
    private struct Connection: SQLConnection {
        let connection: any SQLConnection
        let counted: @Sendable (Int) -> Void

        func rows(_ sql: String, _ values: [(any SQLConvertible)?]) throws -> [SQLRow] {
            let rows = try connection.rows(sql, values)
            counted(rows.count)
            return rows
        }

        func execute(_ sql: String, _ values: [(any SQLConvertible)?]) throws -> Int {
            try connection.execute(sql, values)
        }

        var forUpdate: String { connection.forUpdate }
    }

    let rows = Mutex(0)
    private let database: any SQLDatabase

    init(_ database: any SQLDatabase) { self.database = database }

    var isShared: Bool { database.isShared }

    private func counting<T>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> T
    ) -> @Sendable (any SQLConnection) throws -> T {
        { try body(Connection(connection: $0) { count in self.rows.withLock { $0 += count } }) }
    }

    func read<T: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> T) async throws -> T {
        try await database.read(counting(body))
    }

    func ask<T: Sendable>(_ statement: @escaping @Sendable (any SQLConnection) throws -> T) async throws -> T {
        try await database.ask(counting(statement))
    }

    func write<T: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> T) async throws -> T {
        try await database.write(counting(body))
    }

    func checkWriting() async throws { try await database.checkWriting() }

    func lastNumbers(of tables: [String]) async throws -> [String: Int64] { try await database.lastNumbers(of: tables) }

    func setLastNumbers(_ numbers: [String: Int64]) async throws { try await database.setLastNumbers(numbers) }

    func close() throws { try database.close() }
}
