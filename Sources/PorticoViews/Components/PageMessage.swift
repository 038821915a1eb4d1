/// The message of a page that has a form: of a conflict, and of what goes wrong when script sends the form.
public struct PageMessage: Sendable {
    public var conflict: Conflict?

    public init(_ conflict: Conflict? = nil) {
        self.conflict = conflict
    }
}
