import PorticoBytes

/// A path on this site, with an optional query: `/session/new?next=%2F`.
///
/// Routes, redirects and templates use this type, so they cannot point to another site. The rules are stricter than RFC
/// 3986:
///
/// - one `/` at the beginning, at most 2 048 bytes of printable ASCII without space, `\`, `"`, `<`, `>` and `#`;
/// - in the path, before any `?`, no empty segment except the last (so no `//`), no `.` or `..` segment, and no
///   percent-encoded `/`, `\`, dot segment or control character;
/// - every `%` is followed by two hexadecimal digits.
public struct SitePath: Hashable, Sendable, CustomStringConvertible {
    /// The greatest length of a path from outside, in bytes.
    package static let maximumLength = 2048

    /// The path and its query, as in a URL.
    public let description: String

    /// A path from outside (a form field, a query, a header); `nil` if it breaks a rule.
    public init?(untrusted string: String) {
        guard string.utf8.count <= Self.maximumLength, Self.isValid(string) else { return nil }
        self.description = string
    }

    init(trusted: String) {
        self.description = trusted
    }

    /// The path without its query.
    public var path: String {
        description.utf8.firstIndex(of: UInt8(ascii: "?")).map { String(description[..<$0]) } ?? description
    }

    /// This path with names and values appended to its query, percent-encoded as UTF-8.
    public func adding(query: [(String, String)]) -> SitePath {
        let fields = query.map { "\(PercentEncoding.encode($0))=\(PercentEncoding.encode($1))" }
        guard !fields.isEmpty else { return self }
        let separator = description.has("?") ? "&" : "?"
        return SitePath(trusted: description + separator + fields.joined(separator: "&"))
    }

    /// This path without its query, with one more segment, percent-encoded as UTF-8.
    ///
    /// `nil` if `segment` is empty, `.` or `..`, or contains a slash, a backslash or a control character.
    public func adding(segment: String) -> SitePath? {
        guard !segment.isEmpty else { return nil }
        let base = path.ends(with: "/") ? path : path + "/"
        let extended = base + PercentEncoding.encode(segment)
        return Self.isValid(extended) ? SitePath(trusted: extended) : nil
    }
}

/// Encoded as a string. Decoding applies the rules of ``SitePath/init(untrusted:)`` and throws
/// `DecodingError.dataCorrupted`.
extension SitePath: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let path = SitePath(untrusted: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a path on this site")
        }
        self = path
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
