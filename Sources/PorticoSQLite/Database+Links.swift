import Foundation
import GRDB
import PorticoAuth
import PorticoConfig

/// The steps about one-time links that several transactions share.
extension GRDB.Database {
    /// - Throws: a ``LinkProblem``
    func link(_ token: TokenDigest, at time: Date) throws -> OneTimeLink {
        let row = try Row.fetchOne(
            self, sql: "SELECT * FROM links WHERE token_digest = ?", arguments: [token.bytes])
        guard let row, let link = OneTimeLink(row: row) else { throw LinkProblem.unknown }
        guard row["is_used"] == false else { throw LinkProblem.used }
        guard link.expiresAt > time else { throw LinkProblem.expired }
        return link
    }

    /// Uses a link up, in the transaction of what it allows: where that fails, the link still works.
    ///
    /// - Throws: a ``LinkProblem``; `unknown` where the link is for something else.
    func use(_ token: TokenDigest, for purposes: Set<OneTimeLink.Purpose>, at time: Date) throws -> OneTimeLink {
        let link = try link(token, at: time)
        guard purposes.contains(link.purpose) else { throw LinkProblem.unknown }
        try execute(
            sql: "UPDATE links SET is_used = 1 WHERE token_digest = ? AND NOT is_used", arguments: [token.bytes])
        guard changesCount == 1 else { throw LinkProblem.used }
        return link
    }

    /// Makes the links of an account useless, those too that mails would still carry.
    func useUpLinks(of account: AccountID, for purposes: [OneTimeLink.Purpose]) throws {
        let condition = "server = ? AND user = ? AND purpose IN (\(databaseQuestionMarks(count: purposes.count)))"
        let arguments = account.arguments + StatementArguments(purposes.map(\.rawValue))
        try execute(sql: "UPDATE links SET is_used = 1 WHERE \(condition)", arguments: arguments)
        try execute(sql: "DELETE FROM letters WHERE \(condition)", arguments: arguments)
    }

    /// Makes the links useless by which accounts with this address could be made.
    func useUpInvitations(to email: EmailAddress) throws {
        try execute(
            sql: "UPDATE links SET is_used = 1 WHERE user IS NULL AND lower(email) = ?", arguments: [email.key])
        try execute(
            sql: "DELETE FROM letters WHERE user IS NULL AND purpose IS NOT NULL AND lower(recipient) = ?",
            arguments: [email.key])
    }
}
