import Foundation
import PorticoConfig

/// An account to be added to the store.
public struct AccountAddition: Sendable {
    public let account: Account
    /// nil if the person chooses a password later.
    public let passwordHash: String?
    /// Whether the password is too short to be the only proof.
    public let hasShortPassword: Bool
    /// Whether to add the account only if there is no local account yet.
    public let mustBeFirst: Bool
    /// The link that allows the account. Adding the account uses it up.
    public let link: TokenDigest?
    /// The mail to send to the person after the account is added.
    public let mail: MailJob?
    /// The event to log in the same transaction.
    public let event: SecurityEvent?

    public init(
        _ account: Account, passwordHash: String?, hasShortPassword: Bool = false, mustBeFirst: Bool = false,
        link: TokenDigest? = nil,
        mail: MailJob? = nil, event: SecurityEvent? = nil
    ) {
        self.account = account
        self.passwordHash = passwordHash
        self.hasShortPassword = hasShortPassword
        self.mustBeFirst = mustBeFirst
        self.link = link
        self.mail = mail
        self.event = event
    }
}

/// One of several accounts cannot be added.
public struct AccountConflict: Error, Hashable {
    /// The position of the account in the array, from 0.
    public let index: Int
    public let error: AuthError

    public init(index: Int, error: AuthError) {
        self.index = index
        self.error = error
    }
}

extension AuthStore {
    /// Adds an account. Uses up `addition.link`, and every other registration or invitation link sent to the same
    /// address.
    ///
    /// - Throws: ``AuthError/accountExists``; ``AuthError/emailTaken``; ``AuthError/setupClosed`` if `mustBeFirst` is
    ///   set and there is a local account; a ``LinkProblem`` if the link does not work, `unknown` if its inviter is no
    ///   longer an enabled administrator.
    public func add(_ addition: AccountAddition) async throws {
        try await write { try $0.add(addition) }
    }

    /// The user names and addresses among those of `accounts` that other accounts already have. Reads only these
    /// accounts.
    func taken(of accounts: [Account]) async throws -> (ids: Set<AccountID>, emails: Set<EmailAddress>) {
        var (ids, emails): (Set<AccountID>, Set<EmailAddress>) = ([], [])
        // In batches, so that each transaction is short.
        for start in stride(from: 0, to: accounts.count, by: 500) {
            let some = Array(accounts[start..<min(start + 500, accounts.count)])
            let taken = try await read { transaction in
                (
                    ids: try some.map(\.id).filter { try transaction.credential(of: $0) != nil },
                    emails: try some.compactMap { account in
                        try account.email.flatMap { try transaction.account(email: $0, on: account.id.server)?.email }
                    }
                )
            }
            ids.formUnion(taken.ids)
            emails.formUnion(taken.emails)
        }
        return (ids, emails)
    }

    /// Adds all accounts or none.
    ///
    /// - Parameter event: the event of all additions, before those of each.
    /// - Throws: ``AccountConflict`` for the first account that cannot be added.
    public func add(_ additions: [AccountAddition], event: SecurityEvent? = nil) async throws {
        try await write { transaction in
            try transaction.log(event)
            for (index, addition) in additions.enumerated() {
                do {
                    try transaction.add(addition)
                } catch let error as AuthError {
                    throw AccountConflict(index: index, error: error)
                }
            }
        }
    }
}

extension AuthTransaction {
    fileprivate func add(_ addition: AccountAddition) throws {
        if addition.mustBeFirst, try hasLocalAccounts() { throw AuthError.setupClosed }
        let account = addition.account
        if let link = addition.link {
            let link = try use(link, for: [.registration, .invitation], at: account.createdAt)
            guard link.account == nil, try mayInvite(link.invitation) else { throw LinkProblem.unknown }
            try useUpInvitations(to: link.email)
        }
        guard try insert(account, passwordHash: addition.passwordHash) else {
            throw try credential(of: account.id) == nil ? AuthError.emailTaken : AuthError.accountExists
        }
        if addition.hasShortPassword { try setShortPassword(true, of: account.id) }
        if let mail = addition.mail { try insert(mail, at: account.createdAt) }
        try log(addition.event)
    }

    /// Whether the inviter, if there is one, is still an enabled administrator.
    private func mayInvite(_ invitation: Invitation?) throws -> Bool {
        guard let inviter = invitation?.inviter else { return true }
        guard let account = try credential(of: inviter)?.account else { return false }
        return account.isAdministrator && !account.isDisabled
    }
}
