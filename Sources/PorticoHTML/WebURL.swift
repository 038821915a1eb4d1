import PorticoBytes

/// A validated absolute `http`, `https` or `mailto` address, for links to other sites.
///
/// At most 2 048 bytes of printable ASCII without space, `\`, `"`, `<` and `>`; every `%` is followed by two
/// hexadecimal digits. A web address has a host (ASCII, an IPv4 address or a bracketed IPv6 address), an optional port,
/// and no user name or password. A mail address has text on both sides of one `@` and no encoded control character,
/// which could inject mail headers.
public struct WebURL: Hashable, Sendable, LosslessStringConvertible {
    /// The address as passed to the initializer.
    public let description: String

    /// `nil` if `string` breaks a rule.
    public init?(_ string: String) {
        let bytes = Array(string.utf8)
        guard bytes.count <= 2048, bytes.allSatisfy(Self.isAllowed), PercentEncoding.isWellFormed(bytes),
            let (scheme, rest) = string.cut(at: ":")
        else { return nil }
        switch scheme.asciiLowercased {
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
        guard let authority = rest.dropping(prefix: "//")?.utf8.prefix(while: { !"/?#".utf8.contains($0) }) else {
            return false
        }
        if let (address, port) = Substring(authority).dropping(prefix: "[")?.cut(at: "]") {
            return address.has(":") && address.utf8.allSatisfy { $0.isASCIIHexDigit || ":.".utf8.contains($0) }
                && isPort(port)
        }
        let host = Substring(authority).before(":")
        return host.fields(separatedBy: ".").allSatisfy(isLabel) && isPort(Substring(authority)[host.endIndex...])
    }

    private static func isLabel(_ label: Substring) -> Bool {
        !label.isEmpty && label.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "-_".utf8.contains($0) }
    }

    private static func isPort(_ suffix: Substring) -> Bool {
        guard !suffix.isEmpty else { return true }
        guard let digits = suffix.dropping(prefix: ":"), digits.utf8.allSatisfy(\.isASCIIDigit),
            let port = Int(digits)
        else { return false }
        return (1...65_535).contains(port)
    }

    private static func isMailAddress(_ rest: Substring) -> Bool {
        let address = rest.before("?")
        let parts = address.fields(separatedBy: "@")
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }), !address.has("#") else { return false }
        return PercentEncoding.decode(Array(rest.utf8)[...]).allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }
}
