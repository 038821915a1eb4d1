import PorticoConfig

/// The user name of a local account: 1 to 64 characters of `a–z 0–9 . _ - @ +`, at least one of them a letter or digit.
/// Compared without case.
///
/// The character set is limited so that no two names look alike. Surrounding white space, which keyboards add, is
/// dropped.
public struct UserName: Hashable, Sendable, CustomStringConvertible {
    public let value: String

    /// nil if `text` is not a user name.
    public init?(_ text: String) {
        let trimmed = text.trimmingWhitespace()
        // The lower case of some non-ASCII letters is ASCII, for instance of the Kelvin sign.
        guard trimmed.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let folded = trimmed.lowercased()
        guard (1...64).contains(folded.utf8.count), folded.utf8.allSatisfy(Self.isAllowed) else { return nil }
        // A URL path segment of dots only has a special meaning.
        guard folded.contains(where: { $0.isLetter || $0.isNumber }) else { return nil }
        value = folded
    }

    /// The id of the local account with this user name.
    public var accountID: AccountID { AccountID(server: .local, user: value) }
    public var description: String { value }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: ".-_@+".utf8.contains(byte)
        }
    }
}

extension AccountID {
    /// The account id with this ``name``, in any case: `user` or `server:user`, with a valid ``UserName``.
    ///
    /// nil for any other text.
    public init?(name: String) {
        let parts = name.trimmingWhitespace().split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let user = parts.last.flatMap({ UserName(String($0)) }) else { return nil }
        guard parts.count == 2 else {
            self = user.accountID
            return
        }
        guard parts[0].allSatisfy(\.isASCII), let server = ServerID(parts[0].lowercased()) else { return nil }
        self.init(server: server, user: user.value)
    }
}

extension String {
    package func trimmingWhitespace() -> String {
        let start = unicodeScalars.drop { $0.properties.isWhitespace }
        guard let end = start.lastIndex(where: { !$0.properties.isWhitespace }) else { return "" }
        return String(start[...end])
    }
}
