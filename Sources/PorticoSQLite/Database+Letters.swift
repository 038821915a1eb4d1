import Foundation
import GRDB
import PorticoAuth

/// The steps about the queue of letters.
extension GRDB.Database {
    func insert(_ letter: Letter, at time: Date) throws {
        try execute(
            sql: """
                INSERT INTO letters (recipient, kind, letter, queued_at, attempts, next_attempt, problem)
                VALUES (?, ?, ?, ?, 0, ?, '')
                """,
            arguments: [
                letter.recipient.value, letter.kind, try JSONText.encode(letter), time.milliseconds, time.milliseconds,
            ])
    }

    /// The first letters of these. One that this version cannot read is passed over, and stays.
    func letters(_ selection: String, _ arguments: StatementArguments = [], limit: Int) throws -> [QueuedLetter] {
        try Row.fetchCursor(self, sql: "SELECT * FROM letters \(selection)", arguments: arguments)
            .first(limit, QueuedLetter.init(row:))
    }
}
