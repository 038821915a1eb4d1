/// Why a form was not saved: what it edits was changed or deleted elsewhere after the form was made.
public enum Conflict: Hashable, Sendable {
    /// - Parameter theirs: what was saved meanwhile, by the ids of the fields that hold something else.
    case changed(theirs: [String: String])
    /// Saving it again cannot help: what was typed can be copied, or saved as something new.
    case deleted

    /// What was typed is compared with what was saved, both by the ids of the fields.
    public static func changed(from typed: [String: String], to saved: [String: String]) -> Conflict {
        .changed(theirs: saved.filter { typed[$0.key] != $0.value })
    }

    /// What was saved meanwhile where the field with this id holds something else.
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
    /// The ids of the sentences beside a field, for its `aria-describedby`, with that of ``SavedMeanwhile`` where it is shown.
    public func descriptions(of field: String, _ others: String) -> String {
        self?.theirs(field) == nil ? others : "\(others) \(SavedMeanwhile.id(of: field))"
    }
}
