/// A short label that says the state of a thing, such as "Paid". Its text says everything: the colour only repeats it.
public struct Badge: Sendable {
    /// The meaning of the state, shown by a colour.
    public enum Kind: String, Sendable, CaseIterable {
        case neutral, info, success, warning, failure
    }

    public var text: String
    public var kind: Kind

    public init(_ text: String, kind: Kind = .neutral) {
        self.text = text
        self.kind = kind
    }
}
