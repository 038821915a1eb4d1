import Foundation
import PorticoConfig

/// Where accounts, browsers and sign-ins are kept, and what belongs to them.
///
/// A transaction happens whole or, where its body throws, not at all; what it has changed survives the loss of power. A body
/// is short and has no effect outside of the transaction: an engine may run it again. Callers treat errors that are not
/// named as "store unavailable".
public protocol AuthStore: MailQueue {
    /// Asks in one transaction.
    func read<T: Sendable>(_ body: @escaping @Sendable (any AuthTransaction) throws -> T) async throws -> T
    /// Changes in one transaction, in which nobody else does.
    func write<T: Sendable>(_ body: @escaping @Sendable (any AuthTransaction) throws -> T) async throws -> T
    /// The browser that holds this token, with its sign-ins that have not been ended. Every request asks, so this may be
    /// remembered.
    func browser(_ token: TokenDigest) async throws -> Browser?
    /// Whether there is an account whose password is kept here. This may be remembered too.
    func hasLocalAccounts() async throws -> Bool
}

extension AuthStore {
    public func browser(_ token: TokenDigest) async throws -> Browser? { try await read { try $0.browser(token) } }

    public func hasLocalAccounts() async throws -> Bool { try await read { try $0.hasLocalAccounts() } }
}

// MARK: Questions of one step

extension AuthStore {
    /// All accounts, by server and user name.
    public func accounts() async throws -> [Account] { try await accounts(AccountQuery(limit: .max)) }

    /// Some accounts, by server and user name.
    public func accounts(_ query: AccountQuery) async throws -> [Account] { try await read { try $0.accounts(query) } }

    public func account(_ id: AccountID) async throws -> Account? { try await credential(of: id)?.account }

    /// The account that has this address on a server.
    public func account(email: EmailAddress, on server: ServerID) async throws -> Account? {
        try await read { try $0.account(email: email, on: server) }
    }

    public func credential(of id: AccountID) async throws -> Credential? {
        try await read { try $0.credential(of: id) }
    }

    /// The sign-ins that are kept of an account; none for an account that is not there.
    public func history(of id: AccountID) async throws -> AccountHistory { try await read { try $0.history(of: id) } }

    /// Whether the account was ever signed in to in this browser.
    public func hasSignedIn(_ account: AccountID, in browser: Browser.ID) async throws -> Bool {
        try await read { try $0.hasSignedIn(account, in: browser) }
    }

    /// The sign-ins of an account that have not been ended, the last used first; some may have expired.
    public func signIns(of account: AccountID) async throws -> [OpenSignIn] {
        try await read { try $0.signIns(SignInFilter(account: account)) }
    }

    /// The sign-ins of all accounts that have not been ended, by user name, the last used first.
    public func openSignIns() async throws -> [OpenSignIn] { try await read { try $0.signIns(SignInFilter()) } }
}
