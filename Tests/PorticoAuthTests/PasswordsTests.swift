import Foundation
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("A11 Another password by a link", .everyEngine)
struct PasswordsTests {
    private let auth = AuthFixture()
    private var passwords: Passwords { auth.services.passwords }
    private static let here = Client(address: "192.0.2.7", agent: "Firefox on Linux")

    private func link(_ name: String = "ada") async throws -> String {
        try await passwords.requestReset(name, client: Self.here)
        return try await auth.tokenOfMail()
    }

    private func reset(_ token: String, to password: String = AuthFixture.otherPassword) async throws -> BrowserTokens {
        try #require(
            try await passwords.reset(to: password, token: token, identity: AuthFixture.stranger(at: "192.0.2.7")))
    }

    @Test("6.4.3 ends every sign-in, takes only the new password, and informs the person")
    func reset() async throws {
        try await auth.addAccount(email: "ada@example.org")
        let before = [try await auth.signIn(isAutomatic: true), try await auth.signIn()]
        _ = try await auth.takeMails()
        let after = try await auth.identity(reset(link()))
        #expect(after.signIn?.method == .link)
        for tokens in before { #expect(try await auth.identity(tokens).needsAuthentication) }
        #expect(try await auth.failure(password: AuthFixture.password) == .wrongCredentials)
        #expect(try await auth.failure(password: AuthFixture.otherPassword) == nil)
        #expect(try await auth.mails().map(\.kind).contains(.passwordChanged))
        #expect(
            try await auth.events(.passwordResetRequested, .passwordReset).map(\.client.address) == [
                "192.0.2.7", "192.0.2.7",
            ])
    }

    @Test("6.4.1 a link sets one password, and ends the other pending links")
    func once() async throws {
        try await auth.addAccount(email: "ada@example.org")
        let (first, second) = (try await link(), try await link("ada@example.org"))
        _ = try await reset(first)
        for token in [first, second] {
            await #expect(throws: LinkProblem.used) { try await reset(token, to: "a third good password here") }
        }
        #expect(try await auth.failure(password: AuthFixture.otherPassword) == nil)
    }

    @Test("6.4.1 of two people who use it at once, one sets the password")
    func together() async throws {
        try await auth.addAccount(email: "ada@example.org")
        let token = try await link()
        let candidates = (0..<6).map { "mauve tractors hum at \($0) o'clock" }
        let won = await withTaskGroup(of: String?.self) { group in
            for password in candidates {
                group.addTask { (try? await reset(token, to: password)).map { _ in password } }
            }
            return await group.reduce(into: [String]()) { winners, one in winners += [one].compactMap(\.self) }
        }
        #expect(won.count == 1)
        #expect(try await auth.failure(password: try #require(won.first)) == nil)
    }

    @Test("6.4.1 opening the link does not use it, and a refused password does not either")
    func kept() async throws {
        try await auth.addAccount(email: "ada@example.org")
        let token = try await link()
        for _ in 0..<3 { #expect(try await passwords.open(token).account.id == .ada) }
        await #expect(throws: PasswordProblem.self) { try await reset(token, to: "short") }
        _ = try await reset(token)
    }

    @Test(
        "6.4.1 a link is dead once the password or the address has changed, or the account was disabled or is gone"
    )
    func dead() async throws {
        for change in [Change.password, .email, .disabled, .enabled, .deleted] {
            let auth = AuthFixture()
            try await auth.addAccount(email: "ada@example.org")
            try await auth.services.passwords.requestReset("ada", client: Client())
            let welcome = MailJob(to: try address("ada@example.org"), .welcome(.ada))
            let tokens = [try await auth.tokenOfMail(), try await auth.token(for: welcome)]
            try await change.make(in: auth)
            for token in tokens {
                await #expect(throws: LinkProblem.self, "\(change)") {
                    try await auth.services.passwords.reset(
                        to: AuthFixture.otherPassword, token: token, identity: AuthFixture.stranger)
                }
            }
        }
    }

    @Test("of an imported account is its first, by the link in the welcome mail")
    func welcome() async throws {
        _ = try await auth.directory.add(
            NewAccount(userName: "ada", name: "Ada", email: "ada@example.org", password: nil, isAdministrator: false))
        let token = try await auth.token(for: MailJob(to: try address("ada@example.org"), .welcome(.ada)))
        #expect(try await passwords.open(token).isFirst)
        await #expect(throws: LinkProblem.unknown) { try await auth.services.registration.open(token) }
        _ = try await reset(token)
        #expect(try await auth.failure(password: AuthFixture.otherPassword) == nil)
    }

    @Test("is sent to no disabled account, and to none without an address")
    func nobody() async throws {
        try await auth.addAccount()
        try await auth.addAccount("bob", email: "bob@example.org")
        try await auth.directory.setDisabled(true, .bob)
        for name in ["ada", "bob", "bob@example.org", "", " ", String(repeating: "a", count: 10_000), "аda", "ａda"] {
            try await passwords.requestReset(name, client: Client())
        }
        #expect(try await auth.mails().isEmpty)
    }

    @Test("in a browser with the maximum number of accounts sets the password, and signs nobody in")
    func full() async throws {
        let identity = try await auth.fullBrowser()
        try await auth.addAccount(email: "ada@example.org")
        let tokens = try await passwords.reset(
            to: AuthFixture.otherPassword, token: try await link(), identity: identity)
        #expect(tokens == nil)
        #expect(try await auth.failure(password: AuthFixture.otherPassword) == nil)
    }
}

private enum Change {
    case password, email, disabled, enabled, deleted

    func make(in auth: AuthFixture) async throws {
        switch self {
        case .password: try await auth.directory.setPassword("a third good password here", of: .ada)
        case .email: try await auth.directory.setEmail(try address("new@example.org"), of: .ada)
        case .disabled: try await auth.directory.setDisabled(true, .ada)
        case .enabled:
            for isDisabled in [true, false] { try await auth.directory.setDisabled(isDisabled, .ada) }
        case .deleted: try await auth.directory.delete(.ada)
        }
    }
}
