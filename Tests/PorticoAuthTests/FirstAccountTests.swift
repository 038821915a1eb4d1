import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("The first account", .everyEngine)
struct FirstAccountTests {
    private let auth = AuthFixture()
    private let token = Token.random()

    private var first: FirstAccount {
        FirstAccount(directory: auth.directory, users: auth.users, expected: token.digest)
    }

    private func new(_ userName: String = "ada") -> NewAccount {
        NewAccount(userName: userName, name: "Ada", password: AuthFixture.password, isAdministrator: true)
    }

    @Test("is created with the issued token, as an administrator who is signed in")
    func make() async throws {
        #expect(try await first.isOpen(to: token.value))
        let tokens = try await first.make(new(), token: token.value, identity: AuthFixture.stranger)
        let signIn = try #require(try await auth.identity(tokens).signIn)
        #expect(signIn.account.isAdministrator)
        #expect(signIn.method == .setup)
        #expect(!signIn.isAutomatic)
    }

    @Test("is not created with another token", arguments: ["", "x", Token.random().value])
    func wrongToken(value: String) async throws {
        #expect(try await !first.isOpen(to: value))
        await #expect(throws: AuthError.setupClosed) {
            try await first.make(new(), token: value, identity: AuthFixture.stranger)
        }
        #expect(try await !auth.store.hasLocalAccounts())
    }

    @Test("is not created if no token was issued", arguments: ["", "x"])
    func noToken(value: String) async throws {
        let closed = FirstAccount(directory: auth.directory, users: auth.users, expected: nil)
        #expect(try await !closed.isOpen(to: value))
        await #expect(throws: AuthError.setupClosed) {
            try await closed.make(new(), token: value, identity: AuthFixture.stranger)
        }
    }

    @Test("closes the set-up, in whichever way it was created")
    func closedAfterwards() async throws {
        try await auth.addAccount()
        #expect(try await !first.isOpen(to: token.value))
        await #expect(throws: AuthError.setupClosed) {
            try await first.make(new("eve"), token: token.value, identity: AuthFixture.stranger)
        }
    }

    @Test("is one, if many requests race with the same token")
    func race() async throws {
        let winners = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<20 {
                group.addTask { [first] in
                    let made = try? await first.make(
                        new("user\(number)"), token: token.value, identity: AuthFixture.stranger)
                    return made != nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(winners == 1)
        #expect(try await auth.store.accounts().count == 1)
    }

    @Test("is not created with a problem in it, and leaves the set-up open")
    func problems() async throws {
        let bad = NewAccount(userName: "a b", name: " ", password: "short", isAdministrator: true)
        #expect(first.problems(with: bad) == [.nameMissing, .userNameInvalid, .password(.tooShort(minimum: 15))])
        await #expect(throws: AccountProblem.nameMissing) {
            try await first.make(bad, token: token.value, identity: AuthFixture.stranger)
        }
        #expect(try await first.isOpen(to: token.value))
    }
}
