/// The server of an account: `local`, or the name of a gateway or an identity provider.
public struct ServerID: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The server id of accounts in Portico's own store.
    public static let local = ServerID(rawValue: "local")

    public var description: String { rawValue }

    /// An id for the list of servers: 1 to 32 lower-case letters, digits and hyphens. nil for any other text.
    public init?(_ text: String) {
        let isAllowed = { (byte: UInt8) in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
            default: false
            }
        }
        guard (1...32).contains(text.utf8.count), text.utf8.allSatisfy(isAllowed) else { return nil }
        rawValue = text
    }
}

/// An account: one user on one server. The same user name on two servers denotes two accounts.
public struct AccountID: Hashable, Codable, Sendable, CustomStringConvertible {
    public let server: ServerID
    /// The user name in its server's normalized form; lower case for `local`.
    public let user: String

    public init(server: ServerID, user: String) {
        self.server = server
        self.user = user
    }

    /// `server/user`, the form in `data-account` and in the hidden field `account` of pages.
    public var description: String { "\(server.rawValue)/\(user)" }

    /// The form for administrators: `ada` for a local account, `works:ada` for an account on the server `works`.
    public var name: String { server == .local ? user : "\(server.rawValue):\(user)" }
}
