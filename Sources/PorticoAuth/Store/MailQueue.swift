import Foundation

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

extension AuthStore {
    public func add(_ mails: [MailJob], event: SecurityEvent?, at time: Date) async throws {
        try await write { transaction in
            for mail in mails { try transaction.insert(mail, at: time) }
            try transaction.log(event)
        }
    }

    public func dueMails(at time: Date, limit: Int) async throws -> [QueuedMail] {
        try await read { try $0.waitingMails(dueBy: time, limit: limit) }
    }

    public func nextMailTime() async throws -> Date? {
        try await read { try $0.waitingMails(dueBy: nil, limit: 1).first?.nextAttempt }
    }

    public func remove(_ mail: QueuedMail.ID) async throws { try await write { try $0.deleteMail(mail) } }

    public func postpone(_ mail: QueuedMail.ID, to nextAttempt: Date?, problem: String) async throws {
        try await write { try $0.postponeMail(mail, to: nextAttempt, problem: problem) }
    }

    public func mails(limit: Int) async throws -> [QueuedMail] { try await read { try $0.mails(limit: limit) } }

    public func deleteGivenUpMails(queuedBefore time: Date) async throws {
        try await write { try $0.deleteGivenUpMails(queuedBefore: time) }
    }
}
