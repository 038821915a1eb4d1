import Foundation

/// A server that a person can sign in to.
public struct Server: Hashable, Sendable {
    /// Where the accounts of a server are.
    public enum Kind: Hashable, Sendable {
        /// In Portico's own store.
        case local
        /// On another server, which answers at paths under this address.
        case gateway(URL)
    }

    public let id: ServerID
    /// The name that people read in the server picker.
    public let name: String
    public let kind: Kind

    public init(id: ServerID, name: String, kind: Kind = .local) {
        self.id = id
        self.name = name
        self.kind = kind
    }
}
