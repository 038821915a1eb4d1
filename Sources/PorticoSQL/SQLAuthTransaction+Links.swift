import Foundation
import PorticoConfig
import PorticoStore

extension SQLAuthTransaction {
    func insert(_ link: OneTimeLink, token: TokenDigest) throws {
        try connection.execute(
            """
            INSERT INTO links (
                token_digest, purpose, server, user_name, email, invitation, sign_in, browser_digest, expires_at, is_used)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0)
            """,
            [
                token.bytes, link.purpose.rawValue, link.account?.server, link.account?.user, link.email.value,
                try link.invitation.map { try JSONText.encode($0) }, link.signIn, link.browser?.bytes,
                link.expiresAt,
            ])
    }

    func link(_ token: TokenDigest) throws -> (link: OneTimeLink, isUsed: Bool)? {
        guard let row = try connection.row("SELECT * FROM links WHERE token_digest = $1", [token.bytes]),
            let link = try OneTimeLink(row: row)
        else { return nil }
        return (link, try row.value("is_used"))
    }

    func prolong(_ link: TokenDigest, until end: Date) throws {
        try connection.execute("UPDATE links SET expires_at = $1 WHERE token_digest = $2", [end, link.bytes])
    }

    func useUp(_ link: TokenDigest) throws -> Bool {
        try connection.execute("UPDATE links SET is_used = 1 WHERE token_digest = $1 AND is_used = 0", [link.bytes])
            == 1
    }

    func signInLink(of browser: TokenDigest) throws -> (token: TokenDigest, link: OneTimeLink, isUsed: Bool)? {
        let row = try connection.row(
            "SELECT * FROM links WHERE browser_digest = $1 AND purpose = $2 ORDER BY expires_at DESC LIMIT 1",
            [browser.bytes, OneTimeLink.Purpose.signIn.rawValue])
        guard let row, let token = try row.digest("token_digest"), let link = try OneTimeLink(row: row) else {
            return nil
        }
        return (token, link, try row.value("is_used"))
    }

    func useUpSignInLinks(of browser: TokenDigest) throws {
        try connection.execute(
            "UPDATE links SET is_used = 1 WHERE browser_digest = $1 AND purpose = $2",
            [browser.bytes, OneTimeLink.Purpose.signIn.rawValue])
        for queued in try queuedMails(.signInLink, limit: .max) {
            guard case .signInLink(_, browser: browser, _, _) = queued.mail.content else { continue }
            try deleteMail(queued.id)
        }
    }

    func useUpLinks(of account: AccountID, for purposes: [OneTimeLink.Purpose]) throws {
        let marks = (3..<3 + purposes.count).map { "$\($0)" }.joined(separator: ", ")
        let condition = "server = $1 AND user_name = $2 AND purpose IN (\(marks))"
        let values = account.columns + purposes.map(\.rawValue)
        try connection.execute("UPDATE links SET is_used = 1 WHERE \(condition)", values)
        try connection.execute("DELETE FROM queued_mails WHERE \(condition)", values)
    }

    func useUpInvitations(to email: EmailAddress) throws {
        try connection.execute(
            "UPDATE links SET is_used = 1 WHERE user_name IS NULL AND lower(email) = $1", [email.key])
        try connection.execute(
            "DELETE FROM queued_mails WHERE user_name IS NULL AND purpose IS NOT NULL AND lower(recipient) = $1",
            [email.key])
    }

    func useUpInvitations(by inviter: AccountID) throws {
        for row in try connection.rows("SELECT * FROM links WHERE invitation IS NOT NULL AND is_used = 0", []) {
            guard try OneTimeLink(row: row)?.invitation?.inviter == inviter, let link = try row.digest("token_digest")
            else { continue }
            _ = try useUp(link)
        }
        for queued in try queuedInvitations(limit: .max) {
            guard case .invitation(let invitation) = queued.mail.content, invitation.inviter == inviter else {
                continue
            }
            try deleteMail(queued.id)
        }
    }

    func openInvitations(limit: Int) throws -> [OneTimeLink] {
        try connection.rows(
            """
            SELECT * FROM (
                SELECT links.*, row_number() OVER (PARTITION BY lower(email) ORDER BY expires_at DESC) AS place
                FROM links WHERE purpose = $1 AND user_name IS NULL AND is_used = 0) AS newest
            WHERE place = 1 ORDER BY expires_at DESC LIMIT $2
            """, [OneTimeLink.Purpose.invitation.rawValue, limit]
        ).compactMap(OneTimeLink.init(row:))
    }

    func deleteLinks(expiredBefore time: Date, limit: Int) throws -> Int {
        try connection.delete(from: "links", key: "token_digest", where: "expires_at < $1", [time], limit: limit)
    }
}
