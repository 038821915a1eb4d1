/// The server on which an account lives: `local`, or the identifier of a gateway.
public struct ServerID: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The accounts kept in Portico's own store.
    public static let local = ServerID(rawValue: "local")

    public var description: String { rawValue }

    /// A server that can be listed: 1 to 32 lower-case letters, digits and hyphens; `nil` where `text` is anything else.
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

    /// As those who administer call it: `ada` is a local account, `works:ada` one of the server `works`.
    public var name: String { server == .local ? user : "\(server.rawValue):\(user)" }
}
