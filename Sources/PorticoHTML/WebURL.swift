/// A validated absolute `http`, `https` or `mailto` address, for links to other sites.
///
/// At most 2 048 bytes of printable ASCII without space, `\`, `"`, `<` and `>`; every `%` is followed by two
/// hexadecimal digits. A web address has a host (ASCII, an IPv4 address or a bracketed IPv6 address), an optional port,
/// and no user name or password. A mail address has text on both sides of one `@` and no encoded control character,
/// which could inject mail headers.
public struct WebURL: Hashable, Sendable, CustomStringConvertible {
    /// The address as passed to the initializer.
    public let description: String

    /// `nil` if `string` breaks a rule.
    public init?(_ string: String) {
        let bytes = Array(string.utf8)
        guard bytes.count <= 2048, bytes.allSatisfy(Self.isAllowed), PercentEncoding.isWellFormed(bytes),
            let colon = string.firstIndex(of: ":")
        else { return nil }
        let rest = string[string.index(after: colon)...]
        switch string[..<colon].lowercased() {
        case "http", "https": guard Self.isWebAddress(rest) else { return nil }
        case "mailto": guard Self.isMailAddress(rest) else { return nil }
        default: return nil
        }
        self.description = string
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"): false
        default: byte > 0x20 && byte < 0x7F
        }
    }

    private static func isWebAddress(_ rest: Substring) -> Bool {
        guard rest.hasPrefix("//") else { return false }
        let authority = rest.dropFirst(2).prefix { !"/?#".contains($0) }
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else { return false }
            let address = authority[authority.index(after: authority.startIndex)..<end]
            return address.contains(":") && address.allSatisfy { $0.isHexDigit || ":.".contains($0) }
                && isPort(authority[authority.index(after: end)...])
        }
        let host = authority.prefix { $0 != ":" }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        return labels.allSatisfy(isLabel) && isPort(authority[host.endIndex...])
    }

    private static func isLabel(_ label: Substring) -> Bool {
        !label.isEmpty && label.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    }

    private static func isPort(_ suffix: Substring) -> Bool {
        guard !suffix.isEmpty else { return true }
        guard suffix.first == ":", suffix.dropFirst().allSatisfy(\.isNumber), let port = Int(suffix.dropFirst())
        else { return false }
        return (1...65_535).contains(port)
    }

    private static func isMailAddress(_ rest: Substring) -> Bool {
        let address = rest.prefix { $0 != "?" }
        let parts = address.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }), !address.contains("#") else { return false }
        return PercentEncoding.decode(Array(rest.utf8)[...]).allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }
}
