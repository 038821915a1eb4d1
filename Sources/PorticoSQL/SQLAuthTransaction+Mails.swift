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
            VALUES ($1, $2, $3, $4, $5, $6, $7, 0, $8, '')
            """,
            [
                mail.recipient.value, content.account?.server, content.account?.user, mail.kind.rawValue,
                content.purpose?.rawValue, try JSONText.encode(mail), time, QueuedMail.atOnce,
            ])
    }

    func mails(limit: Int) throws -> [QueuedMail] {
        try connection.first(limit, "SELECT * FROM queued_mails ORDER BY id", [], QueuedMail.init(row:))
    }

    func queuedInvitations(limit: Int) throws -> [QueuedMail] {
        try queuedMails(.invitation, limit: limit)
    }

    /// The queued mails of a kind, in the order of the queue.
    func queuedMails(_ kind: MailKind, limit: Int) throws -> [QueuedMail] {
        let ofKind = "SELECT * FROM queued_mails WHERE kind = $1 ORDER BY id"
        return try connection.first(limit, ofKind, [kind.rawValue], QueuedMail.init(row:))
    }

    func mail(_ id: QueuedMail.ID) throws -> QueuedMail? {
        try connection.row("SELECT * FROM queued_mails WHERE id = $1", [id]).flatMap(QueuedMail.init(row:))
    }

    func nextMail() throws -> QueuedMail? {
        try connection.first(
            1, "SELECT * FROM queued_mails WHERE next_attempt IS NOT NULL ORDER BY next_attempt, id", [],
            QueuedMail.init(row:)
        ).first
    }

    func claimMail(dueBy time: Date, until: Date) throws -> QueuedMail? {
        guard let mail = try dueMail(by: time, isAwaited: true) ?? dueMail(by: time, isAwaited: false) else {
            return nil
        }
        try connection.execute(
            "UPDATE queued_mails SET next_attempt = $1, is_claimed = 1 WHERE id = $2", [until, mail.id])
        return mail
    }

    /// The first due mail, of all or of those that a person waits for.
    private func dueMail(by time: Date, isAwaited: Bool) throws -> QueuedMail? {
        var values = SQLValues([time])
        var kinds = ""
        if isAwaited {
            let awaited = MailKind.allCases.filter(\.isAwaited).map { values.add($0.rawValue) }
            kinds = " AND kind IN (\(awaited.joined(separator: ", ")))"
        }
        let due = "SELECT * FROM queued_mails WHERE next_attempt <= $1\(kinds) ORDER BY next_attempt, id"
        return try connection.first(1, due + connection.forUpdate, values.all, QueuedMail.init(row:)).first
    }

    func makeMailDue(_ id: QueuedMail.ID) throws {
        changes.hasQueuedMail = true
        try moveMail(id, to: QueuedMail.atOnce)
    }

    func moveMail(_ id: QueuedMail.ID, to nextAttempt: Date?) throws {
        try connection.execute(
            "UPDATE queued_mails SET next_attempt = $1, is_claimed = 0 WHERE id = $2", [nextAttempt, id])
    }

    func waitingMailCount() throws -> Int {
        let row = try connection.row("SELECT count(*) AS n FROM queued_mails WHERE next_attempt IS NOT NULL", [])
        return try row?.value("n") ?? 0
    }

    func givenUpMailCount() throws -> Int {
        let row = try connection.row("SELECT count(*) AS n FROM queued_mails WHERE next_attempt IS NULL", [])
        return try row?.value("n") ?? 0
    }

    func oldestWaitingMail() throws -> Date? {
        let row = try connection.row(
            "SELECT min(queued_at) AS oldest FROM queued_mails WHERE next_attempt IS NOT NULL", [])
        return try row?.optional("oldest")
    }

    func deleteMail(_ id: QueuedMail.ID) throws {
        try connection.execute("DELETE FROM queued_mails WHERE id = $1", [id])
    }

    func postponeMail(_ id: QueuedMail.ID, to nextAttempt: Date?, problem: String) throws {
        try connection.execute(
            """
            UPDATE queued_mails SET attempts = attempts + 1, next_attempt = $1, is_claimed = 0, problem = $2 WHERE id = $3
            """,
            [nextAttempt, problem, id])
    }

    func deleteGivenUpMails(queuedBefore time: Date, limit: Int) throws -> Int {
        try connection.delete(
            from: "queued_mails", where: "next_attempt IS NULL AND queued_at < $1", [time], limit: limit)
    }
}
