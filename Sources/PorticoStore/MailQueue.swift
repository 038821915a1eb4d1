import Foundation

/// The queue of mails to be sent. It survives a restart.
public protocol MailQueue: Sendable {
    /// Queues mails, due at once, and logs an event, in one transaction. Either may be missing.
    ///
    /// - Parameter time: by the clock of this server.
    func add(_ mails: [MailJob], event: SecurityEvent?, at time: Date) async throws
    /// Claims the first due mail, so that no other server sends it. Mails that a person waits for come first. Unless it
    /// is removed, postponed or released, the mail is due again at `until`.
    ///
    /// - Returns: the mail before the claim; nil if none is due.
    func claimMail(at time: Date, until: Date) async throws -> QueuedMail?
    /// Ends the claim of a mail, and restores its due time.
    func release(_ mail: QueuedMail) async throws
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

/// An action on a queued mail is refused.
public enum QueuedMailProblem: Error, Hashable, Sendable {
    /// It is not in the queue: it was sent, or removed.
    case noSuchMail
    /// It is being sent.
    case isUnderWay
    /// It was not given up.
    case waits
}

extension AuthStore {
    public func add(_ mails: [MailJob], event: SecurityEvent?, at time: Date) async throws {
        try await write { transaction in
            for mail in mails { try transaction.insert(mail, at: time) }
            try transaction.log(event)
        }
    }

    public func claimMail(at time: Date, until: Date) async throws -> QueuedMail? {
        try await write { try $0.claimMail(dueBy: time, until: until) }
    }

    public func release(_ mail: QueuedMail) async throws {
        try await write { try $0.moveMail(mail.id, to: mail.nextAttempt) }
    }

    public func nextMailTime() async throws -> Date? {
        try await read { try $0.nextMail()?.nextAttempt }
    }

    /// The number of mails to be sent.
    public func waitingMailCount() async throws -> Int { try await read { try $0.waitingMailCount() } }

    /// The number of mails that were given up.
    public func givenUpMailCount() async throws -> Int { try await read { try $0.givenUpMailCount() } }

    /// The time at which the oldest mail to be sent was queued; nil if none waits.
    public func oldestWaitingMail() async throws -> Date? { try await read { try $0.oldestWaitingMail() } }

    /// Makes a mail due, even one that was given up.
    ///
    /// - Throws: ``QueuedMailProblem/noSuchMail``; ``QueuedMailProblem/isUnderWay`` for a mail that is being sent,
    ///   which would be sent twice.
    public func sendNow(_ id: QueuedMail.ID, at time: Date) async throws {
        try await write { transaction in
            guard let mail = try transaction.mail(id) else { throw QueuedMailProblem.noSuchMail }
            guard !mail.isUnderWay(at: time) else { throw QueuedMailProblem.isUnderWay }
            try transaction.makeMailDue(id)
        }
    }

    /// Removes a mail that was given up.
    ///
    /// - Throws: ``QueuedMailProblem/noSuchMail``, or ``QueuedMailProblem/waits``.
    public func drop(_ id: QueuedMail.ID) async throws {
        try await write { transaction in
            guard let mail = try transaction.mail(id) else { throw QueuedMailProblem.noSuchMail }
            guard mail.nextAttempt == nil else { throw QueuedMailProblem.waits }
            try transaction.deleteMail(id)
        }
    }

    public func remove(_ mail: QueuedMail.ID) async throws { try await write { try $0.deleteMail(mail) } }

    public func postpone(_ mail: QueuedMail.ID, to nextAttempt: Date?, problem: String) async throws {
        try await write { try $0.postponeMail(mail, to: nextAttempt, problem: problem) }
    }

    public func mails(limit: Int) async throws -> [QueuedMail] { try await read { try $0.mails(limit: limit) } }

    public func deleteGivenUpMails(queuedBefore time: Date) async throws {
        try await deleteInBatches { try $0.deleteGivenUpMails(queuedBefore: time, limit: $1) }
    }
}
