/// A saved value, shown at a field with a different input; empty without a conflict.
public struct SavedMeanwhile: Sendable {
    /// The id of the field.
    public var field: String
    public var conflict: Conflict?

    public init(field: String, conflict: Conflict?) {
        self.field = field
        self.conflict = conflict
    }

    static func id(of field: String) -> String { "\(field)-theirs" }

    /// The id of this element; nil if it is empty.
    var shownID: String? { conflict?.theirs(field).map { _ in Self.id(of: field) } }
}
