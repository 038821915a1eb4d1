/// The server on which an account lives: `local`, or the identifier of a gateway.
public struct ServerID: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The accounts kept in Portico's own store.
    public static let local = ServerID(rawValue: "local")

    public var description: String { rawValue }
}

/// An account: one user on one server. The same user name on two servers is two people.
public struct AccountID: Hashable, Codable, Sendable, CustomStringConvertible {
    public let server: ServerID
    /// The user name as its server compares it; for `local` it is lower case already.
    public let user: String

    public init(server: ServerID, user: String) {
        self.server = server
        self.user = user
    }

    /// `server/user`, as pages carry it in `data-account` and in the hidden field `account`.
    public var description: String { "\(server.rawValue)/\(user)" }
}
