import Foundation
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

/// Every way to sign in, with every policy and every state of factors: there is no way round the second factor.
@Suite("G4 No way round the second factor", .everyEngine)
struct SecondFactorBypassTests {
    private let auth = AuthFixture()

    /// in: signed in; code: asked for the second factor; app: sets up an app first. In this order: `off`, `optional`,
    /// `administrators`, `all`. The states: `app` and `passkey` are set up, `both` are, or the browser is `trusted` with an
    /// app.
    private static let table = """
        password       person         none     in  in    in    app
        password       person         app      in  code  code  code
        password       person         trusted  in  in    in    in
        password       administrator  none     in  in    app   app
        password       administrator  app      in  code  code  code
        password       administrator  trusted  in  in    in    in
        password       person         passkey  in  in    in    code
        password       person         both     in  code  code  code
        password       administrator  passkey  in  in    code  code
        password       administrator  both     in  code  code  code
        passkey        person         passkey  in  in    in    in
        passkey        person         both     in  in    in    in
        passkey        administrator  passkey  in  in    in    in
        passkey        administrator  both     in  in    in    in
        automatic      person         none     in  in    in    app
        automatic      person         app      in  code  code  code
        automatic      person         trusted  in  in    in    in
        automatic      administrator  none     in  in    app   app
        automatic      administrator  app      in  code  code  code
        automatic      administrator  trusted  in  in    in    in
        automatic      person         passkey  in  in    in    code
        automatic      person         both     in  code  code  code
        automatic      administrator  passkey  in  in    code  code
        automatic      administrator  both     in  code  code  code
        profile        person         none     in  in    in    app
        profile        person         app      in  code  code  code
        profile        person         trusted  in  in    in    in
        profile        administrator  none     in  in    app   app
        profile        administrator  app      in  code  code  code
        profile        administrator  trusted  in  in    in    in
        profile        person         passkey  in  in    in    code
        profile        person         both     in  code  code  code
        profile        administrator  passkey  in  in    code  code
        profile        administrator  both     in  code  code  code
        reset          person         none     in  in    in    app
        reset          person         app      in  code  code  code
        reset          person         trusted  in  code  code  code
        reset          administrator  none     in  in    app   app
        reset          administrator  app      in  code  code  code
        reset          administrator  trusted  in  code  code  code
        reset          person         passkey  in  in    in    code
        reset          person         both     in  code  code  code
        reset          administrator  passkey  in  in    code  code
        reset          administrator  both     in  code  code  code
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
        case password, passkey, automatic, profile, reset, gateway, newcomer, registration, invitation, welcome, setup
    }

    enum State: String { case none, app, passkey, both, trusted }

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

    static let cases = table.utf8.split(separator: UInt8(ascii: "\n")).flatMap { line in
        let words = line.split(separator: UInt8(ascii: " ")).map { String($0)! }
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
        let (account, result) = try await signIn(test, before.browser, before.device)
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
    /// - Returns: the browser of the sign-in, where the account was signed in to if it is trusted there, and the device
    ///   with its passkey, if it has one.
    private func prepare(_ test: Case) async throws -> (browser: RequestIdentity, device: SoftwareAuthenticator) {
        var device = SoftwareAuthenticator()
        let browser: RequestIdentity
        switch test.way {
        case .registration, .invitation, .setup, .newcomer: return (AuthFixture.stranger, device)
        case .welcome:
            try await auth.directory.add(
                NewAccount(
                    userName: "ada", name: "Ada", email: "ada@example.org", password: nil,
                    isAdministrator: test.isAdministrator))
            return (AuthFixture.stranger, device)
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
        if [.passkey, .both].contains(test.state) { try await addPasskey(&device) }
        guard [.app, .both, .trusted].contains(test.state) else { return (browser, device) }
        let server = test.way == .gateway ? AuthFixture.works : .local
        let account = try #require(try await auth.store.account(AccountID(server: server, user: "ada")))
        let app = try await auth.addApp(to: account)
        guard test.state == .trusted else { return (browser, device) }
        var token = ""
        do {
            _ = try await auth.signIn(server: server, as: browser)
        } catch let needed as SecondFactorNeeded {
            token = needed.token.value
        }
        let tokens = try await auth.authenticator.finish(
            token, code: .app(auth.code(app)), trustsBrowser: true, identity: browser)
        auth.clock.advance(by: 30)
        return (try await auth.identity(tokens), device)
    }

    private func addPasskey(_ device: inout SoftwareAuthenticator) async throws {
        let signIn = try #require(try await auth.identity(try await auth.signIn()).signIn)
        let options = try #require(try await auth.services.passkeys.registrationOptions(for: signIn, site: "Door"))
        _ = try await auth.services.passkeys.register(try device.created(by: options), for: signIn, client: Client())
        _ = try await auth.takeMails()
    }

    private func signIn(
        _ test: Case, _ browser: RequestIdentity, _ device: SoftwareAuthenticator
    ) async throws -> (AccountID, Result) {
        let atGateway = AccountID(server: AuthFixture.works, user: "ada")
        switch test.way {
        case .passkey:
            var device = device
            let answer = try device.asserted(by: try #require(try auth.services.passkeys.signInOptions()))
            return (
                .ada,
                try await result {
                    try await auth.services.passkeys.signIn(answer, isAutomatic: false, identity: browser)
                }
            )
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
