/// An edit conflict: the edited record was changed or deleted after the form was rendered.
public enum Conflict: Hashable, Sendable {
    /// - Parameter theirs: the saved values that differ from the input, by field id.
    case changed(theirs: [String: String])
    /// The record was deleted. The input can be copied, or saved as a new record.
    case deleted

    /// The conflict between input and saved values, both by field id.
    public static func changed(from typed: [String: String], to saved: [String: String]) -> Conflict {
        .changed(theirs: saved.filter { typed[$0.key] != $0.value })
    }

    /// The saved value of a field; nil if it equals the input.
    public func theirs(_ field: String) -> String? {
        switch self {
        case .changed(let theirs): theirs[field]
        case .deleted: nil
        }
    }

    func sentence(_ t: Strings) -> String {
        switch self {
        case .changed: t.conflictChanged
        case .deleted: t.conflictDeleted
        }
    }
}

extension Conflict? {
    /// The value of `aria-describedby` for a field: `others`, and the id of ``SavedMeanwhile`` if it is shown.
    public func descriptions(of field: String, _ others: String) -> String {
        self?.theirs(field) == nil ? others : "\(others) \(SavedMeanwhile.id(of: field))"
    }
}
