import Foundation
import GRDB
import PorticoAuth
import PorticoConfig

/// The steps about the queue of letters.
extension GRDB.Database {
    func insert(_ letter: Letter, at time: Date) throws {
        let content = letter.content
        let statement = try cachedStatement(
            sql: """
                INSERT INTO letters (
                    recipient, server, user, kind, purpose, letter, queued_at, attempts, next_attempt, problem)
                VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, '')
                """)
        try statement.execute(
            arguments: [
                letter.recipient.value, content.account?.server.rawValue, content.account?.user, letter.kind,
                content.purpose?.rawValue, try JSONText.encode(letter), time.milliseconds, time.milliseconds,
            ])
    }

    /// The first letters of these. One that this version cannot read is passed over, and stays.
    func letters(_ selection: String, _ arguments: StatementArguments = [], limit: Int) throws -> [QueuedLetter] {
        try Row.fetchCursor(self, sql: "SELECT * FROM letters \(selection)", arguments: arguments)
            .first(limit, QueuedLetter.init(row:))
    }
}
