/// A server that a person can sign in to.
public struct Server: Hashable, Sendable {
    public let id: ServerID
    /// The name that people read in the server picker.
    public let name: String

    public init(id: ServerID, name: String) {
        self.id = id
        self.name = name
    }
}
