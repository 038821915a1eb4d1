import Foundation

/// The way into an installation that has no local account yet: a one-time token makes the first one, an administrator.
public struct FirstAccount: Sendable {
    private let directory: AccountDirectory
    private let users: UserManager
    private let expected: TokenDigest?

    /// - Parameter expected: digest of the token that was handed out; `nil` where none was: there were accounts, or none
    ///   may live here.
    public init(directory: AccountDirectory, users: UserManager, expected: TokenDigest?) {
        self.directory = directory
        self.users = users
        self.expected = expected
    }

    /// Whether `token` still opens the set-up.
    public func isOpen(to token: String) async throws -> Bool {
        guard let expected, TokenDigest(of: token) == expected else { return false }
        return try await !directory.hasLocalAccounts()
    }

    public func problems(with new: NewAccount) -> [AccountProblem] { directory.problems(with: new) }

    /// Makes the first account and signs it in.
    ///
    /// - Throws: ``AuthError/setupClosed``, also for the slower of two that race; an ``AccountProblem``.
    public func make(_ new: NewAccount, token: String, identity: RequestIdentity) async throws -> BrowserTokens {
        guard try await isOpen(to: token) else { throw AuthError.setupClosed }
        let account = try await directory.add(new, mustBeFirst: true, client: identity.client)
        return try await users.signIn(account.id, method: .setup, isAutomatic: false, identity: identity)
    }
}
