import PorticoConfig
import PorticoTestSupport
import Testing

@testable import PorticoAuth

@Suite("An import with mistakes", .everyEngine)
struct AccountImportRefusalTests {
    private let fixture = AccountImportFixture()

    @Test("needs columns that it knows, each once")
    func columns() async throws {
        for (header, failure): (String, AccountImportFailure) in [
            ("", .empty), ("\n\n", .empty), ("username,name", .missingColumn(.email)),
            ("username|name|email", .unknownColumn("username|name|email")),
            ("username,name,email,phone", .unknownColumn("phone")), ("username,,name,email", .unknownColumn("")),
            ("username,name,email,Name", .repeatedColumn(.name)), ("username,\"name,email", .header(.openQuote)),
        ] {
            await #expect(throws: failure) { try await fixture.run(header) }
        }
        await #expect(throws: AccountImportFailure.header(.notUTF8)) {
            try await AccountImport(into: fixture.services.directory).run([0x75, 0xFF, 0x75, 0x00])
        }
        for header in [
            "username,name,email", "username,name,email,", "username;name;email;;", "sep=;\nusername;name;email",
        ] {
            #expect(try await fixture.run(header) == AccountImportReport(rows: 0, added: 0, refusals: []))
        }
    }

    @Test("names everything that is wrong with a row")
    func refusals() async throws {
        #expect(try await fixture.reasons("ada,Ada,ada@x.example,no").isEmpty)
        #expect(try await fixture.reasons("a b,Ada,ada@x.example,") == [.account(.userNameInvalid)])
        #expect(try await fixture.reasons("eve@x.example,Ada,ada@x.example,") == [.account(.userNameNotEmail)])
        #expect(try await fixture.reasons("Eve@y.example,Eve,eve@y.example,") == [])
        #expect(try await fixture.reasons(",Ada,ada@x.example,") == [.account(.userNameMissing)])
        #expect(try await fixture.reasons("ada, ,ada@x.example,") == [.account(.nameMissing)])
        #expect(
            try await fixture.reasons("ada,\(String(repeating: "x", count: 101)),ada@x.example,")
                == [.account(.nameTooLong(maximum: 100))])
        #expect(try await fixture.reasons("ada,Ada,ada@,") == [.account(.emailInvalid)])
        #expect(try await fixture.reasons("ada,Ada, ,") == [.emailMissing])
        #expect(try await fixture.reasons("ada,Ada,ada@x.example,maybe") == [.administratorInvalid])
        #expect(try await fixture.reasons("ada,Ada") == [.columns(count: 2, expected: 4)])
        #expect(try await fixture.reasons("ada,Ada,ada@x.example,,x") == [.columns(count: 5, expected: 4)])
        #expect(try await fixture.reasons("ada,Ada,ada@x.example").isEmpty)
        #expect(try await fixture.reasons("ada,Ada,ada@x.example,,").isEmpty)
        #expect(try await fixture.reasons("ada,Ada \"A\",ada@x.example,") == [.unreadable(.strayQuote)])
        #expect(
            try await fixture.reasons(",,ada,2") == [
                .account(.nameMissing), .account(.userNameMissing), .account(.emailInvalid), .administratorInvalid,
            ])
    }

    @Test("refuses user names and addresses that the file has twice, ignoring case")
    func repetitions() async throws {
        let report = try await fixture.run(
            "username,name,email\nada,Ada,ada@x.example\nADA,Ada,two@x.example\neve,Eve,ADA@x.example", isPartial: true)
        #expect(
            report.refusals == [
                AccountImportRefusal(line: 3, reason: .repeatsUserName(line: 2)),
                AccountImportRefusal(line: 4, reason: .repeatsEmail(line: 2)),
            ])
        #expect(try await fixture.userNames() == ["ada"])
    }

    @Test("refuses a row of an existing account, and leaves that account as it is")
    func conflicts() async throws {
        let ada = try await fixture.services.directory.add(
            NewAccount(userName: "ada", name: "Ada", email: "ada@x.example", password: nil, isAdministrator: true))
        let report = try await fixture.run(
            "username,name,email\nbob,Bob,Ada@X.example\nADA,Other,other@x.example\neve,Eve,eve@x.example",
            isPartial: true)
        #expect(
            report.refusals == [
                AccountImportRefusal(line: 2, reason: .emailTaken),
                AccountImportRefusal(line: 3, reason: .accountExists),
            ])
        #expect(try await fixture.services.store.account(ada.id) == ada)
        #expect(try await fixture.userNames() == ["ada", "eve"])
    }

    @Test("refuses an account that somebody else creates meanwhile", arguments: [true, false])
    func race(isPartial: Bool) async throws {
        let work = AccountImport(into: fixture.services.directory)
        var table = try work.check(
            Array("username,name,email\nada,Ada,ada@x.example\nbob,Bob,bob@x.example\neve,Eve,eve@x.example".utf8))
        for (userName, email) in [("bob", ""), ("other", "eve@x.example")] {
            _ = try await fixture.services.directory.add(
                NewAccount(userName: userName, name: "B", email: email, password: nil, isAdministrator: false))
        }
        try await work.add(&table, isPartial: isPartial)
        #expect(table.refusals.first == AccountImportRefusal(line: 3, reason: .accountExists))
        #expect(try await fixture.userNames() == (isPartial ? ["ada", "bob", "other"] : ["bob", "other"]))
        #expect(table.rows.map(\.account.id.user) == (isPartial ? ["ada"] : []))
        #expect(table.refusals.count == (isPartial ? 2 : 1))
    }

    @Test("adds nothing while the store is down")
    func storeDown() async throws {
        let file = Array("username,name,email\nada,Ada,ada@x.example\nbob,Bob,bob@x.example".utf8)
        func run(downAt step: AccountImportProgress.Step) async throws -> AccountImportReport {
            try await AccountImport(into: fixture.services.directory) { [store = fixture.store] progress in
                if progress.step == step { store.setDown(true) }
            }.run(file)
        }
        for step in [AccountImportProgress.Step.checking, .adding] {
            await #expect(throws: FaultyAuthStore.Down.self) { try await run(downAt: step) }
            fixture.store.setDown(false)
            #expect(try await fixture.userNames().isEmpty)
        }
        #expect(try await fixture.store.mails(limit: 1).isEmpty)
    }
}
