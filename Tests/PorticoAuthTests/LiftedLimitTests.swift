import Foundation
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("Security: a link in a mail lifts the limits of an account")
struct LiftedLimitTests {
    private let auth = AuthFixture(
        policy: AuthPolicy(
            limits: LimitPolicy(
                account: Limit(attempts: 1000, window: 1), network: Limit(attempts: 1000, window: 1),
                strangersDelays: nil, rate: Limit(attempts: 1000, window: 1))))
    private static let limited = AuthError.tooManyAttempts(retryAfter: nil)

    private func lift(_ token: String) async throws {
        let link = try await auth.services.links.open(token, for: [.liftLimits])
        try await auth.authenticator.liftLimits(link, token: token, client: Client(address: "192.0.2.7"))
    }

    private func exhaust(_ name: String = "ada") async throws {
        for _ in 0..<50 { #expect(try await auth.failure(name) == .wrongCredentials) }
        #expect(try await auth.failure(name, password: AuthFixture.password) == Self.limited)
    }

    @Test("6.1.1 it is sent to the confirmed address when strangers reach a limit, and works once")
    func lifts() async throws {
        try await auth.addAccount(email: "ada@example.org")
        try await exhaust()
        let mails = try await auth.takeMails()
        #expect(mails.map(\.kind) == [.signInLimited])
        #expect(mails.first?.recipient.value == "ada@example.org")
        let token = try await auth.token(for: try #require(mails.first))
        try await lift(token)
        #expect(try await auth.failure(password: AuthFixture.password) == nil)
        let events = try await auth.events(.limitsLifted)
        #expect(events.map(\.account) == [.ada])
        #expect(events.map(\.client.address) == ["192.0.2.7"])
        await #expect(throws: LinkProblem.used) { try await lift(token) }
    }

    @Test("6.1.1 it lifts the limits of the user name and the address, and of no other account")
    func both() async throws {
        try await auth.addAccount(email: "ada@example.org")
        try await auth.addAccount("bob", email: "bob@example.org")
        for name in ["ada", "ada@example.org", "bob"] { try await exhaust(name) }
        let mail = try #require(try await auth.takeMails().first)
        try await lift(try await auth.token(for: mail))
        for name in ["ada", "ada@example.org"] {
            #expect(try await auth.failure(name, password: AuthFixture.password) == nil)
        }
        #expect(try await auth.failure("bob", password: AuthFixture.password) == Self.limited)
    }

    @Test("6.1.1 an account of a gateway with an address here gets it too")
    func gateway() async throws {
        let id = AccountID(server: AuthFixture.works, user: "ada")
        auth.gateway.setPerson("ada", password: AuthFixture.password, number: "42", name: "Ada")
        _ = try await auth.signIn("ada", server: AuthFixture.works)
        try await auth.memory.setEmail(EmailAddress("ada@example.org"), of: id, event: nil, at: Date())
        func attempt(_ password: String) async -> AuthError? {
            await #expect(throws: AuthError.self) {
                try await auth.signIn("ada", password: password, server: AuthFixture.works)
            }
        }
        for _ in 0..<50 { #expect(await attempt("wrong") == .wrongCredentials) }
        #expect(await attempt(AuthFixture.password) == Self.limited)
        try await lift(try await auth.tokenOfMail())
        _ = try await auth.signIn("ada", server: AuthFixture.works)
    }

    @Test("6.1.1 at most three a day are sent to one account")
    func few() async throws {
        try await auth.addAccount(email: "ada@example.org")
        try await exhaust()
        for _ in 0..<5 {
            auth.clock.advance(by: 3600)
            #expect(try await auth.failure() == Self.limited)
        }
        #expect(try await auth.mails().count == 3)
        auth.clock.advance(by: 86_400)
        #expect(try await auth.failure() == Self.limited)
        #expect(try await auth.mails().count == 4)
    }

    @Test("6.3.8 a refusal costs as many writes whether or not the account exists, and has an address")
    func silent() async throws {
        try await auth.addAccount(email: "ada@example.org")
        for name in ["ada", "eve"] {
            for _ in 0..<50 { _ = try await auth.failure(name) }
        }
        let known = try await auth.writes { _ = try await auth.failure("ada") }
        #expect(try await auth.writes { _ = try await auth.failure("eve") } == known)
        #expect(try await auth.mails().count == 1)
    }

    @Test("6.4.1 it does not work if the account has another address by then")
    func movedOn() async throws {
        try await auth.addAccount(email: "ada@example.org")
        try await exhaust()
        let token = try await auth.tokenOfMail()
        try await auth.directory.setEmail(EmailAddress("new@example.org"), of: .ada)
        await #expect(throws: LinkProblem.used) { try await lift(token) }
    }
}
