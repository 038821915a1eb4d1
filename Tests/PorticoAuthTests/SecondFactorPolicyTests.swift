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
        let setUp = try services.factors.begin(for: account.id, issuer: "Portico")
        _ = try await services.factors.confirm(setUp.sealed, code: code(setUp.totp), of: account, client: Client())
        clock.advance(by: 30)
        return setUp.totp
    }
}

/// Every way to sign in, with every policy and every state of factors: there is no way round the second factor.
@Suite("G5 No way round the second factor", .everyEngine)
struct SecondFactorBypassTests {
    private let auth = AuthFixture()

    /// in: signed in; code: asked for the code; app: sets up an app first. In this order: `off`, `optional`,
    /// `administrators`, `all`.
    private static let table = """
        password       person         none     in  in    in    app
        password       person         app      in  code  code  code
        password       person         trusted  in  in    in    in
        password       administrator  none     in  in    app   app
        password       administrator  app      in  code  code  code
        password       administrator  trusted  in  in    in    in
        automatic      person         none     in  in    in    app
        automatic      person         app      in  code  code  code
        automatic      person         trusted  in  in    in    in
        automatic      administrator  none     in  in    app   app
        automatic      administrator  app      in  code  code  code
        automatic      administrator  trusted  in  in    in    in
        profile        person         none     in  in    in    app
        profile        person         app      in  code  code  code
        profile        person         trusted  in  in    in    in
        profile        administrator  none     in  in    app   app
        profile        administrator  app      in  code  code  code
        profile        administrator  trusted  in  in    in    in
        reset          person         none     in  in    in    app
        reset          person         app      in  code  code  code
        reset          person         trusted  in  code  code  code
        reset          administrator  none     in  in    app   app
        reset          administrator  app      in  code  code  code
        reset          administrator  trusted  in  code  code  code
        gateway        person         none     in  in    in    app
        gateway        person         app      in  code  code  code
        gateway        person         trusted  in  in    in    in
        gateway        administrator  none     in  in    app   app
        gateway        administrator  app      in  code  code  code
        gateway        administrator  trusted  in  in    in    in
        newcomer       person         none     in  in    in    app
        registration   person         none     in  in    in    app
        invitation     person         none     in  in    in    app
        invitation     administrator  none     in  in    app   app
        welcome        person         none     in  in    in    app
        welcome        administrator  none     in  in    app   app
        setup          administrator  none     in  in    app   app
        """

    enum Way: String {
        case password, automatic, profile, reset, gateway, newcomer, registration, invitation, welcome, setup
    }

    enum State: String { case none, app, trusted }

    enum Outcome: String { case `in`, code, app }

    struct Case: Sendable, CustomTestStringConvertible {
        let way: Way
        let isAdministrator: Bool
        let state: State
        let policy: SecondFactorPolicy
        let outcome: Outcome

        var testDescription: String {
            "\(way) of \(isAdministrator ? "an administrator" : "a person") with \(state), policy \(policy): \(outcome)"
        }
    }

    static let cases = table.split(separator: "\n").flatMap { line in
        let words = line.split(separator: " ").map(String.init)
        return zip(SecondFactorPolicy.allCases, words.dropFirst(3)).map { policy, outcome in
            Case(
                way: Way(rawValue: words[0])!, isAdministrator: words[1] == "administrator",
                state: State(rawValue: words[2])!, policy: policy, outcome: Outcome(rawValue: outcome)!)
        }
    }

    @Test("by any way, with any policy and any factors", arguments: cases)
    func bypass(_ test: Case) async throws {
        let before = try await prepare(test)
        auth.set(test.policy)
        auth.clock.advance(by: 1)
        let (account, result) = try await signIn(test, before)
        #expect(result.outcome == test.outcome)
        let signedIn = try await auth.authenticator.sessions(of: account)
        #expect(signedIn.count { $0.signIn.since == auth.clock.now() } == (test.outcome == .in ? 1 : 0))
    }

    private enum Result {
        case tokens
        case waits(isEnrolment: Bool)

        var outcome: Outcome {
            switch self {
            case .tokens: .in
            case .waits(let isEnrolment): isEnrolment ? .app : .code
            }
        }
    }

    private func result(_ work: () async throws -> BrowserTokens?) async throws -> Result {
        do {
            _ = try #require(try await work())
            return .tokens
        } catch let needed as SecondFactorNeeded {
            return .waits(isEnrolment: needed.isEnrolment)
        }
    }

