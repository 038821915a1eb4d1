/// A drawing on a grid of 24 px, in the colour of the text. Assistive technology does not see it: the text beside it says
/// the same.
public struct Icon: Sendable {
    /// The drawings.
    public enum Name: String, Sendable, CaseIterable {
        case envelope, key, people, person, screen, search, settings, shield, warning
    }

    public var name: Name

    public init(_ name: Name) {
        self.name = name
    }
}
