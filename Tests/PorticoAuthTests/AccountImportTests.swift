import Foundation
import PorticoConfig
import PorticoTestSupport
import Synchronization
import Testing

@testable import PorticoAuth

@Suite("An import of accounts")
struct AccountImportTests {
    private let clock = TestClock()
    private let store: FaultyAuthStore
    private let services: AuthServices

    init() {
        let store = FaultyAuthStore(MemoryAuthStore())
        self.store = store
        services = AuthServices(
            store: store, cacheCapacity: 0, changes: ConfigChanges(), hasher: PasswordHasher(), policy: AuthPolicy(),
            registration: .invitation, appName: "Portico", now: clock.now)
    }

    private func run(_ text: String, isPartial: Bool = false, isTrial: Bool = false) async throws -> AccountImportReport
    {
        try await AccountImport(into: services.directory)
            .run(Array(text.utf8), isPartial: isPartial, isTrial: isTrial)
    }

    /// The reasons for which a row is refused that stands alone below the header.
    private func reasons(_ row: String) async throws -> [AccountImportRefusal.Reason] {
        let report = try await run("username,name,email,administrator\n\(row)\n", isTrial: true)
        #expect(report.refusals.allSatisfy { $0.line == 2 })
        return report.refusals.map(\.reason)
    }

    private func userNames() async throws -> [String] { try await services.directory.accounts().map(\.id.user) }

