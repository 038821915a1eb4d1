import Foundation
import GRDB
import PorticoAuth
import PorticoConfig

/// The steps about the queue of mails.
extension GRDB.Database {
    func insert(_ mail: MailJob, at time: Date) throws {
        let content = mail.content
        let statement = try cachedStatement(
            sql: """
                INSERT INTO letters (
                    recipient, server, user, kind, purpose, letter, queued_at, attempts, next_attempt, problem)
                VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, '')
                """)
        try statement.execute(
            arguments: [
                mail.recipient.value, content.account?.server.rawValue, content.account?.user, mail.kind,
                content.purpose?.rawValue, try JSONText.encode(mail), time.milliseconds, time.milliseconds,
            ])
    }

    /// The first mails of these. One that this version cannot read is passed over, and stays.
    func mails(_ selection: String, _ arguments: StatementArguments = [], limit: Int) throws -> [QueuedMail] {
        try Row.fetchCursor(self, sql: "SELECT * FROM letters \(selection)", arguments: arguments)
            .first(limit, QueuedMail.init(row:))
    }
}
