import Foundation
import Logging

/// Letters that wait to be sent. They survive a restart.
public protocol LetterQueue: Sendable {
    /// Adds letters, with an event, so that asking for a mail is one transaction whether or not anything is sent.
    func add(_ letters: [Letter], event: SecurityEvent?, at time: Date) async throws
    /// The next letters that are due, the longest due first.
    func dueLetters(at time: Date, limit: Int) async throws -> [QueuedLetter]
    /// When the next letter will be due; nil where none waits.
    func nextLetterTime() async throws -> Date?
    /// Takes a letter from the queue, because it was sent or is not wanted any more.
    func remove(_ letter: QueuedLetter.ID) async throws
    /// Notes that sending did not work.
    ///
    /// - Parameter nextAttempt: when to try again; nil gives up, and the letter stays to be seen.
    func postpone(_ letter: QueuedLetter.ID, to nextAttempt: Date?, problem: String) async throws
    /// All letters in the queue, the oldest first.
    func letters(limit: Int) async throws -> [QueuedLetter]
    /// Deletes letters that were given up and queued before this time.
    func deleteGivenUpLetters(queuedBefore time: Date) async throws
}

extension LetterQueue {
    /// Queues a letter that tells of something that is done. Where that fails, the log says so: what is done is done.
    func notify(_ letter: Letter, at time: Date) async {
        do {
            try await add([letter], event: nil, at: time)
        } catch {
            Logger(label: "portico").error(
                "a letter could not be queued",
                metadata: ["kind": "\(letter.kind)", "error": "\(String(reflecting: error))"])
        }
    }
}