    /// Adds the account with its factors under the policy `optional`.
    ///
    /// - Returns: the browser of the sign-in, where the account was signed in to if it is trusted there.
    private func prepare(_ test: Case) async throws -> RequestIdentity {
        let browser: RequestIdentity
        switch test.way {
        case .registration, .invitation, .setup, .newcomer: return AuthFixture.stranger
        case .welcome:
            try await auth.directory.add(
                NewAccount(
                    userName: "ada", name: "Ada", email: "ada@example.org", password: nil,
                    isAdministrator: test.isAdministrator))
            return AuthFixture.stranger
        case .gateway:
            auth.gateway.setPerson("ada", password: AuthFixture.password, number: "1", name: "Ada")
            browser = try await auth.identity(try await auth.signIn(server: AuthFixture.works))
            if test.isAdministrator {
                try await auth.directory.setAdministrator(true, AccountID(server: AuthFixture.works, user: "ada"))
            }
        case .profile:
            try await auth.addAccount(email: "ada@example.org", isAdministrator: test.isAdministrator)
            try await auth.addAccount("bob")
            browser = try await auth.identity(try await auth.signIn("bob"))
        default:
            browser = AuthFixture.stranger
            try await auth.addAccount(email: "ada@example.org", isAdministrator: test.isAdministrator)
        }
        guard test.state != .none else { return browser }
        let server = test.way == .gateway ? AuthFixture.works : .local
        let account = try #require(try await auth.store.account(AccountID(server: server, user: "ada")))
        let app = try await auth.addApp(to: account)
        guard test.state == .trusted else { return browser }
        var token = ""
        do {
            _ = try await auth.signIn(server: server, as: browser)
        } catch let needed as SecondFactorNeeded {
            token = needed.token.value
        }
        let tokens = try await auth.authenticator.finish(
            token, code: .app(auth.code(app)), trustsBrowser: true, identity: browser)
        auth.clock.advance(by: 30)
        return try await auth.identity(tokens)
    }

    private func signIn(_ test: Case, _ browser: RequestIdentity) async throws -> (AccountID, Result) {
        let atGateway = AccountID(server: AuthFixture.works, user: "ada")
        switch test.way {
        case .password, .profile: return (.ada, try await result { try await auth.signIn(as: browser) })
        case .automatic:
            return (.ada, try await result { try await auth.signIn(isAutomatic: true, as: browser) })
        case .gateway:
            return (atGateway, try await result { try await auth.signIn(server: AuthFixture.works, as: browser) })
        case .newcomer:
            auth.gateway.setPerson("ada", password: AuthFixture.password, number: "1", name: "Ada")
            return (atGateway, try await result { try await auth.signIn(server: AuthFixture.works, as: browser) })
        case .reset, .welcome:
            if test.way == .reset { try await auth.services.passwords.requestReset("ada", client: Client()) }
            let mail = try #require(
                try await auth.takeMails().last { [.passwordReset, .welcome].contains($0.kind) })
            let link = try await auth.token(for: mail)
            return (
                .ada,
                try await result {
                    try await auth.services.passwords.reset(
                        to: AuthFixture.otherPassword, token: link, identity: browser)
                }
            )
        case .registration:
            try await auth.services.registration.request(try address("ada@example.org"), client: Client())
            return (.ada, try await make(try await auth.tokenOfMail(), browser))
        case .invitation:
            let invitation = Invitation(
                email: try address("ada@example.org"), isAdministrator: test.isAdministrator)
            let link = try await auth.services.registration.link(for: invitation, client: Client())
            return (.ada, try await make(link.value, browser))
        case .setup:
            let token = Token.random()
            let first = FirstAccount(directory: auth.directory, users: auth.users, expected: token.digest)
            let new = NewAccount(
                userName: "ada", name: "Ada", password: AuthFixture.password, isAdministrator: true)
            return (.ada, try await result { try await first.make(new, token: token.value, identity: browser) })
        }
    }

    private func make(_ link: String, _ browser: RequestIdentity) async throws -> Result {
        try await result {
            try await auth.services.registration.make(
                userName: "ada", name: "Ada", password: AuthFixture.password, token: link, identity: browser)
        }
    }
}

@Suite("G5 A required second factor", .everyEngine)
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
            return (needed.token.value, try factors.begin(for: needed.account, issuer: "Portico"))
        }
        Issue.record("the password alone was enough")
        return ("", try factors.begin(for: .ada, issuer: "Portico"))
    }

    private func enrol(_ token: String, _ setUp: AppSetUp, _ code: String? = nil) async throws -> BrowserTokens {
        try await auth.authenticator.enrol(
            token, setUp: setUp.sealed, code: code ?? auth.code(setUp.totp), identity: AuthFixture.stranger
        ).tokens
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
        let other = try factors.begin(for: .bob, issuer: "Portico")
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
        #expect(try await !factors.isNeeded(by: .ada))
        _ = try await auth.authenticator.prove(
            password: AuthFixture.password, identity: try await auth.identity(tokens))
        auth.set(.optional)
        #expect(try await factors.isNeeded(by: .ada))
        await #expect(throws: SecondFactorNeeded.self) { try await auth.signIn() }
    }
}

