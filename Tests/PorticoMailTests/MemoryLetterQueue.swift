import Foundation
import PorticoAuth

/// A queue in memory that can be told to fail. Like a database, it does nothing for a task that was cancelled.
actor MemoryLetterQueue: LetterQueue {
    enum Operation { case read, remove, postpone }

    struct Failure: Error {}

    private var all: [QueuedLetter] = []
    private var failing: Set<Operation> = []
    private(set) var reads = 0

    func fail(_ operations: Set<Operation>) { failing = operations }

    @discardableResult
    func put(to recipient: String, due: Date = newYear, queuedAt: Date = newYear, attempts: Int = 0) throws -> Int64 {
        guard let recipient = EmailAddress(recipient) else { throw Failure() }
        let id = Int64(all.count + 1)
        let letter = Letter(to: recipient, .registration)
        all.append(QueuedLetter(id: id, letter: letter, queuedAt: queuedAt, attempts: attempts, nextAttempt: due))
        return id
    }

    func add(_ letters: [Letter], event: SecurityEvent?, at time: Date) async throws {
        for letter in letters { try put(to: letter.recipient.value, due: time, queuedAt: time) }
    }

    func dueLetters(at time: Date, limit: Int) async throws -> [QueuedLetter] {
        reads += 1
        try check(.read)
        let due = all.filter { $0.nextAttempt.map { $0 <= time } ?? false }
        return Array(
            due.sorted { ($0.nextAttempt ?? .distantFuture, $0.id) < ($1.nextAttempt ?? .distantFuture, $1.id) }.prefix(
                limit))
    }

    func nextLetterTime() async throws -> Date? {
        try check(.read)
        return all.compactMap(\.nextAttempt).min()
    }

    func remove(_ letter: QueuedLetter.ID) async throws {
        try check(.remove)
        all.removeAll { $0.id == letter }
    }

    func postpone(_ letter: QueuedLetter.ID, to nextAttempt: Date?, problem: String) async throws {
        try check(.postpone)
        guard let index = all.firstIndex(where: { $0.id == letter }) else { return }
        all[index].attempts += 1
        all[index].nextAttempt = nextAttempt
        all[index].problem = problem
    }

    func letters(limit: Int) async throws -> [QueuedLetter] { Array(all.prefix(limit)) }

    func deleteGivenUpLetters(queuedBefore time: Date) async throws {
        all.removeAll { $0.nextAttempt == nil && $0.queuedAt < time }
    }

    private func check(_ operation: Operation) throws {
        try Task.checkCancellation()
        if failing.contains(operation) { throw Failure() }
    }
}
