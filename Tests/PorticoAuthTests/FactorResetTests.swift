import Foundation
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("G6 An administrator's reset of the ways to log in", .everyEngine)
struct FactorResetTests {
    private let auth = AuthFixture()
    private var factors: SecondFactors { auth.services.factors }
    private static let day: TimeInterval = 86_400
    private static let here = Client(address: "192.0.2.7", agent: "Firefox on Linux")

    /// An account with an authenticator app.
    private func addAccount() async throws -> Account {
        let account = try await auth.addAccount(email: "ada@example.org")
        try await setUp(account)
        _ = try await auth.takeMails()
        return account
    }

    private func setUp(_ account: Account) async throws {
        let setUp = try await factors.begin(for: account.id, issuer: "Portico")
        let code = setUp.totp.code(step: TOTP.step(at: auth.clock.now()))
        _ = try await factors.confirm(setUp.sealed, code: code, of: account, client: Self.here)
    }

    /// Begins a reset. Returns the token of the link that stops it.
    private func begin(_ account: Account) async throws -> String {
        let isBegun = try await factors.beginReset(of: account, by: .bob, client: Self.here)
        #expect(isBegun)
        let mail = try #require(try await auth.takeMails().last)
        #expect(mail.content == .factorsResetBegun(account.id, auth.clock.now() + Self.day))
        return try await auth.token(for: mail)
    }

    private func clean() async throws { try await auth.services.deleteExpired(at: auth.clock.now()) }

    @Test("takes effect after a day, once, and tells the person when it begins and when it does")
    func effect() async throws {
        let account = try await addAccount()
        _ = try await begin(account)
        let again = try await factors.beginReset(of: account, by: .bob, client: Self.here)
        #expect(!again, "one waits already")
        auth.clock.advance(by: Self.day - 1)
        try await clean()
        let waiting = try await factors.state(of: account.id)
        #expect(waiting.appAddedAt != nil && waiting.resetAt == auth.clock.now() + 1)
        auth.clock.advance(by: 1)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<5 { group.addTask { try? await clean() } }
        }
        let state = try await factors.state(of: account.id)
        #expect(state.appAddedAt == nil && state.codesLeft == 0 && state.resetAt == nil)
        let mails = try await auth.takeMails()
        #expect(mails.map(\.kind) == [.factorsChanged])
        let events = try await auth.events(.factorsResetBegun, .factorsReset)
        #expect(events.map(\.kind) == [.factorsResetBegun, .factorsReset])
        #expect(events.allSatisfy { $0.actor == .bob && $0.account == account.id })
        #expect(try await auth.failure(password: AuthFixture.password) == nil)
    }

    @Test("is stopped by the link as long as it waits, and only once")
    func link() async throws {
        let account = try await addAccount()
        let token = try await begin(account)
        auth.clock.advance(by: Self.day - 1)
        try await factors.stopReset(using: token, client: Self.here)
        await #expect(throws: LinkProblem.used) { try await factors.stopReset(using: token, client: Self.here) }
        #expect(try await auth.takeMails().map(\.kind) == [.factorsChanged])
        auth.clock.advance(by: Self.day)
        try await clean()
        let state = try await factors.state(of: account.id)
        #expect(state.appAddedAt != nil && state.resetAt == nil)
        #expect(try await auth.events(.factorsResetStopped).map(\.account) == [account.id])
    }

    @Test("is stopped by an administrator or the person; the link says then that it is too late")
    func people() async throws {
        let account = try await addAccount()
        for actor in [AccountID.bob, nil] {
            let token = try await begin(account)
            let isStopped = try await factors.stopReset(of: account, by: actor, client: Self.here)
            #expect(isStopped)
            let isAgain = try await factors.stopReset(of: account, by: actor, client: Self.here)
            #expect(!isAgain)
            await #expect(throws: LinkProblem.expired) { try await factors.stopReset(using: token, client: Self.here) }
            _ = try await auth.takeMails()
        }
        #expect(try await auth.events(.factorsResetStopped).map(\.actor) == [.bob, nil])
    }

    /// A passkey that nobody can use.
    private func addPasskey(_ id: UInt8, to account: Account) async throws {
        let passkey = StoredPasskey(
            id: Data([id]), account: account.id, publicKey: Data([0]), algorithm: -7, isBackupEligible: false,
            isBackedUp: false, aaguid: "", name: "Telephone", client: Self.here, addedAt: auth.clock.now())
        let isNew = try await auth.memory.write { try $0.insert(passkey) }
        #expect(isNew)
    }

    @Test("removes passkeys, also of an account without an app, and ends with the last one")
    func passkeys() async throws {
        let account = try await auth.addAccount(email: "ada@example.org")
        for id: UInt8 in [1, 2] { try await addPasskey(id, to: account) }
        _ = try await begin(account)
        auth.clock.advance(by: Self.day)
        try await clean()
        #expect(try await auth.services.passkeys.all(of: account.id).isEmpty)
        let mails = try await auth.takeMails()
        #expect(mails.map(\.content) == [.factorsChanged(account.id, .factorsReset, Client(), auth.clock.now())])
        try await addPasskey(3, to: account)
        _ = try await begin(account)
        let last = try #require(try await auth.services.passkeys.all(of: account.id).first)
        #expect(try await auth.services.passkeys.remove(last, of: account, client: Self.here))
        #expect(try await factors.state(of: account.id).resetAt == nil, "there is nothing left to reset")
    }

    @Test("stops when the app is set up again, and ends with what it would have removed")
    func since() async throws {
        let account = try await addAccount()
        _ = try await begin(account)
        auth.clock.advance(by: 60)
        try await setUp(account)
        #expect(try await factors.state(of: account.id).resetAt == nil)
        let changes = try await auth.takeMails().map(\.content).compactMap { mail in
            if case .factorsChanged(_, let change, _, _) = mail { change } else { nil }
        }
        #expect(changes == [.resetStopped, .appAdded])
        auth.clock.advance(by: Self.day)
        try await clean()
        let state = try await factors.state(of: account.id)
        #expect(state.appAddedAt != nil && state.resetAt == nil)
        _ = try await auth.takeMails()
        _ = try await begin(account)
        let isRemoved = try await factors.remove(of: account, client: Self.here)
        #expect(isRemoved)
        #expect(try await factors.state(of: account.id).resetAt == nil)
        let isBegun = try await factors.beginReset(of: account, by: .bob, client: Self.here)
        #expect(!isBegun, "there is nothing to reset")
    }
}
