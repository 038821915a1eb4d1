import Foundation
import PorticoConfig

/// A new password for an account, and its consequences.
public struct PasswordChange: Sendable {
    public let account: AccountID
    /// nil removes the password.
    public let hash: String?
    /// Whether the password is too short to be the only proof.
    public let isShort: Bool
    /// The hash that must still be in force; nil to skip this check.
    public let replacing: String?
    /// The link that allows the change. The change uses it up.
    public let link: TokenDigest?
    /// The sign-ins to end; nil for none.
    public let ends: SignInEnding?
    /// The mail to send: a notice, or the link to choose a new password.
    public let mail: MailJob?
    /// The event to log in the same transaction.
    public let event: SecurityEvent?
    public let time: Date

    public init(
        account: AccountID, hash: String?, isShort: Bool = false, replacing: String? = nil, link: TokenDigest? = nil,
        ends: SignInEnding? = .all,
        mail: MailJob? = nil, event: SecurityEvent? = nil, time: Date
    ) {
        self.account = account
        self.hash = hash
        self.isShort = isShort
        self.replacing = replacing
        self.link = link
        self.ends = ends
        self.mail = mail
        self.event = event
        self.time = time
    }
}

extension AuthStore {
    /// Sets or removes a password, ends sign-ins, and clears the failed sign-in attempts of the account. Links that
    /// reset the password or change the address stop working, including those of mails still in the queue. Without the
    /// old password, every browser is asked for the second factor again.
    ///
    /// - Returns: the ids of the sign-ins that it ended.
    /// - Throws: ``AuthError/noSuchAccount``; ``AuthError/wrongCredentials`` if the password is no longer
    ///   `change.replacing`; a ``LinkProblem`` if the link does not work.
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
            try transaction.setShortPassword(change.isShort, of: id)
            try transaction.useUpLinks(of: id, for: [.passwordReset, .invitation, .emailChange, .signIn])
            // Those by a password have ended with the password.
            try transaction.deletePendingSignIns(of: id, by: .mail)
            try transaction.forgetAttempts(atSigningInTo: found.account)
            if change.replacing == nil { try transaction.endTrust(of: id, in: nil) }
            if let mail = change.mail { try transaction.insert(mail, at: change.time) }
            try transaction.log(change.event)
            guard let ends = change.ends else { return [] }
            return try transaction.endSignIns(ends.filter(id), at: change.time)
        }
    }

    /// Replaces the hash of the same password by a stronger one, unless the password has changed in the meantime.
    ///
    /// - Parameter isShort: whether the password is too short to be the only proof; nil if this was known.
    public func upgradePasswordHash(
        from old: String, to new: String, isShort: Bool? = nil, of id: AccountID
    ) async throws {
        try await write { transaction in
            guard try transaction.credential(of: id)?.passwordHash == old else { return }
            try transaction.setPasswordHash(new, of: id)
            if let isShort { try transaction.setShortPassword(isShort, of: id) }
        }
    }
}
