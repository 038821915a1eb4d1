import Foundation
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

extension AuthFixture {
    /// The rule of second factors in force.
    func set(_ policy: SecondFactorPolicy) { services.currentPolicy.value.secondFactor = policy }

    func code(_ app: TOTP, steps: Int64 = 0) -> String { app.code(step: TOTP.step(at: clock.now()) + steps) }

    /// Sets up an app for an account. The clock then shows the next code.
    func addApp(to account: Account) async throws -> TOTP {
        let setUp = try await services.factors.begin(for: account.id, issuer: "Portico")
        _ = try await services.factors.confirm(setUp.sealed, code: code(setUp.totp), of: account, client: Client())
        clock.advance(by: 30)
        return setUp.totp
    }
}

@Suite("G4 A required second factor", .everyEngine)
struct RequiredFactorTests {
    private let auth = AuthFixture()
    private var factors: SecondFactors { auth.services.factors }
    private static let here = Client(address: "192.0.2.7", agent: "Firefox on Linux")

    /// Begins a sign-in of ada that waits until an app is set up.
    private func begin(as identity: RequestIdentity = AuthFixture.stranger) async throws -> (String, AppSetUp) {
        do {
            _ = try await auth.signIn(isAutomatic: true, as: identity)
        } catch let needed as SecondFactorNeeded {
            #expect(needed.isEnrolment)
            return (needed.token.value, try await factors.begin(for: needed.account, issuer: "Portico"))
        }
        Issue.record("the password alone was enough")
        return ("", try await factors.begin(for: .ada, issuer: "Portico"))
    }

    private func enrol(_ token: String, _ setUp: AppSetUp, _ code: String? = nil) async throws -> BrowserTokens {
        try await auth.authenticator.enrol(
            token, setUp: setUp.sealed, code: code ?? auth.code(setUp.totp), identity: AuthFixture.stranger
        ).tokens
    }

