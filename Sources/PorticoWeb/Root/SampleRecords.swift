import Synchronization

/// The records of the gallery, by id.
final class SampleRecords: Sendable {
    struct Record {
        var name: String
        /// Another one after every change.
        var version = 1
    }

    /// What became of a change.
    enum Outcome {
        case replaced
        /// The record is not the one that was changed any more; nothing was done.
        case changed(Record)
        case deleted
    }

    private struct State {
        var records = ["1": Record(name: "Oak door"), "2": Record(name: "Iron gate"), "3": Record(name: "Glass wall")]
        var deleted = ""
    }

    private let state = Mutex(State())

    /// Those that are not deleted.
    var all: [String: Record] { state.withLock { state in state.records.filter { $0.key != state.deleted } } }

    func isDeleted(_ id: String) -> Bool { state.withLock { $0.deleted == id } }

    /// Takes one away, and puts back the one before.
    func delete(_ id: String) {
        state.withLock { $0.deleted = id }
    }

    func add(_ name: String) {
        state.withLock { $0.records["\($0.records.count + 1)"] = Record(name: name) }
    }

    /// - Parameter version: of the record that was changed; nil where it does not matter.
    func replace(_ id: String, of version: Int?, with name: String) -> Outcome {
        state.withLock { state in
            guard id != state.deleted, let record = state.records[id] else { return .deleted }
            if let version, version != record.version, name != record.name { return .changed(record) }
            state.records[id] = Record(name: name, version: record.version + 1)
            return .replaced
        }
    }
}
