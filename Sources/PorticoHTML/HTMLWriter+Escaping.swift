/// The escaping rules for text and for attribute values.
///
/// Every byte that needs escaping is below 64, so one 64-bit mask identifies them. Bytes of multi-byte UTF-8 sequences
/// are never among them and are copied in runs.
///
/// - `&`, `<`, `>` become character references; in attributes `"` and `'` too.
/// - CR becomes `&#13;`, since a browser would read a bare one as a line feed.
/// - NUL and the other C0 controls, except tab, line feed and form feed, are not allowed in an HTML document (HTML
///   standard, 13.1.4 "Text") and become U+FFFD REPLACEMENT CHARACTER. DEL, C1 controls and noncharacters are copied:
///   no browser changes or interprets them.
struct HTMLEscaping: Sendable {
    let special: UInt64

    static let text = HTMLEscaping(special: mask("&<>\r") | controls)
    static let attribute = HTMLEscaping(special: mask("&<>\"'\r") | controls)

    private static let controls: UInt64 = 0xFFFF_FFFF & ~mask("\t\n\u{0C}\r")

    private static func mask(_ characters: String) -> UInt64 {
        characters.utf8.reduce(0) { $0 | 1 << UInt64($1) }
    }

    /// The replacement for a special byte.
    static func replacement(for byte: UInt8) -> StaticString {
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\""): "&quot;"
        case UInt8(ascii: "'"): "&#39;"
        case UInt8(ascii: "\r"): "&#13;"
        default: "\u{FFFD}"
        }
    }
}

extension HTMLWriter {
    /// Writes UTF-8 with special bytes replaced; runs without special bytes are copied at once.
    @inline(__always)
    mutating func escape(_ utf8: some Collection<UInt8>, _ escaping: HTMLEscaping) {
        if utf8.withContiguousStorageIfAvailable({ escape(bytes: $0, escaping) }) == nil {
            Array(utf8).withUnsafeBufferPointer { escape(bytes: $0, escaping) }
        }
    }

    private mutating func escape(bytes: UnsafeBufferPointer<UInt8>, _ escaping: HTMLEscaping) {
        var start = 0
        for index in bytes.indices {
            let byte = bytes[index]
            guard byte < 64, escaping.special &>> UInt64(byte) & 1 != 0 else { continue }
            write(bytes, start..<index)
            markup(HTMLEscaping.replacement(for: byte))
            start = index + 1
        }
        write(bytes, start..<bytes.count)
    }

    @inline(__always)
    private mutating func write(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        guard !range.isEmpty else { return }
        output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[range]))
    }
}
