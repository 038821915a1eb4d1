/// The hidden fields of a form.
public struct HiddenFields: Sendable {
    /// Names and values.
    public var fields: [(name: String, value: String)]

    public init(_ fields: [(name: String, value: String)]) {
        self.fields = fields
    }
}
