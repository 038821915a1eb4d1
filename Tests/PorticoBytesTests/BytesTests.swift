import PorticoBytes
import Testing

/// Marks that form one Character with a separator before or after them, and characters that are equal to one of ASCII.
private let marks = [
    "\u{301}", "\u{200D}", "\u{FE0F}", "\u{600}", "\u{6DD}", "\u{70F}", "\u{8E2}", "\u{D4E}", "\u{110BD}", "\u{37E}",
    "\u{1FEF}",
    "\u{212A}", "\u{17F}", "é",
]
private let separators: [(literal: ASCII, text: String)] = [
    ("/", "/"), (";", ";"), (",", ","), ("=", "="), (":", ":"), ("&", "&"), (".", "."), ("\"", "\""), ("\\", "\\"),
    ("?", "?"),
    ("-", "-"), ("|", "|"), ("@", "@"), ("\n", "\n"), ("\r", "\r"), ("#", "#"), ("[", "["), ("]", "]"), ("`", "`"),
    ("K", "K"),
]
private let texts = marks.flatMap { mark in
    separators.map { separator in "a\(mark)\(separator.text)\(mark)b\(separator.text)\(mark)\(separator.text) \(mark)" }
}

@Suite("Text as bytes")
struct BytesTests {
    @Test("is split, cut and searched at bytes, with any characters beside them")
    func separators() throws {
        for text in texts {
            for (literal, separator) in PorticoBytesTests.separators {
                let byte = literal.byte
                let bytes = Array(text.utf8)
                let parts = bytes.split(separator: byte, omittingEmptySubsequences: false)
                #expect(text.fields(separatedBy: literal).map { Array($0.utf8) } == parts.map(Array.init))
                #expect(
                    text.fields(separatedBy: literal, maxSplits: 1, omittingEmpty: true).map { Array($0.utf8) }
                        == bytes.split(separator: byte, maxSplits: 1).map(Array.init))
                #expect(text.has(literal) == bytes.contains(byte))
                #expect(text.hasBytes(of: separator) == bytes.contains(byte))
                #expect(Array(text.before(literal).utf8) == Array(parts[0]))
                let rest = bytes.firstIndex(of: byte).map { Array(bytes[($0 + 1)...]) }
                #expect(text.cut(at: literal).map { Array($0.after.utf8) } == rest)
                let replaced = parts.map(Array.init).joined(separator: Array("<>".utf8))
                #expect(Array(text.replacing(bytes: separator, with: "<>").utf8) == Array(replaced))
            }
        }
    }

    @Test("begins and ends with bytes, and is trimmed of them")
    func ends() {
        for mark in marks {
            for (literal, separator) in PorticoBytesTests.separators {
                let text = separator + mark + separator
                #expect(text.begins(with: separator) && text.ends(with: separator))
                #expect(text.dropping(prefix: separator)?.isSameBytes(as: mark + separator) == true)
                #expect(text.dropping(suffix: separator)?.isSameBytes(as: separator + mark) == true)
                #expect(text.trimmed { $0 == literal.byte }.isSameBytes(as: mark))
                #expect(!(mark + separator).begins(with: separator) && !(separator + mark).ends(with: separator))
                #expect((mark + separator).dropping(prefix: separator) == nil)
            }
            #expect(" \t\(mark) \t".trimmed().isSameBytes(as: mark))
            #expect("\n\(mark)a\r\n b".asciiWords.map { Array($0.utf8) } == [Array("\(mark)a".utf8), Array("b".utf8)])
        }
    }

    @Test("changes the case of ASCII letters alone")
    func letterCase() {
        #expect("ABC\u{212A}\u{130}É".asciiLowercased.isSameBytes(as: "abc\u{212A}\u{130}É"))
        #expect("Chunked".isEqualIgnoringASCIICase(to: "cHUNKED"))
        #expect(!"chun\u{212A}ed".isEqualIgnoringASCIICase(to: "chunked"))
        #expect(!"e\u{301}".isSameBytes(as: "é"))
    }

    @Test("is limited to bytes")
    func limit() {
        #expect("abc".limited(toBytes: 2) == "ab")
        #expect("aé".limited(toBytes: 2) == "a\u{FFFD}")
        #expect("abc".limited(toBytes: 3) == "abc")
    }

    @Test(
        "is shown without control and direction characters",
        arguments: [
            "\0", "\u{7}", "\u{1B}", "\r", "\u{7F}", "\u{85}", "\u{9B}", "\u{2028}", "\u{2029}", "\u{202E}", "\u{2066}",
            "\u{200E}", "\u{61C}",
        ])
    func controls(control: String) throws {
        let text = "a\u{600}\(control)\u{301}b"
        let escaped = text.escapingControls
        #expect(!escaped.unicodeScalars.contains { $0.isControlOrDirection })
        #expect(escaped.unicodeScalars.first == "a" && escaped.unicodeScalars.last == "b" && escaped.has("\\"))
        #expect(text.printable.isSameBytes(as: "a\u{600}\u{FFFD}\u{301}b"))
        #expect("\(control)\n\t".printableLines.isSameBytes(as: "\u{FFFD}\n\t"))
    }

    @Test("is escaped in JSON without changing its value")
    func json() {
        #expect("\"\u{202E}\u{7F}\u{85}é\"".escapingControlsOfJSON.isSameBytes(as: #""\u202e\u007f\u0085é""#))
        #expect("{\n}".escapingControlsOfJSON == "{\n}")
    }
}
