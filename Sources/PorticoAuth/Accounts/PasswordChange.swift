import Foundation
import PorticoConfig

/// Another password for an account.
public struct PasswordChange: Sendable {
    public let account: AccountID
    /// nil takes the password away: nobody signs in with one until there is another.
    public let hash: String?
    /// The hash that must still be in force; nil where it does not matter.
    public let replacing: String?
    /// The link that allows it, which is used up with it.
    public let link: TokenDigest?
    /// Which sign-ins end with it; nil for none.
    public let ends: SignInEnding?
    /// What tells the person of it, or how to choose another one.
    public let mail: MailJob?
    public let event: SecurityEvent?
    public let time: Date

    public init(
        account: AccountID, hash: String?, replacing: String? = nil, link: TokenDigest? = nil,
        ends: SignInEnding? = .all,
        mail: MailJob? = nil, event: SecurityEvent? = nil, time: Date
    ) {
        self.account = account
        self.hash = hash
        self.replacing = replacing
        self.link = link
        self.ends = ends
        self.mail = mail
        self.event = event
        self.time = time
    }
}

extension AuthStore {
    /// Gives an account another password, ends sign-ins, makes all links useless that would change password or address,
    /// those too that mails would still carry, and forgets the failed attempts to sign in to it.
    ///
    /// - Returns: the ids of the sign-ins that it ended.
    /// - Throws: ``AuthError/noSuchAccount``; ``AuthError/wrongCredentials`` where the password was changed meanwhile; a
    ///   ``LinkProblem`` where its link does not work.
    @discardableResult
    public func setPassword(_ change: PasswordChange) async throws -> [SignIn.ID] {
        try await write { transaction in
            let id = change.account
            if let link = change.link {
                let link = try transaction.use(link, for: [.passwordReset, .invitation], at: change.time)
                guard link.account == id else { throw LinkProblem.unknown }
            }
            guard let found = try transaction.credential(of: id) else { throw AuthError.noSuchAccount }
            guard change.replacing == nil || change.replacing == found.passwordHash else {
                throw AuthError.wrongCredentials
            }
            try transaction.setPasswordHash(change.hash, of: id)
            try transaction.useUpLinks(of: id, for: [.passwordReset, .invitation, .emailChange])
            try transaction.forgetAttempts(atSigningInTo: found.account)
            if let mail = change.mail { try transaction.insert(mail, at: change.time) }
            try transaction.log(change.event)
            guard let ends = change.ends else { return [] }
            return try transaction.endSignIns(ends.filter(id), at: change.time)
        }
    }

    /// Stores the same password under stronger parameters, unless it was changed meanwhile.
    public func upgradePasswordHash(from old: String, to new: String, of id: AccountID) async throws {
        try await write { transaction in
            guard try transaction.credential(of: id)?.passwordHash == old else { return }
            try transaction.setPasswordHash(new, of: id)
        }
    }
}
