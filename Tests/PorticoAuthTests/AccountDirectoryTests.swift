import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("The accounts of a folder", .everyEngine)
struct AccountDirectoryTests {
    private let auth = AuthFixture()
    private let ada = AccountID(server: .local, user: "ada")

    @Test("are added once")
    func once() async throws {
        try await auth.addAccount()
        await #expect(throws: AuthError.accountExists) { try await auth.addAccount(" ADA ") }
        #expect(try await auth.store.accounts().map(\.id.user) == ["ada"])
    }

    @Test("11.4.2 with a name that is taken cost no hash")
    func taken() async throws {
        try await auth.addAccount()
        let full = AuthFixture(hasher: PasswordHasher(concurrency: 1, queue: -1), memory: auth.memory)
        await #expect(throws: AuthError.accountExists) { try await full.addAccount() }
        await #expect(throws: AuthError.busy(retryAfter: 2)) { try await full.addAccount("bob") }
    }

    @Test("6.2.11 cannot have a password made of their own user name")
    func context() async throws {
        await #expect(throws: AccountProblem.password(.common)) {
            try await auth.directory.add(
                NewAccount(userName: "grace.hopper", name: "G", password: "Grace.Hopper123456", isAdministrator: false))
        }
    }

    @Test("have a name of at most 100 characters")
    func names() {
        func problems(_ name: String) -> [AccountProblem] {
            auth.directory.problems(
                with: NewAccount(
                    userName: "ada", name: name, password: AuthFixture.password, isAdministrator: false))
        }
        #expect(problems(String(repeating: "é", count: 100)).isEmpty)
        #expect(problems(String(repeating: "é", count: 101)) == [.nameTooLong(maximum: 100)])
        for name in ["\n \u{A0}", "\u{202E}", "\u{0}", "\u{200B}\u{2060}", "\u{3164}"] {
            #expect(problems(name) == [.nameMissing])
        }
        #expect(problems("A" + String(repeating: "\u{200D}", count: 400)) == [.nameTooLong(maximum: 100)])
    }

    @Test(
        "have a name on one line, without marks that change the direction of later text",
        arguments: [
            (" Ada\r\nLovelace\t", "Ada Lovelace"), ("Ada\u{0}\u{7}\u{2028}L", "Ada L"),
            ("\u{202E}adA\u{202C}\u{2066}x\u{2069}", "adAx"), ("👩‍💻 عل\u{200C}ی", "👩‍💻 عل\u{200C}ی"),
        ])
    func nameOnOneLine(typed: String, kept: String) async throws {
        let new = NewAccount(userName: "ada", name: typed, password: nil, isAdministrator: false)
        #expect(try await auth.directory.add(new).name == kept)
    }

    @Test("that do not exist are not found", arguments: ["nobody", "", "a b"])
    func unknown(userName: String) async throws {
        await #expect(throws: AuthError.noSuchAccount) { try await auth.directory.account(named: userName) }
    }

    @Test("that do not exist cannot be changed")
    func unchangeable() async throws {
        await #expect(throws: AuthError.noSuchAccount) { try await auth.directory.setDisabled(true, ada) }
        await #expect(throws: AuthError.noSuchAccount) {
            try await auth.directory.setPassword(AuthFixture.password, of: ada)
        }
        await #expect(throws: AuthError.noSuchAccount) { try await auth.directory.delete(ada) }
    }

    @Test("lose all their sign-ins and the old password with a change of password")
    func changedPassword() async throws {
        try await auth.addAccount()
        let tokens = try await auth.signIn(isAutomatic: true)
        try await auth.directory.setPassword("another horse battery staple", of: ada)
        #expect(try await auth.identity(tokens).needsAuthentication)
        await #expect(throws: AuthError.wrongCredentials) { try await auth.signIn() }
        _ = try await auth.signIn(password: "another horse battery staple")
    }

    @Test("keep their password if the new one breaks a rule")
    func refusedPassword() async throws {
        try await auth.addAccount()
        await #expect(throws: AccountProblem.password(.tooShort(minimum: 15))) {
            try await auth.directory.setPassword("short", of: ada)
        }
        _ = try await auth.signIn()
    }
}
