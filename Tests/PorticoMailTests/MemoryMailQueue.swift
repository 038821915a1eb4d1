import Foundation
import PorticoAuth
import PorticoConfig

/// A queue in memory that can be set to fail. Like a database, it does nothing for a cancelled task.
actor MemoryMailQueue: MailQueue {
    enum Operation { case read, remove, postpone }

    struct Failure: Error {}

    private var all: [QueuedMail] = []
    private var last: QueuedMail.ID = 0
    private var failing: Set<Operation> = []
    private(set) var reads = 0
    /// The number of failures.
    private(set) var refusals = 0

    func fail(_ operations: Set<Operation>) { failing = operations }

    @discardableResult
    func put(
        to recipient: String, _ content: MailJob.Content = .registration, due: Date = newYear, queuedAt: Date = newYear,
        attempts: Int = 0
    ) throws -> Int64 {
        guard let recipient = EmailAddress(recipient) else { throw Failure() }
        last += 1
        let id = last
        let mail = MailJob(to: recipient, content)
        all.append(QueuedMail(id: id, mail: mail, queuedAt: queuedAt, attempts: attempts, nextAttempt: due))
        return id
    }

    func add(_ mails: [MailJob], event: SecurityEvent?, at time: Date) async throws {
        for mail in mails { try put(to: mail.recipient.value, due: time, queuedAt: time) }
    }

    func claimMail(at time: Date, until: Date) async throws -> QueuedMail? {
        reads += 1
        try check(.read)
        let due = all.filter { $0.nextAttempt.map { $0 <= time } ?? false }
        func place(_ mail: QueuedMail) -> (Int, Date, Int64) {
            (mail.mail.kind.isAwaited ? 0 : 1, mail.nextAttempt ?? .distantFuture, mail.id)
        }
        let first = due.min { place($0) < place($1) }
        if let first { move(first.id, to: until) }
        return first
    }

    func release(_ mail: QueuedMail) async throws {
        try Task.checkCancellation()
        move(mail.id, to: mail.nextAttempt)
    }

    private func move(_ id: QueuedMail.ID, to nextAttempt: Date?) {
        guard let index = all.firstIndex(where: { $0.id == id }) else { return }
        all[index].nextAttempt = nextAttempt
    }

    func nextMailTime() async throws -> Date? {
        try check(.read)
        return all.compactMap(\.nextAttempt).min()
    }

    func remove(_ mail: QueuedMail.ID) async throws {
        try check(.remove)
        all.removeAll { $0.id == mail }
    }

    func postpone(_ mail: QueuedMail.ID, to nextAttempt: Date?, problem: String) async throws {
        try check(.postpone)
        guard let index = all.firstIndex(where: { $0.id == mail }) else { return }
        all[index].attempts += 1
        all[index].nextAttempt = nextAttempt
        all[index].problem = problem
    }

    func mails(limit: Int) async throws -> [QueuedMail] { Array(all.prefix(limit)) }

    func deleteGivenUpMails(queuedBefore time: Date) async throws {
        all.removeAll { $0.nextAttempt == nil && $0.queuedAt < time }
    }

    private func check(_ operation: Operation) throws {
        try Task.checkCancellation()
        guard failing.contains(operation) else { return }
        refusals += 1
        throw Failure()
    }
}