@Suite("G5 Older sign-ins after a stricter policy", .everyEngine)
struct OlderSignInTests {
    private let auth = AuthFixture()
    private static let day: TimeInterval = 86_400

    init() {
        // Longer than the day after which sign-ins end.
        auth.services.currentPolicy.value.sessions = SessionPolicy(idle: 9 * Self.day, absolute: 9 * Self.day)
    }

    /// As a server that reads the policy, at its start or later.
    private func put(_ policy: SecondFactorPolicy, isStart: Bool = false) async throws {
        let mayRelax = isStart || auth.services.policy.secondFactor != policy
        auth.set(policy)
        auth.services.currentPolicy.value.sessions.requiredFactors = try await auth.store.require(
            policy, mayRelax: mayRelax, at: auth.clock.now())
    }

    private func isSignedIn(_ tokens: BrowserTokens) async throws -> Bool {
        try await auth.identity(tokens).signIn != nil
    }

    @Test("end 24 hours later, like expired ones, unless a factor was proved in them")
    func ends() async throws {
        try await auth.addAccount()
        let bob = try await auth.addAccount("bob")
        let old = try await auth.signIn()
        let proven = try await auth.signIn("bob")
        let setUp = try auth.services.factors.begin(for: bob.id, issuer: "Portico")
        try await put(.all)
        let identity = try await auth.identity(proven)
        _ = try await auth.services.factors.confirm(
            setUp.sealed, code: auth.code(setUp.totp), of: bob, client: Client(), in: identity)
        auth.clock.advance(by: Self.day - 1)
        #expect(try await isSignedIn(old))
        auth.clock.advance(by: 1)
        #expect(try await !isSignedIn(old))
        let expired = try await auth.identity(old)
        #expect(auth.authenticator.lastExpiredSignIn(in: expired)?.account.id == .ada)
        #expect(try await isSignedIn(proven))
    }

    @Test("stay in a trusted browser, and where the policy does not require one of the account")
    func stay() async throws {
        let account = try await auth.addAccount()
        try await auth.addAccount("bob")
        let app = try await auth.addApp(to: account)
        var token = ""
        do { _ = try await auth.signIn() } catch let needed as SecondFactorNeeded { token = needed.token.value }
        let first = try await auth.authenticator.finish(
            token, code: .app(auth.code(app)), trustsBrowser: true, identity: AuthFixture.stranger)
        let trusted = try await auth.signIn(as: try await auth.identity(first))
        let other = try await auth.signIn("bob")
        try await put(.administrators)
        auth.clock.advance(by: 2 * Self.day)
        #expect(try await isSignedIn(other))
        try await put(.all)
        auth.clock.advance(by: 2 * Self.day)
        #expect(try await isSignedIn(trusted))
        #expect(try await !isSignedIn(other))
    }

    @Test("count from the first server and the first start, and anew after a looser policy")
    func counted() async throws {
        let start = auth.clock.now()
        try await put(.all)
        auth.clock.advance(by: 100)
        try await put(.all, isStart: true)
        #expect(auth.services.policy.sessions.requiredFactors == RequiredFactors(administrators: start, all: start))
        // A server with the earlier policy that has not heard of the new one.
        let lagging = try await auth.store.require(.optional, mayRelax: false, at: auth.clock.now())
        #expect(lagging == RequiredFactors())
        try await put(.all, isStart: true)
        #expect(auth.services.policy.sessions.requiredFactors.all == start)
        try await put(.administrators)
        #expect(auth.services.policy.sessions.requiredFactors == RequiredFactors(administrators: start))
        try await put(.optional)
        try await put(.administrators)
        #expect(auth.services.policy.sessions.requiredFactors.administrators == start + 100)
    }

    @Test("of somebody who becomes an administrator count from then")
    func administrator() async throws {
        try await auth.addAccount()
        try await put(.administrators)
        let tokens = try await auth.signIn()
        auth.clock.advance(by: 2 * Self.day)
        #expect(try await isSignedIn(tokens))
        try await auth.directory.setAdministrator(true, .ada)
        auth.clock.advance(by: Self.day - 1)
        #expect(try await isSignedIn(tokens))
        auth.clock.advance(by: 1)
        #expect(try await !isSignedIn(tokens))
    }
}

@Suite("G5 The length of a password", .everyEngine)
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
