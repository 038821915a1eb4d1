import Foundation

/// Sets up an installation without local accounts: a one-time token allows the first account, an administrator.
public struct FirstAccount: Sendable {
    private let directory: AccountDirectory
    private let users: UserManager
    private let expected: TokenDigest?

    /// - Parameter expected: digest of the set-up token; nil if none was issued, because there were accounts or local
    ///   accounts are off.
    public init(directory: AccountDirectory, users: UserManager, expected: TokenDigest?) {
        self.directory = directory
        self.users = users
        self.expected = expected
    }

    /// Whether `token` is the set-up token and there is still no local account.
    public func isOpen(to token: String) async throws -> Bool {
        guard let expected, TokenDigest(of: token) == expected else { return false }
        return try await !directory.store.hasLocalAccounts()
    }

    /// All rules that `new` breaks; empty if it can be added.
    public func problems(with new: NewAccount) -> [AccountProblem] { directory.problems(with: new) }

    /// The minimum length of the password, in characters.
    public var shortestPassword: Int { directory.shortestPassword(ofAdministrator: true) }

    /// Adds the first account and signs it in.
    ///
    /// - Throws: ``AuthError/setupClosed``, also for the slower of two concurrent requests; an ``AccountProblem``.
    public func make(_ new: NewAccount, token: String, identity: RequestIdentity) async throws -> BrowserTokens {
        guard try await isOpen(to: token) else { throw AuthError.setupClosed }
        let account = try await directory.add(new, mustBeFirst: true, client: identity.client)
        let proven = ProvenAccount(id: account.id, proof: .setup, time: account.createdAt)
        return try await users.signIn(proven, isAutomatic: false, identity: identity)
    }
}

extension GatewayAccess {
    /// The token of the set-up link of an installation with several servers: equal on all servers with this master key.
    ///
    /// - Parameter nonce: random, and deleted when the first account is added. A later nonce differs, so a token never
    ///   becomes valid again. The nonce without the key gives no token.
    /// - Throws: ``StorageFailure`` if the key is not the key of the database.
    public func setupToken(nonce: Data) throws -> Token {
        Token(value: try box.keys(for: "set-up link \(nonce.base64URL)")[0].key.base64URL)
    }
}
