import Foundation
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("Changing the password", .everyEngine)
struct PasswordChangeTests {
    private let auth = AuthFixture()

    private func change(
        from current: String = AuthFixture.password, to password: String = AuthFixture.otherPassword,
        endsOthers: Bool, _ identity: RequestIdentity
    ) async throws -> BrowserTokens {
        try #require(
            try await auth.services.passwords.change(
                from: current, to: password, endsOthers: endsOthers, identity: identity))
    }

    @Test("7.4.3 ends the account's other sign-ins if wanted, and never this one", arguments: [true, false])
    func others(endsOthers: Bool) async throws {
        try await auth.addAccount(email: "ada@example.org")
        let (here, there) = (try await auth.signIn(), try await auth.signIn())
        _ = try await auth.takeMails()
        let tokens = try await change(endsOthers: endsOthers, auth.identity(here))
        #expect(try await !auth.identity(tokens, run: here.run).needsAuthentication)
        #expect(try await auth.identity(there).needsAuthentication == endsOthers)
        #expect(try await auth.identity(here).browser == nil, "7.2.4 the old token is dead")
        #expect(try await auth.mails().map(\.kind) == [.passwordChanged])
        #expect(try await auth.events(.passwordChanged).count == 1)
    }

    @Test("7.4.3 announces the ended sign-ins to their open pages, and nothing else")
    func told() async throws {
        try await auth.addAccount()
        let (here, there) = (try await auth.identity(auth.signIn()), try await auth.identity(auth.signIn()))
        let changes = try await auth.changed {
            _ = try await change(endsOthers: true, here)
        }
        #expect(changes == [[.signIn(try #require(there.signIn).id), .person(.ada)]], "it is one change")
        #expect(here.signIn != nil)
    }

    @Test("needs the current password, and a new one that breaks no rule")
    func refused() async throws {
        try await auth.addAccount()
        let identity = try await auth.identity(auth.signIn())
        await #expect(throws: AuthError.wrongCredentials) { try await change(from: "x", endsOthers: true, identity) }
        await #expect(throws: PasswordProblem.self) { try await change(to: "short", endsOthers: true, identity) }
        #expect(try await auth.failure(password: AuthFixture.password) == nil)
        #expect(try await auth.events(.reauthenticationFailed).map(\.account) == [.ada])
    }

    @Test("succeeds for one of two concurrent requests with the same old password")
    func together() async throws {
        try await auth.addAccount()
        let identities = [try await auth.identity(auth.signIn()), try await auth.identity(auth.signIn())]
        let made = await withTaskGroup(of: Bool.self) { group in
            for (number, identity) in identities.enumerated() {
                group.addTask {
                    (try? await change(to: "mauve tractors hum \(number)", endsOthers: false, identity)) != nil
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(made == 1)
    }

    @Test("by a person who is no longer signed in changes nothing")
    func signedOut() async throws {
        try await auth.addAccount()
        await #expect(throws: AuthError.signInEnded) { try await change(endsOthers: true, AuthFixture.stranger) }
    }
}
