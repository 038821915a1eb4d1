import Foundation
import PorticoAuth
import PorticoConfig
import Testing

/// The contract of every ``AuthStore``. Run each check on an empty store.
package enum AuthStoreContract {
    /// All checks.
    package static let all: [Contract<any AuthStore>] =
        accounts + search + orders + many + administration + deletion + passwords + email + browsers + signIns
        + profiles + gateways + gatewayTokens + factors + passkeys + identities + providerSignIns + reauthentication
        + sessions
        + uses + automaticSignIn + history + links + mails + limits + drafts + log

    static let ada = AccountID(server: .local, user: "ada")
    static let bob = AccountID(server: .local, user: "bob")
    static let elsewhere = AccountID(server: ServerID(rawValue: "works"), user: "ada")
    static let start = Date(timeIntervalSince1970: 1_767_225_600)
}

/// A sign-in made by a check.
struct TestSignIn: Sendable {
    let token: TokenDigest
    let run: TokenDigest
    let made: SignInResult
    var browser: Browser { made.browser }
    var access: BrowserAccess { BrowserAccess(browser.id, token: token) }
    var signIn: SignIn.ID { made.signIn.id }

    func change(to isAutomatic: Bool) -> AutomaticSignInChange {
        AutomaticSignInChange(
            access: access, signIn: signIn, isAutomatic: isAutomatic, newRun: nil, time: AuthStoreContract.start)
    }
}

extension AuthStore {
    func addAccount(
        _ id: AccountID, name: String = "Ada", email: String? = nil, isAdministrator: Bool = false,
        passwordHash: String? = "hash", mustBeFirst: Bool = false, link: TokenDigest? = nil,
        mail: MailJob? = nil, event: SecurityEvent? = nil
    ) async throws {
        let account = Account(
            id: id, name: name, email: email.flatMap(EmailAddress.init), isAdministrator: isAdministrator,
            createdAt: AuthStoreContract.start)
        try await add(
            AccountAddition(
                account, passwordHash: passwordHash, mustBeFirst: mustBeFirst, link: link, mail: mail,
                event: event))
    }

    /// Adds a link that is valid for one hour.
    func addLink(
        _ purpose: OneTimeLink.Purpose, of account: AccountID? = nil, to email: String = "ada@door.example",
        signIn: SignIn.ID? = nil
    ) async throws -> TokenDigest {
        let token = Token.random().digest
        try await add(
            OneTimeLink(
                purpose, account: account, email: try address(email), signIn: signIn,
                expiresAt: AuthStoreContract.start.addingTimeInterval(3600)),
            tokens: [token])
        return token
    }

    /// - Parameter isRead: whether to read the browser afterwards, so that a cache contains it.
    func signInForTest(
        _ id: AccountID, previous: TestSignIn? = nil, run: TokenDigest? = nil, isAutomatic: Bool = true,
        client: Client = Client(), passwordHash: String? = nil, gateway: GatewayRecord? = nil, limit: Int = 5,
        expired: [SignIn.ID] = [], factor: UsedFactor? = nil, event: SecurityEvent? = nil,
        after seconds: TimeInterval = 0, isRead: Bool = true
    ) async throws -> TestSignIn {
        let token = Token.random().digest
        let run = run ?? previous?.run ?? Token.random().digest
        var new = NewSignIn(
            account: id, method: .password, isAutomatic: isAutomatic, client: client, access: previous?.access,
            token: token, run: run, passwordHash: passwordHash, gateway: gateway, accountLimit: limit, expired: expired,
            event: event, time: AuthStoreContract.start.addingTimeInterval(seconds))
        new.factor = factor
        let made = try await signIn(new)
        if isRead { _ = try await browser(token) }
        return TestSignIn(token: token, run: run, made: made)
    }

    /// The signed-in accounts of the browser with this token; nil if the token is unknown.
    func accounts(in token: TokenDigest) async throws -> [AccountID]? {
        try await browser(token)?.signIns.map(\.account.id)
    }

    /// The most recently selected account in the browser with this token.
    func current(in token: TokenDigest) async throws -> AccountID? {
        try await browser(token)?.signIns.max { $0.selectedAt < $1.selectedAt }?.account.id
    }

    /// The kinds of all events, oldest first.
    func loggedKinds() async throws -> [SecurityEvent.Kind] {
        try await events(SecurityEventQuery(after: 0, limit: 1000)).map(\.event.kind)
    }
}

/// A security event about Ada.
func event(_ kind: SecurityEvent.Kind, after seconds: TimeInterval = 0) -> SecurityEvent {
    SecurityEvent(
        kind, account: AuthStoreContract.ada, client: Client(),
        time: AuthStoreContract.start.addingTimeInterval(seconds))
}

func address(_ text: String) throws -> EmailAddress { try #require(EmailAddress(text)) }
