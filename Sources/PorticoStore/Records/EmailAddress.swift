import PorticoBytes

/// A deliverable email address (RFC 5321, 4.1.2, without quoting). ASCII only, so no two addresses look alike.
public struct EmailAddress: Hashable, Sendable, Codable, CustomStringConvertible {
    /// As typed, without surrounding white space.
    public let value: String
    /// The form for comparison: in lower case.
    public var key: String { value.asciiLowercased }

    /// nil if `text` is not an address.
    public init?(_ text: String) {
        let text = text.trimmingWhitespace()
        let parts = text.fields(separatedBy: "@")
        guard parts.count == 2, text.utf8.count <= 254, (1...64).contains(parts[0].utf8.count) else { return nil }
        guard Self.isDotted(parts[0], allowing: Self.isAtom), Self.isDotted(parts[1], allowing: Self.isHost),
            parts[1].has(".") || parts[1].isEqualIgnoringASCIICase(to: "localhost")
        else { return nil }
        value = text
    }

    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let address = EmailAddress(text) else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no address"))
        }
        self = address
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }

    public var description: String { value }

    public static func == (a: EmailAddress, b: EmailAddress) -> Bool { a.key == b.key }

    public func hash(into hasher: inout Hasher) { hasher.combine(key) }

    private static func isDotted(_ text: Substring, allowing isAllowed: (UInt8) -> Bool) -> Bool {
        text.fields(separatedBy: ".").allSatisfy { part in
            !part.isEmpty && part.utf8.allSatisfy(isAllowed)
        }
    }

    private static func isHost(_ byte: UInt8) -> Bool { isLetterOrDigit(byte) || byte == UInt8(ascii: "-") }

    private static func isAtom(_ byte: UInt8) -> Bool {
        isLetterOrDigit(byte) || "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool { byte.isASCIILetter || byte.isASCIIDigit }
}
