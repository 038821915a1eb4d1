import Foundation
import Logging

/// Mails that wait to be sent. They survive a restart.
public protocol MailQueue: Sendable {
    /// Adds mails, with an event, so that asking for a mail is one transaction whether or not anything is sent.
    func add(_ mails: [MailJob], event: SecurityEvent?, at time: Date) async throws
    /// The next mails that are due, the longest due first.
    func dueMails(at time: Date, limit: Int) async throws -> [QueuedMail]
    /// When the next mail will be due; nil where none waits.
    func nextMailTime() async throws -> Date?
    /// Takes a mail from the queue, because it was sent or is not wanted any more.
    func remove(_ mail: QueuedMail.ID) async throws
    /// Notes that sending did not work.
    ///
    /// - Parameter nextAttempt: when to try again; nil gives up, and the mail stays to be seen.
    func postpone(_ mail: QueuedMail.ID, to nextAttempt: Date?, problem: String) async throws
    /// All mails in the queue, the oldest first.
    func mails(limit: Int) async throws -> [QueuedMail]
    /// Deletes mails that were given up and queued before this time.
    func deleteGivenUpMails(queuedBefore time: Date) async throws
}

extension MailQueue {
    /// Queues a mail that tells of something that is done. Where that fails, the log says so: what is done is done.
    func notify(_ mail: MailJob, at time: Date) async {
        do {
            try await add([mail], event: nil, at: time)
        } catch {
            Logger(label: "portico").error(
                "a mail could not be queued",
                metadata: ["kind": "\(mail.kind)", "error": "\(String(reflecting: error))"])
        }
    }
}
