import Foundation
import PorticoConfig
import PorticoStore

extension SQLAuthTransaction {
    func insert(_ mail: MailJob, at time: Date) throws {
        changes.hasQueuedMail = true
        let content = mail.content
        try connection.execute(
            """
            INSERT INTO queued_mails (
                recipient, server, user_name, kind, purpose, mail, queued_at, attempts, next_attempt, problem)
            VALUES ($1, $2, $3, $4, $5, $6, $7, 0, $7, '')
            """,
            [
                mail.recipient.value, content.account?.server, content.account?.user, mail.kind.rawValue,
                content.purpose?.rawValue, try JSONText.encode(mail), time,
            ])
    }

    func mails(limit: Int) throws -> [QueuedMail] {
        try connection.first(limit, "SELECT * FROM queued_mails ORDER BY id", [], QueuedMail.init(row:))
    }

    func queuedInvitations(limit: Int) throws -> [QueuedMail] {
        let invitations = "SELECT * FROM queued_mails WHERE kind = $1 ORDER BY id"
        return try connection.first(limit, invitations, [MailKind.invitation.rawValue], QueuedMail.init(row:))
    }

    func hasMail(_ id: QueuedMail.ID) throws -> Bool {
        try connection.row("SELECT id FROM queued_mails WHERE id = $1", [id]) != nil
    }

    func nextMail() throws -> QueuedMail? {
        try connection.first(
            1, "SELECT * FROM queued_mails WHERE next_attempt IS NOT NULL ORDER BY next_attempt, id", [],
            QueuedMail.init(row:)
        ).first
    }

    func claimMail(dueBy time: Date, until: Date) throws -> QueuedMail? {
        let due = "SELECT * FROM queued_mails WHERE next_attempt <= $1 ORDER BY next_attempt, id\(connection.forUpdate)"
        guard let mail = try connection.first(1, due, [time], QueuedMail.init(row:)).first else { return nil }
        try moveMail(mail.id, to: until)
        return mail
    }

    func moveMail(_ id: QueuedMail.ID, to nextAttempt: Date?) throws {
        try connection.execute("UPDATE queued_mails SET next_attempt = $1 WHERE id = $2", [nextAttempt, id])
    }

    func waitingMailCount() throws -> Int {
        let row = try connection.row("SELECT count(*) AS n FROM queued_mails WHERE next_attempt IS NOT NULL", [])
        return try row?.value("n") ?? 0
    }

    func deleteMail(_ id: QueuedMail.ID) throws {
        try connection.execute("DELETE FROM queued_mails WHERE id = $1", [id])
    }

    func postponeMail(_ id: QueuedMail.ID, to nextAttempt: Date?, problem: String) throws {
        try connection.execute(
            "UPDATE queued_mails SET attempts = attempts + 1, next_attempt = $1, problem = $2 WHERE id = $3",
            [nextAttempt, problem, id])
    }

    func deleteGivenUpMails(queuedBefore time: Date) throws {
        try connection.execute("DELETE FROM queued_mails WHERE next_attempt IS NULL AND queued_at < $1", [time])
    }
}
