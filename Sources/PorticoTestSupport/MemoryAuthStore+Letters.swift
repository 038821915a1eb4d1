import Foundation
import PorticoAuth

extension MemoryAuthStore {
    public func add(_ letters: [Letter], event: SecurityEvent?, at time: Date) {
        write { state in
            for letter in letters { state.add(letter, at: time) }
            state.log(event)
        }
    }

    public func dueLetters(at time: Date, limit: Int) -> [QueuedLetter] {
        let due = waiting.filter { $0.time <= time }.sorted { ($0.time, $0.letter.id) < ($1.time, $1.letter.id) }
        return due.prefix(max(0, limit)).map(\.letter)
    }

    public func nextLetterTime() -> Date? { waiting.map(\.time).min() }

    public func remove(_ letter: QueuedLetter.ID) {
        write { $0.letters.removeAll { $0.id == letter } }
    }

    public func postpone(_ letter: QueuedLetter.ID, to nextAttempt: Date?, problem: String) {
        write { state in
            for index in state.letters.indices where state.letters[index].id == letter {
                state.letters[index].attempts += 1
                state.letters[index].nextAttempt = nextAttempt
                state.letters[index].problem = problem
            }
        }
    }

    public func letters(limit: Int) -> [QueuedLetter] { Array(state.letters.prefix(max(0, limit))) }

    public func deleteGivenUpLetters(queuedBefore time: Date) {
        write { $0.letters.removeAll { $0.nextAttempt == nil && $0.queuedAt < time } }
    }

    private var waiting: [(letter: QueuedLetter, time: Date)] {
        state.letters.compactMap { letter in letter.nextAttempt.map { (letter, $0) } }
    }
}
