import Foundation
import PorticoBytes

/// Non-ASCII text in a header (RFC 2047), as UTF-8 in Base64.
enum EncodedWord {
    private static let start = "=?UTF-8?B?"
    private static let end = "?="
    /// Maximum number of bytes in a word. They encode to 64 characters, which fit a line of 76 with the name of any
    /// header here.
    private static let limit = 39

    /// The encoded words of a text. No word contains a partial character.
    static func words(_ text: String) -> [String] {
        var words: [String] = []
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            let next = Array(String(scalar).utf8)
            if bytes.count + next.count > limit {
                words.append(word(bytes))
                bytes = []
            }
            bytes += next
        }
        return bytes.isEmpty ? words : words + [word(bytes)]
    }

    /// Decodes a header value. White space between two encoded words is dropped (RFC 2047, 6.2).
    static func decode(_ value: String) -> String {
        var result = ""
        var wasEncoded = false
        for piece in value.fields(separatedBy: " ", omittingEmpty: true) {
            let decoded = decode(word: piece)
            let isJoined = result.isEmpty || wasEncoded && decoded != nil
            result += (isJoined ? "" : " ") + (decoded ?? String(piece))
            wasEncoded = decoded != nil
        }
        return result
    }

    private static func word(_ bytes: [UInt8]) -> String { start + Data(bytes).base64EncodedString() + end }

    private static func decode(word: Substring) -> String? {
        guard let content = word.dropping(prefix: start)?.dropping(suffix: end) else { return nil }
        return Data(base64Encoded: String(content)).flatMap { String(data: $0, encoding: .utf8) }
    }
}
