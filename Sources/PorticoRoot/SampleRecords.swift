import Synchronization

/// The sample records of the gallery, by id.
package final class SampleRecords: Sendable {
    package struct Record {
        package var name: String
        /// The version, which every save increases.
        package var version = 1
    }

    /// The outcome of a save.
    package enum Outcome {
        case replaced
        /// The record has changed since it was read; nothing was saved.
        case changed(Record)
        case deleted
    }

    private struct State {
        var records = ["1": Record(name: "Oak door"), "2": Record(name: "Iron gate"), "3": Record(name: "Glass wall")]
        var deleted = ""
    }

    private let state = Mutex(State())

    /// The records that are not deleted.
    package var all: [String: Record] { state.withLock { state in state.records.filter { $0.key != state.deleted } } }

    package func isDeleted(_ id: String) -> Bool { state.withLock { $0.deleted == id } }

    /// Deletes one record, and restores the previously deleted one.
    func delete(_ id: String) {
        state.withLock { $0.deleted = id }
    }

    package func add(_ name: String) {
        state.withLock { $0.records["\($0.records.count + 1)"] = Record(name: name) }
    }

    /// - Parameter version: the version of the edited record; nil to overwrite any version.
    package func replace(_ id: String, of version: Int?, with name: String) -> Outcome {
        state.withLock { state in
            guard id != state.deleted, let record = state.records[id] else { return .deleted }
            if let version, version != record.version, name != record.name { return .changed(record) }
            state.records[id] = Record(name: name, version: record.version + 1)
            return .replaced
        }
    }
}
