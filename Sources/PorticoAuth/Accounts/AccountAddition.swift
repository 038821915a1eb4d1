import Foundation
import PorticoConfig

/// An account about to be made.
public struct AccountAddition: Sendable {
    public let account: Account
    /// nil where the person is to choose a password later.
    public let passwordHash: String?
    /// Whether to add it only while there is no local account.
    public let mustBeFirst: Bool
    /// The link that allows it, which is used up with it.
    public let link: TokenDigest?
    /// What is sent to the person, once the account is there.
    public let mail: MailJob?
    public let event: SecurityEvent?

    public init(
        _ account: Account, passwordHash: String?, mustBeFirst: Bool = false, link: TokenDigest? = nil,
        mail: MailJob? = nil, event: SecurityEvent? = nil
    ) {
        self.account = account
        self.passwordHash = passwordHash
        self.mustBeFirst = mustBeFirst
        self.link = link
        self.mail = mail
        self.event = event
    }
}

/// Why one of many accounts cannot be added.
public struct AccountConflict: Error, Hashable {
    /// Its place among them, from 0 on.
    public let index: Int
    public let error: AuthError

    public init(index: Int, error: AuthError) {
        self.index = index
        self.error = error
    }
}

extension AuthStore {
    /// Adds an account. With the link that allows it, all others that were sent to the same address to make one are used
    /// up.
    ///
    /// - Throws: ``AuthError/accountExists``; ``AuthError/emailTaken``; ``AuthError/setupClosed`` where it had to be the
    ///   first and is not; a ``LinkProblem`` where its link does not work, `unknown` where whoever invited may not any more.
    public func add(_ addition: AccountAddition) async throws {
        try await write { try $0.add(addition) }
    }

    /// Adds all of them or none.
    ///
    /// - Throws: ``AccountConflict`` for the first that cannot be added.
    public func add(_ additions: [AccountAddition]) async throws {
        try await write { transaction in
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
        if let mail = addition.mail { try insert(mail, at: account.createdAt) }
        try log(addition.event)
    }

    /// Whether whoever invites, where that is somebody, may still do so.
    private func mayInvite(_ invitation: Invitation?) throws -> Bool {
        guard let inviter = invitation?.inviter else { return true }
        guard let account = try credential(of: inviter)?.account else { return false }
        return account.isAdministrator && !account.isDisabled
    }
}