    /// The answer of a browser that has made a passkey for a waiting sign-in of ada.
    private func passkey(for token: String) async throws -> String {
        let options = try await auth.services.passkeys.enrolmentOptions(of: .ada, waiting: token, site: "Door")
        var device = SoftwareAuthenticator()
        return try device.created(by: try #require(options))
    }

    @Test("is set up within the sign-in, which is then complete, in one transaction")
    func enrols() async throws {
        try await auth.addAccount(email: "ada@example.org")
        auth.set(.all)
        let (token, setUp) = try await begin()
        await #expect(throws: AuthError.wrongCode) { try await enrol(token, setUp, "000000x") }
        #expect(try await factors.state(of: .ada).appAddedAt == nil)
        let done = try await auth.authenticator.enrol(
            token, setUp: setUp.sealed, code: auth.code(setUp.totp), identity: AuthFixture.stranger)
        let signIn = try #require(try await auth.identity(done.tokens).signIn)
        #expect(signIn.isAutomatic && signIn.factor == .app && signIn.factorAt == auth.clock.now())
        #expect(done.codes.count == 10)
        #expect(try await factors.state(of: .ada).codesLeft == 10)
        #expect(try await auth.events(.factorAdded, .signedIn).map(\.kind) == [.factorAdded, .signedIn])
        #expect(try await auth.takeMails().map(\.kind).contains(.factorsChanged))
        await #expect(throws: AuthError.pendingSignInEnded) { try await enrol(token, setUp) }
    }

    @Test("may be a passkey, which its own browser makes for the waiting sign-in, once")
    func passkey() async throws {
        try await auth.addAccount(email: "ada@example.org")
        auth.set(.all)
        let ((token, _), (other, _)) = (try await begin(), try await begin())
        let passkeys = auth.services.passkeys
        var device = SoftwareAuthenticator()
        let elsewhere = try #require(try await passkeys.enrolmentOptions(of: .ada, waiting: other, site: "Door"))
        let foreign = try device.created(by: elsewhere)
        let handle = device.userHandle
        await #expect(throws: PasskeyRefusal.expired, "made for another sign-in") {
            try await auth.authenticator.enrol(token, passkey: foreign, identity: AuthFixture.stranger)
        }
        auth.clock.advance(by: 900)
        let options = try #require(try await passkeys.enrolmentOptions(of: .ada, waiting: token, site: "Door"))
        var unverified = device
        unverified.flags = 0x01
        let silent = try unverified.created(by: options)
        await #expect(throws: PasskeyRefusal.invalid(.userNotVerified)) {
            try await auth.authenticator.enrol(token, passkey: silent, identity: AuthFixture.stranger)
        }
        _ = try await auth.takeMails()
        let answer = try device.created(by: options)
        #expect(device.userHandle?.count == 64 && device.userHandle != handle, "neither replaces the other on a device")
        let tokens = try await auth.authenticator.enrol(token, passkey: answer, identity: AuthFixture.stranger)
        let signIn = try #require(try await auth.identity(tokens).signIn)
        #expect(signIn.isAutomatic && signIn.factor == .passkey && signIn.factorAt == auth.clock.now())
        #expect(auth.authenticator.proof(of: signIn) == .secondFactor)
        #expect(try await auth.events(.passkeyAdded, .signedIn).map(\.kind) == [.passkeyAdded, .signedIn])
        #expect(try await auth.takeMails().map(\.kind) == [.factorsChanged])
        for waiting in [token, other] {
            await #expect(throws: (any Error).self) {
                try await auth.authenticator.enrol(waiting, passkey: answer, identity: AuthFixture.stranger)
            }
        }
        #expect(try await passkeys.all(of: .ada).count == 1)
        #expect(try await passkeys.enrolmentOptions(of: .ada, waiting: other, site: "Door") == nil, "it has a factor")
        let used = try device.asserted(by: try #require(try passkeys.signInOptions()))
        _ = try await passkeys.signIn(used, isAutomatic: false, identity: AuthFixture.stranger)
    }

    @Test("is no passkey once there is an app, although the passkey was asked for before")
    func overtakenPasskey() async throws {
        try await auth.addAccount()
        auth.set(.all)
        let ((first, _), (second, setUp)) = (try await begin(), try await begin())
        let answer = try await passkey(for: first)
        _ = try await enrol(second, setUp)
        await #expect(throws: AuthError.pendingSignInEnded) {
            try await auth.authenticator.enrol(first, passkey: answer, identity: AuthFixture.stranger)
        }
        #expect(try await auth.services.passkeys.all(of: .ada).isEmpty)
    }

    @Test("is no passkey for a sign-in that needs none any more, nor for the account of a gateway")
    func noPasskey() async throws {
        try await auth.addAccount()
        auth.set(.all)
        let (token, _) = try await begin()
        let passkeys = auth.services.passkeys
        let answer = try await passkey(for: token)
        auth.set(.off)
        await #expect(throws: AuthError.pendingSignInEnded) {
            try await auth.authenticator.enrol(token, passkey: answer, identity: AuthFixture.stranger)
        }
        auth.set(.all)
        auth.gateway.setPerson("ada", password: AuthFixture.password, number: "1", name: "Ada")
        let needed = await #expect(throws: SecondFactorNeeded.self) {
            try await auth.signIn(server: AuthFixture.works)
        }
        let waiting = try #require(needed)
        let other = try await passkeys.enrolmentOptions(of: waiting.account, waiting: waiting.token.value, site: "Door")
        #expect(other == nil)
        await #expect(throws: PasskeyRefusal.tooMany) {
            try await auth.authenticator.enrol(
                waiting.token.value, passkey: answer, identity: AuthFixture.stranger)
        }
        #expect(try await passkeys.all(of: .ada).isEmpty)
    }

    @Test("replaces no app that was set up meanwhile, not even by somebody with the password")
    func overtaken() async throws {
        let account = try await auth.addAccount()
        auth.set(.all)
        let (first, attacker) = try await begin()
        let (second, owner) = try await begin()
        _ = try await enrol(second, owner)
        let stored = try await factors.state(of: .ada)
        await #expect(throws: AuthError.pendingSignInEnded) { try await enrol(first, attacker) }
        await #expect(throws: AuthError.wrongCode) {
            try await auth.authenticator.finish(
                first, code: .app(auth.code(attacker.totp)), trustsBrowser: false, identity: AuthFixture.stranger)
        }
        #expect(try await factors.state(of: account.id) == stored)
    }

    @Test("that nobody has confirmed asks nothing of anybody, and waits for half an hour")
    func unconfirmed() async throws {
        try await auth.addAccount()
        auth.set(.all)
        let (token, setUp) = try await begin()
        auth.clock.advance(by: 1800)
        await #expect(throws: AuthError.pendingSignInEnded) { try await enrol(token, setUp) }
        auth.set(.optional)
        #expect(try await auth.failure(password: AuthFixture.password) == nil)
    }

    @Test("is not set up for a sign-in that needs none any more")
    func relaxed() async throws {
        try await auth.addAccount()
        auth.set(.all)
        let (token, setUp) = try await begin()
        auth.set(.off)
        await #expect(throws: AuthError.pendingSignInEnded) { try await enrol(token, setUp) }
        #expect(try await factors.state(of: .ada).appAddedAt == nil)
    }

    @Test("limits wrong first codes like other codes")
    func limited() async throws {
        try await auth.addAccount()
        auth.set(.all)
        let (token, setUp) = try await begin()
        for _ in 0..<10 {
            await #expect(throws: AuthError.wrongCode) { try await enrol(token, setUp, "000000x") }
        }
        await #expect(throws: AuthError.tooManyCodes(retryAfter: 900)) { try await enrol(token, setUp) }
    }

    @Test("of another account is refused")
    func elsewhere() async throws {
        try await auth.addAccount()
        try await auth.addAccount("bob")
        auth.set(.all)
        let (token, _) = try await begin()
        let other = try await factors.begin(for: .bob, issuer: "Portico")
        await #expect(throws: AuthError.pendingSignInEnded) { try await enrol(token, other) }
    }

    @Test("cannot be removed while it is required, but set up again; an operator can reset it")
    func kept() async throws {
        let account = try await auth.addAccount(isAdministrator: true)
        _ = try await auth.addApp(to: account)
        auth.set(.administrators)
        await #expect(throws: AuthError.secondFactorRequired) {
            try await factors.remove(of: account, client: Self.here)
        }
        _ = try await auth.addApp(to: account)
        #expect(try await factors.remove(of: account, isReset: true, client: Self.here))
        _ = try await begin()
    }

    @Test("while the policy is off, apps stay stored, and work again later")
    func off() async throws {
        let account = try await auth.addAccount()
        _ = try await auth.addApp(to: account)
        auth.set(.off)
        let tokens = try await auth.signIn()
        #expect(try await !factors.hasApp(.ada))
        _ = try await auth.authenticator.prove(
            password: AuthFixture.password, identity: try await auth.identity(tokens))
        auth.set(.optional)
        #expect(try await factors.hasApp(.ada))
        await #expect(throws: SecondFactorNeeded.self) { try await auth.signIn() }
    }
}
