/// The paths as which proxies and applications may read the path of a request.
///
/// Servers do not agree on encoded slashes, dot segments, repeated slashes, backslashes, parameters after a semicolon,
/// doubly encoded characters and case. If a rule looked at one reading only, a request could pass it in another one.
struct PathReadings: Hashable, Sendable {
    /// Decoded, without the slashes at the end; most paths have one.
    let paths: [String]

    /// nil if `path` does not begin with a slash, leads above the root, has a percent sign without two hexadecimal digits,
    /// or an encoded control character, or encodes what is not UTF-8.
    init?(_ path: String) {
        guard path.hasPrefix("/") else { return nil }
        guard !Self.isPlain(path) else {
            paths = [Self.withoutLastSlash(path)]
            return
        }
        guard let decoded = Self.decoded(path), let literal = Self.decoded(path, keepingSlashes: true) else {
            return nil
        }
        var texts = [decoded]
        if decoded.contains("%"), let twice = Self.decoded(decoded) { texts.append(twice) }
        var found = [Self.withoutLastSlash(literal)]
        for text in texts {
            for reading in [text, text.replacing("\\", with: "/"), Self.withoutParameters(text)] {
                guard let path = Self.resolved(reading) else { return nil }
                if !found.contains(path) { found.append(path) }
            }
        }
        paths = found
    }

    /// Whether all servers read the path alike.
    private static func isPlain(_ path: String) -> Bool {
        var previous: UInt8 = 0
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "/"), UInt8(ascii: "."):
                if previous == UInt8(ascii: "/") { return false }
            case UInt8(ascii: "%"), UInt8(ascii: "\\"), UInt8(ascii: ";"): return false
            default: break
            }
            previous = byte
        }
        return true
    }

    /// - Parameter keepingSlashes: whether encoded slashes stay encoded.
    private static func decoded(_ path: String, keepingSlashes: Bool = false) -> String? {
        var bytes: [UInt8] = []
        var rest = path.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                return nil
            }
            let value = high << 4 | low
            guard value >= 0x20, value != 0x7F else { return nil }
            bytes += keepingSlashes && value == UInt8(ascii: "/") ? Array("%2f".utf8) : [value]
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }

    /// The path without empty and dot segments (RFC 3986, 5.2.4); nil if it leads above the root.
    private static func resolved(_ path: String) -> String? {
        var segments: [Substring] = []
        for segment in path.split(separator: "/") {
            switch segment {
            case ".": continue
            case "..": guard segments.popLast() != nil else { return nil }
            default: segments.append(segment)
            }
        }
        return "/" + segments.joined(separator: "/")
    }

    /// The path without what follows a semicolon in each segment.
    private static func withoutParameters(_ path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false).map { $0.prefix { $0 != ";" } }
            .joined(separator: "/")
    }

    private static func withoutLastSlash(_ path: String) -> String {
        path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }
}
