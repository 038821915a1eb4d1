import Foundation

/// The queue of mails to be sent. It survives a restart.
public protocol MailQueue: Sendable {
    /// Queues mails and logs an event, in one transaction with or without mails.
    func add(_ mails: [MailJob], event: SecurityEvent?, at time: Date) async throws
    /// The mails that are due, in the order of their next attempts.
    func dueMails(at time: Date, limit: Int) async throws -> [QueuedMail]
    /// The time of the next attempt for any mail; nil if none is waiting.
    func nextMailTime() async throws -> Date?
    /// Removes a mail that was sent, or is no longer wanted.
    func remove(_ mail: QueuedMail.ID) async throws
    /// Records a failed attempt.
    ///
    /// - Parameter nextAttempt: the time of the next attempt; nil gives up, and keeps the mail for inspection.
    func postpone(_ mail: QueuedMail.ID, to nextAttempt: Date?, problem: String) async throws
    /// All mails in the queue, oldest first.
    func mails(limit: Int) async throws -> [QueuedMail]
    /// Deletes mails that were queued before `time` and given up.
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

    /// The number of mails to be sent.
    public func waitingMailCount() async throws -> Int { try await read { try $0.waitingMailCount() } }

    public func remove(_ mail: QueuedMail.ID) async throws { try await write { try $0.deleteMail(mail) } }

    public func postpone(_ mail: QueuedMail.ID, to nextAttempt: Date?, problem: String) async throws {
        try await write { try $0.postponeMail(mail, to: nextAttempt, problem: problem) }
    }

    public func mails(limit: Int) async throws -> [QueuedMail] { try await read { try $0.mails(limit: limit) } }

    public func deleteGivenUpMails(queuedBefore time: Date) async throws {
        try await write { try $0.deleteGivenUpMails(queuedBefore: time) }
    }
}
