import Foundation
import PorticoBytes
import PorticoStore

/// A header field of a mail. No value can end it and begin another one.
struct MailHeader {
    private let name: String
    /// The words between which spaces and line folds are allowed.
    private let words: [String]

    /// - Parameter words: printable ASCII, without spaces.
    init(_ name: String, words: [String]) {
        self.name = name
        self.words = words
    }

    /// A free text, encoded by RFC 2047 if it is not plain ASCII.
    init(_ name: String, text: String) {
        let words = Self.words(text)
        self.init(name, words: Self.isPlain(words) ? words : EncodedWord.words(words.joined(separator: " ")))
    }

    init(_ name: String, _ mailbox: MailMessage.Mailbox) {
        let address = "<\(mailbox.address.value)>"
        self.init(name, words: Self.phrase(mailbox.name) + [address])
    }

    /// The field with line feeds, folded to lines of at most 76 characters (RFC 5322, 2.2.3). The first word stays on
    /// the line of the name.
    var folded: String {
        var result = "\(name):"
        var column = result.utf8.count
        for word in words {
            if column + 1 + word.utf8.count > 76, column > name.utf8.count + 1 {
                result += "\n"
                column = 0
            }
            result += " " + word
            column += 1 + word.utf8.count
        }
        return result
    }

    /// A message id without invalid characters.
    static func identifier(_ text: String) -> String {
        let bytes = text.utf8.filter { $0.isASCIILetter || $0.isASCIIDigit || "@.-_+=".utf8.contains($0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The display name of a mailbox: quoted, or encoded.
    private static func phrase(_ name: String) -> [String] {
        let words = words(name)
        guard !words.isEmpty else { return [] }
        guard isPlain(words) else { return EncodedWord.words(words.joined(separator: " ")) }
        let escaped = words.joined(separator: " ").replacing(bytes: "\\", with: "\\\\")
            .replacing(bytes: "\"", with: "\\\"")
        return "\"\(escaped)\"".fields(separatedBy: " ", omittingEmpty: true).map(String.init)
    }

    /// The words of a text, separated by white space and control characters.
    private static func words(_ text: String) -> [String] {
        text.unicodeScalars.split { scalar in
            scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
        }.map { String($0) }
    }

    /// Whether the words can stay unencoded. Words too long to fold are encoded, in pieces.
    private static func isPlain(_ words: [String]) -> Bool {
        words.allSatisfy { word in
            word.utf8.count <= 60 && word.utf8.allSatisfy(\.isASCIIVisible) && !word.hasBytes(of: "=?")
        }
    }
}
