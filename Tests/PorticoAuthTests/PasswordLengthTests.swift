import Foundation
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("G4 The length of a password", .everyEngine)
struct PasswordLengthTests {
    private let auth = AuthFixture()
    private static let short = "mq7&Zr0-"

    private func new(_ password: String, isAdministrator: Bool = false) -> NewAccount {
        NewAccount(userName: "ada", name: "Ada", password: password, isAdministrator: isAdministrator)
    }

    /// The token of a sign-in that waits for a longer password.
    private func waiting() async throws -> String {
        do {
            _ = try await auth.signIn(password: Self.short)
        } catch let needed as NewPasswordNeeded {
            return needed.token.value
        }
        Issue.record("the short password was enough")
        return ""
    }

    @Test("is 8 characters at least where a second factor is required, otherwise 15")
    func lengths() async throws {
        #expect(auth.directory.problems(with: new(Self.short)) == [.password(.tooShort(minimum: 15))])
        auth.set(.administrators)
        #expect(auth.directory.problems(with: new(Self.short)) == [.password(.tooShort(minimum: 15))])
        #expect(auth.directory.problems(with: new(Self.short, isAdministrator: true)) == [])
        auth.set(.all)
        #expect(auth.directory.problems(with: new(Self.short)) == [])
        auth.services.currentPolicy.value.passwords.atLeast = 9
        #expect(auth.directory.problems(with: new(Self.short)) == [.password(.tooShort(minimum: 9))])
    }

    @Test("is asked for at the next login when the requirement ends, before anybody is signed in")
    func longer() async throws {
        auth.set(.all)
        try await auth.directory.add(new(Self.short))
        auth.set(.optional)
        let token = try await waiting()
        #expect(try await auth.authenticator.sessions(of: .ada).isEmpty)
        let passwords = auth.services.passwords
        await #expect(throws: PasswordProblem.tooShort(minimum: 15)) {
            try await passwords.replaceShort(token, by: Self.short, identity: AuthFixture.stranger)
        }
        let tokens = try await passwords.replaceShort(
            token, by: AuthFixture.otherPassword, identity: AuthFixture.stranger)
        #expect(try await auth.identity(tokens).signIn?.account.id == .ada)
        #expect(try await auth.events(.passwordChanged).count == 1)
        #expect(try await auth.failure(password: Self.short) == .wrongCredentials)
        #expect(try await auth.failure(password: AuthFixture.otherPassword) == nil)
        await #expect(throws: AuthError.pendingSignInEnded) {
            try await passwords.replaceShort(token, by: AuthFixture.password, identity: AuthFixture.stranger)
        }
    }

    @Test("matters no more with a second factor, and the page for a longer one is no way round the code")
    func withFactor() async throws {
        auth.set(.all)
        let account = try await auth.directory.add(new(Self.short))
        let app = try await auth.addApp(to: account)
        auth.set(.optional)
        var token = ""
        do { _ = try await auth.signIn(password: Self.short) } catch let needed as SecondFactorNeeded {
            token = needed.token.value
        }
        await #expect(throws: AuthError.secondFactorNeeded) {
            try await auth.services.passwords.replaceShort(
                token, by: AuthFixture.otherPassword, identity: AuthFixture.stranger)
        }
        _ = try await auth.authenticator.finish(
            token, code: .app(auth.code(app)), trustsBrowser: false, identity: AuthFixture.stranger)
        // Without the app, the password would be the only proof.
        _ = try await auth.services.factors.remove(of: account, client: Client())
        _ = try await waiting()
    }

    @Test("matters for an administrator who is none any more")
    func formerAdministrator() async throws {
        auth.set(.administrators)
        try await auth.addAccount("bob", isAdministrator: true)
        try await auth.directory.add(new(Self.short, isAdministrator: true))
        try await auth.directory.setAdministrator(false, .ada)
        _ = try await waiting()
    }
}
