/// A workplace on a server.
public struct Workplace: Hashable, Sendable {
    /// The kind of a workplace. A factory has workshops and storehouses; a workshop has production lines.
    public enum Kind: String, CaseIterable, Sendable {
        case factory, workshop, productionLine, storehouse

        /// The kind of its parent; nil for a factory.
        public var parent: Kind? {
            switch self {
            case .factory: nil
            case .workshop, .storehouse: .factory
            case .productionLine: .workshop
            }
        }
    }

    public let kind: Kind
    /// Unique for its kind on its server: 1 to 64 characters without white space or control characters.
    public let code: String
    /// The display name: 1 to 100 characters on one line.
    public let name: String
    /// The code of its parent; nil for a factory.
    public let parent: String?

    public init(_ kind: Kind, code: String, name: String, parent: String?) {
        self.kind = kind
        self.code = code
        self.name = name
        self.parent = parent
    }
}