    @Test("makes accounts without a password, tells the log, and sends each person a letter to choose one")
    func accounts() async throws {
        let report = try await run(
            "\u{FEFF}email,Administrator, NAME ,username\r\nAda@x.example,Yes,Ada Lovelace,ADA\r\n\r\n"
                + "bob@x.example,,\"Bob\r\n\"\"B\"\" Babbage\",bob\r\n")
        #expect(report == AccountImportReport(rows: 2, added: 2, refusals: []))
        let (ada, bob) = (AccountID(server: .local, user: "ada"), AccountID(server: .local, user: "bob"))
        #expect(
            try await services.directory.accounts() == [
                Account(
                    id: ada, name: "Ada Lovelace", email: EmailAddress("Ada@x.example"), isAdministrator: true,
                    createdAt: clock.now()),
                Account(
                    id: bob, name: "Bob \"B\" Babbage", email: EmailAddress("bob@x.example"), isAdministrator: false,
                    createdAt: clock.now()),
            ])
        #expect(try await store.credential(of: ada)?.passwordHash == nil)
        #expect(try await store.letters(limit: 9).map(\.letter.content) == [.welcome(ada), .welcome(bob)])
        #expect(try await store.letters(limit: 9).map(\.letter.recipient.value) == ["Ada@x.example", "bob@x.example"])
        let events = try await store.events(SecurityEventQuery()).map(\.event)
        #expect(events.map(\.kind) == [.imported, .imported])
        #expect(Set(events.map(\.account)) == [ada, bob])
        #expect(events.allSatisfy { $0.client == .commandLine && $0.actor == nil })
    }

    @Test("needs columns that it knows, each once")
    func columns() async throws {
        for (header, failure): (String, AccountImportFailure) in [
            ("", .empty), ("\n\n", .empty), ("username,name", .missingColumn(.email)),
            ("username;name;email", .unknownColumn("username;name;email")),
            ("username,name,email,phone", .unknownColumn("phone")), ("username,name,email,", .unknownColumn("")),
            ("username,name,email,Name", .repeatedColumn(.name)), ("username,\"name,email", .header(.openQuote)),
        ] {
            await #expect(throws: failure) { try await run(header) }
        }
        await #expect(throws: AccountImportFailure.header(.notUTF8)) {
            try await AccountImport(into: services.directory).run([0xFF, 0xFE, 0x75, 0x00])
        }
        #expect(try await run("username,name,email") == AccountImportReport(rows: 0, added: 0, refusals: []))
    }

    @Test("says of a row everything that is wrong with it")
    func refusals() async throws {
        #expect(try await reasons("ada,Ada,ada@x.example,no").isEmpty)
        #expect(try await reasons("a b,Ada,ada@x.example,") == [.account(.userNameInvalid)])
        #expect(try await reasons(",Ada,ada@x.example,") == [.account(.userNameMissing)])
        #expect(try await reasons("ada, ,ada@x.example,") == [.account(.nameMissing)])
        #expect(
            try await reasons("ada,\(String(repeating: "x", count: 101)),ada@x.example,")
                == [.account(.nameTooLong(maximum: 100))])
        #expect(try await reasons("ada,Ada,ada@,") == [.account(.emailInvalid)])
        #expect(try await reasons("ada,Ada, ,") == [.emailMissing])
        #expect(try await reasons("ada,Ada,ada@x.example,maybe") == [.administratorInvalid])
        #expect(try await reasons("ada,Ada,ada@x.example") == [.columns(count: 3, expected: 4)])
        #expect(try await reasons("ada,Ada,ada@x.example,,") == [.columns(count: 5, expected: 4)])
        #expect(try await reasons("ada,Ada \"A\",ada@x.example,") == [.unreadable(.strayQuote)])
        #expect(
            try await reasons(",,ada,2") == [
                .account(.nameMissing), .account(.userNameMissing), .account(.emailInvalid), .administratorInvalid,
            ])
    }

    @Test("takes yes and no in several ways", arguments: ["true", "TRUE", "yes", "1", "false", "No", "0", "", " "])
    func administrators(text: String) async throws {
        _ = try await run("username,name,email,administrator\nada,Ada,ada@x.example,\(text)")
        let isAdministrator = try await services.directory.account(userName: "ada").isAdministrator
        #expect(isAdministrator == ["true", "yes", "1"].contains(text.lowercased()))
    }

    @Test("adds nothing where the last row is bad, and sends nothing")
    func allOrNothing() async throws {
        let report = try await run("username,name,email\nada,Ada,ada@x.example\nbob,Bob,bob")
        #expect(report.added == 0)
        #expect(report.refusals == [AccountImportRefusal(line: 3, reason: .account(.emailInvalid))])
        #expect(try await userNames().isEmpty)
        #expect(try await store.letters(limit: 9).isEmpty)
        #expect(try await store.events(SecurityEventQuery()).isEmpty)
    }

    @Test("adds the good rows where it may be partial")
    func partial() async throws {
        let report = try await run(
            "username,name,email\nada,Ada,ada@x.example\nbob,Bob,bob\neve,Eve,eve@x.example", isPartial: true)
        #expect(report.rows == 3)
        #expect(report.added == 2)
        #expect(report.refusedRows == 1)
        #expect(try await userNames() == ["ada", "eve"])
        #expect(try await store.letters(limit: 9).map(\.letter.recipient.value) == ["ada@x.example", "eve@x.example"])
    }

    @Test("changes nothing in a trial")
    func trial() async throws {
        #expect(try await run("username,name,email\nada,Ada,ada@x.example", isTrial: true).added == 1)
        #expect(try await run("username,name,email\nada,Ada,ada@x.example\n,,", isTrial: true).added == 0)
        #expect(
            try await run("username,name,email\nada,Ada,ada@x.example\n,,", isPartial: true, isTrial: true).added == 1)
        #expect(try await userNames().isEmpty)
        #expect(try await store.letters(limit: 9).isEmpty)
    }

    @Test("refuses user names and addresses that stand twice in the file, without case")
    func repetitions() async throws {
        let report = try await run(
            "username,name,email\nada,Ada,ada@x.example\nADA,Ada,two@x.example\neve,Eve,ADA@x.example", isPartial: true)
        #expect(
            report.refusals == [
                AccountImportRefusal(line: 3, reason: .repeatsUserName(line: 2)),
                AccountImportRefusal(line: 4, reason: .repeatsEmail(line: 2)),
            ])
        #expect(try await userNames() == ["ada"])
    }

    @Test("refuses what an account has already, and leaves that account as it is")
    func conflicts() async throws {
        let ada = try await services.directory.add(
            NewAccount(userName: "ada", name: "Ada", email: "ada@x.example", password: nil, isAdministrator: true))
        let report = try await run(
            "username,name,email\nbob,Bob,Ada@X.example\nADA,Other,other@x.example\neve,Eve,eve@x.example",
            isPartial: true)
        #expect(
            report.refusals == [
                AccountImportRefusal(line: 2, reason: .emailTaken),
                AccountImportRefusal(line: 3, reason: .accountExists),
            ])
        #expect(try await services.directory.account(ada.id) == ada)
        #expect(try await userNames() == ["ada", "eve"])
    }

    @Test("refuses an account that somebody else makes meanwhile", arguments: [true, false])
    func race(isPartial: Bool) async throws {
        let work = AccountImport(into: services.directory)
        var table = try work.check(
            Array("username,name,email\nada,Ada,ada@x.example\nbob,Bob,bob@x.example\neve,Eve,eve@x.example".utf8))
        for (userName, email) in [("bob", ""), ("other", "eve@x.example")] {
            _ = try await services.directory.add(
                NewAccount(userName: userName, name: "B", email: email, password: nil, isAdministrator: false))
        }
        try await work.add(&table, isPartial: isPartial)
        #expect(table.refusals.first == AccountImportRefusal(line: 3, reason: .accountExists))
        #expect(try await userNames() == (isPartial ? ["ada", "bob", "other"] : ["bob", "other"]))
        #expect(table.rows.map(\.account.id.user) == (isPartial ? ["ada"] : []))
        #expect(table.refusals.count == (isPartial ? 2 : 1))
    }

    @Test("adds nothing while the store is down, and says so where only the letters are missing")
    func storeDown() async throws {
        let file = Array("username,name,email\nada,Ada,ada@x.example\nbob,Bob,bob@x.example".utf8)
        func run(downAt step: AccountImportProgress.Step) async throws -> AccountImportReport {
            try await AccountImport(into: services.directory) { [store] progress in
                if progress.step == step { store.setDown(true) }
            }.run(file)
        }
        for step in [AccountImportProgress.Step.checking, .adding] {
            await #expect(throws: FaultyAuthStore.Down.self) { try await run(downAt: step) }
            store.setDown(false)
            #expect(try await userNames().isEmpty)
        }
        await #expect(throws: AccountImportFailure.lettersMissing(2)) { try await run(downAt: .inviting) }
        store.setDown(false)
        #expect(try await userNames() == ["ada", "bob"])
    }

    @Test("tells of every step from its beginning to its end")
    func progress() async throws {
        let rows = (0..<250).map { "user\($0),User,user\($0)@x.example" }
        let told = Mutex<[AccountImportProgress]>([])
        _ = try await AccountImport(into: services.directory) { progress in told.withLock { $0.append(progress) } }
            .run(Array((["username,name,email"] + rows).joined(separator: "\n").utf8))
        let all = told.withLock { $0 }
        for step in AccountImportProgress.Step.allCases {
            let done = all.filter { $0.step == step }.map(\.done)
            #expect(done.first == 0 && done.last == 250, "\(step)")
            #expect(done == done.sorted())
        }
        #expect(all.allSatisfy { $0.total == 250 })
    }

    @Test("takes many rows, of which the last is as important as the first")
    func many() async throws {
        let rows = (0..<1200).map { "user\($0),\"User, \($0)\",user\($0)@x.example" }
        let text = (["username,name,email"] + rows).joined(separator: "\r\n")
        let refused = try await run(text + "\r\nuser0,Again,again@x.example")
        #expect(refused.refusals == [AccountImportRefusal(line: 1202, reason: .repeatsUserName(line: 2))])
        #expect(try await userNames().isEmpty)
        let report = try await run(text)
        #expect(report == AccountImportReport(rows: 1200, added: 1200, refusals: []))
        #expect(try await userNames().count == 1200)
        #expect(try await store.letters(limit: .max).count == 1200)
        #expect(try await services.directory.account(userName: "user1199").name == "User, 1199")
    }
}
