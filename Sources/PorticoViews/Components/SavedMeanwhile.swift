/// What was saved meanwhile, beside the field that holds something else; nothing where there is no conflict.
public struct SavedMeanwhile: Sendable {
    /// The id of the field.
    public var field: String
    public var conflict: Conflict?

    public init(field: String, conflict: Conflict?) {
        self.field = field
        self.conflict = conflict
    }

    static func id(of field: String) -> String { "\(field)-theirs" }

    /// Its own id; nil where there is nothing to show.
    var shownID: String? { conflict?.theirs(field).map { _ in Self.id(of: field) } }
}
