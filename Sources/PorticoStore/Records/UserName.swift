import PorticoBytes
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
        let folded = text.trimmingWhitespace().asciiLowercased
        guard (1...64).contains(folded.utf8.count), folded.utf8.allSatisfy(Self.isAllowed) else { return nil }
        // URL path segments of only dots have a special meaning.
        guard folded.utf8.contains(where: { $0.isASCIILetter || $0.isASCIIDigit }) else { return nil }
        value = folded
    }

    /// The id of the local account with this user name.
    public var accountID: AccountID { AccountID(server: .local, user: value) }
    public var description: String { value }

    /// The form of a user name in which 0 and o, 1 and l, and m and rn are the same, because they look alike (Unicode
    /// Technical Standard 39). The tables have an index of it.
    package static func skeleton(of userName: String) -> String {
        userName.replacing(bytes: "0", with: "o").replacing(bytes: "1", with: "l").replacing(bytes: "m", with: "rn")
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        byte.isASCIILowercase || byte.isASCIIDigit || ".-_@+".utf8.contains(byte)
    }
}

extension AccountID {
    /// The account id with this ``name``, in any case: `user` or `server:user`, with a valid ``UserName``.
    ///
    /// nil for any other text.
    public init?(name: String) {
        let parts = name.trimmingWhitespace().fields(separatedBy: ":", maxSplits: 1)
        guard let user = parts.last.flatMap({ UserName(String($0)) }) else { return nil }
        guard parts.count == 2 else {
            self = user.accountID
            return
        }
        guard let server = ServerID(parts[0].asciiLowercased) else { return nil }
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
