/// What a form sends besides what people see.
public struct HiddenFields: Sendable {
    public var fields: [(name: String, value: String)]

    public init(_ fields: [(name: String, value: String)]) {
        self.fields = fields
    }
}
