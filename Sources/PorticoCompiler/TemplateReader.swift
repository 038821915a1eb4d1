/// Splits a template into markup, values, statements and comments.
struct TemplateReader {
    let source: SourceText
    private(set) var diagnostics = Diagnostics()
    private var pieces: [TemplatePiece] = []

    init(_ source: SourceText) {
        self.source = source
    }

    /// The pieces in file order. An unterminated marker ends the list.
    mutating func read() -> [TemplatePiece] {
        var offset = 0
        var literalStart = 0
        while offset < source.bytes.count {
            guard source.bytes[offset] == UInt8(ascii: "{"), let marker = Marker(in: source, at: offset) else {
                offset += 1
                continue
            }
            appendLiteral(literalStart..<offset)
            offset = read(marker, at: offset)
            literalStart = offset
        }
        appendLiteral(literalStart..<offset)
        return pieces
    }

    /// Reads the piece at `offset` and returns the offset of the next one.
    private mutating func read(_ marker: Marker, at offset: Int) -> Int {
        switch marker {
        case .comment: readComment(at: offset)
        case .value, .statement: readCode(marker, at: offset)
        }
    }

    private mutating func readComment(at offset: Int) -> Int {
        var end = offset + 2
        while end < source.bytes.count, !source.has("#}", at: end) { end += 1 }
        guard end < source.bytes.count else { return unterminated(.comment, at: offset) }
        pieces.append(.comment(offset..<end + 2))
        return end + 2
    }

    private mutating func readCode(_ marker: Marker, at offset: Int) -> Int {
        var scanner = SwiftScanner(source: source, offset: offset + 2)
        switch scanner.scan(until: marker.closing) {
        case .end(let end):
            append(
                marker,
                SwiftCode(
                    range: trimmed(offset + 2..<end), opening: offset, catalogue: scanner.catalogue,
                    assets: scanner.assets))
            return end + 2
        case .unbalanced(let bracket, let end):
            let character = Character(UnicodeScalar(source.bytes[bracket]))
            diagnostics.error(
                "'\(character)' has no partner inside \(marker.form): brackets must be balanced", in: source,
                at: bracket)
            return end
        case .unterminated:
            return unterminated(marker, at: offset)
        }
    }

    private mutating func append(_ marker: Marker, _ code: SwiftCode) {
        guard !code.range.isEmpty else {
            diagnostics.error(
                "nothing stands inside \(marker.form): write \(marker.need), or remove it", in: source, at: code.opening
            )
            return
        }
        pieces.append(marker == .value ? .value(code) : .statement(code))
    }

    private mutating func unterminated(_ marker: Marker, at offset: Int) -> Int {
        diagnostics.error("\(marker.opening) is never closed: add \(marker.closing) behind it", in: source, at: offset)
        return source.bytes.count
    }

    private mutating func appendLiteral(_ range: Range<Int>) {
        if !range.isEmpty { pieces.append(.literal(range)) }
    }

    private func trimmed(_ range: Range<Int>) -> Range<Int> {
        var range = range
        while let first = range.first, source.bytes[first].isHTMLSpace { range = first + 1..<range.upperBound }
        while let last = range.last, source.bytes[last].isHTMLSpace { range = range.lowerBound..<last }
        return range
    }
}

/// The three kinds of markers.
private enum Marker {
    case value
    case statement
    case comment

    init?(in source: SourceText, at offset: Int) {
        if source.has("{{", at: offset) {
            self = .value
        } else if source.has("{%", at: offset) {
            self = .statement
        } else if source.has("{#", at: offset) {
            self = .comment
        } else {
            return nil
        }
    }

    var opening: String {
        switch self {
        case .value: "{{"
        case .statement: "{%"
        case .comment: "{#"
        }
    }

    var closing: StaticString {
        switch self {
        case .value: "}}"
        case .statement: "%}"
        case .comment: "#}"
        }
    }

    var form: String { "\(opening) \(closing)" }

    var need: String { self == .value ? "a Swift expression" : "a statement" }
}

extension UInt8 {
    /// ASCII whitespace (Infra standard).
    var isHTMLSpace: Bool {
        self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D || self == 0x0C
    }
}
