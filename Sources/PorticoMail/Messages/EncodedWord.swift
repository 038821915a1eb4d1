import Foundation

/// Text that is not ASCII, in a header (RFC 2047): UTF-8 in Base64.
enum EncodedWord {
    private static let start = "=?UTF-8?B?"
    private static let end = "?="
    /// So many bytes become a word of 64 characters, which fits into a line of 76 beside the name of any header here.
    private static let limit = 39

    /// The words that a text is written as. None holds a part of a character.
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

    /// The text of a header in which there may be words of this kind. Space between two of them is not part of it.
    static func decode(_ value: String) -> String {
        var result = ""
        var wasEncoded = false
        for piece in value.split(separator: " ") {
            let decoded = decode(word: piece)
            let isJoined = result.isEmpty || wasEncoded && decoded != nil
            result += (isJoined ? "" : " ") + (decoded ?? String(piece))
            wasEncoded = decoded != nil
        }
        return result
    }

    private static func word(_ bytes: [UInt8]) -> String { start + Data(bytes).base64EncodedString() + end }

    private static func decode(word: Substring) -> String? {
        guard word.hasPrefix(start), word.hasSuffix(end) else { return nil }
        let content = word.dropFirst(start.count).dropLast(end.count)
        return Data(base64Encoded: String(content)).flatMap { String(data: $0, encoding: .utf8) }
    }
}
