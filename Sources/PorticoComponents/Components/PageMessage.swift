/// The message of a page with a form: a conflict, or an error that script reports when it sends the form.
public struct PageMessage: Sendable {
    public var conflict: Conflict?

    public init(_ conflict: Conflict? = nil) {
        self.conflict = conflict
    }
}
