import Foundation

/// A server for sign-in.
public struct Server: Hashable, Sendable {
    /// The location of a server's accounts.
    public enum Kind: Hashable, Sendable {
        /// Portico's own store.
        case local
        /// A remote server with the API under this base URL.
        case gateway(URL)
        /// An identity provider, where people log in on pages of its own.
        case provider(ProviderKind)
    }

    public let id: ServerID
    /// The name that people read; nil for local accounts without one, which pages call “This server”.
    public let name: String?
    public let kind: Kind
    /// Whether a person of an identity provider whose verified address an account here has is asked to log in to that
    /// account, instead of getting another one.
    public var linksByEmail = false

    /// Whether people log in on pages of the server's own.
    public var isProvider: Bool { providerKind != nil }
    /// The kind of identity provider; nil for other servers.
    public var providerKind: ProviderKind? {
        guard case .provider(let kind) = kind else { return nil }
        return kind
    }

    public init(id: ServerID, name: String? = nil, kind: Kind = .local) {
        self.id = id
        self.name = name
        self.kind = kind
    }
}
