/// Finds the end of the Swift code in a marker, ignoring `}}` and `%}` in string literals and `}}` in nested brackets.
struct SwiftScanner {
    enum Outcome {
        /// The offset of the closing marker.
        case end(Int)
        /// An unmatched bracket, and the offset at which reading resumes.
        case unbalanced(bracket: Int, resume: Int)
        case unterminated
    }

    let source: SourceText
    var offset: Int
    /// The offset of the first use of the identifier `t` outside of string literals; nil if there is none.
    private(set) var catalogue: Int?
    /// The calls of `asset` outside of string literals.
    private(set) var assets: [AssetUse] = []
    private var brackets: [Int] = []

    init(source: SourceText, offset: Int) {
        self.source = source
        self.offset = offset
    }

    mutating func scan(until closing: StaticString) -> Outcome {
        while offset < source.bytes.count {
            if source.has(closing, at: offset), closing.utf8Start[0] == UInt8(ascii: "%") || brackets.isEmpty {
                guard let bracket = brackets.last else { return .end(offset) }
                return .unbalanced(bracket: bracket, resume: offset + 2)
            }
            if let bracket = step() {
                skip(to: closing)
                return .unbalanced(bracket: bracket, resume: offset)
            }
        }
        return .unterminated
    }

    /// Skips one character or one string literal. Returns an unmatched bracket.
    private mutating func step() -> Int? {
        switch source.bytes[offset] {
        case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
            brackets.append(offset)
            offset += 1
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
            guard let opening = brackets.popLast() else { return offset }
            guard source.bytes[offset] == partner(of: source.bytes[opening]) else { return opening }
            offset += 1
        case UInt8(ascii: "\""), UInt8(ascii: "#"):
            skipStringLiteral()
        default:
            if catalogue == nil, isCatalogue { catalogue = offset }
            if let use = assetUse { assets.append(use) }
            offset += 1
        }
        return nil
    }

    /// Whether the identifier `t` stands here: not as a member, a label or a part of another identifier.
    private var isCatalogue: Bool {
        guard source.bytes[offset] == UInt8(ascii: "t") else { return false }
        let previous = source.bytes[offset - 1]
        let next = offset + 1 < source.bytes.count ? source.bytes[offset + 1] : UInt8(ascii: " ")
        return !previous.isIdentifierPart && previous != UInt8(ascii: ".") && !next.isIdentifierPart
            && next != UInt8(ascii: ":")
    }

    /// The call of `asset` that begins here, unless it is a member.
    private var assetUse: AssetUse? {
        let previous = source.bytes[offset - 1]
        guard source.has("asset(", at: offset), !previous.isIdentifierPart, previous != UInt8(ascii: ".") else {
            return nil
        }
        let argument = source.bytes[(offset + "asset(".utf8.count)...].drop { $0.isHTMLSpace }
        let name = argument.dropFirst().prefix { !"\"\\\n".utf8.contains($0) }
        guard argument.first == UInt8(ascii: "\""), name.endIndex < source.bytes.count,
            source.bytes[name.endIndex] == UInt8(ascii: "\"")
        else { return AssetUse(offset: offset, name: nil) }
        return AssetUse(offset: offset, name: String(decoding: name, as: UTF8.self))
    }

    private func partner(of bracket: UInt8) -> UInt8 {
        switch bracket {
        case UInt8(ascii: "("): UInt8(ascii: ")")
        case UInt8(ascii: "["): UInt8(ascii: "]")
        default: UInt8(ascii: "}")
        }
    }

    /// Skips `"…"`, `"""…"""` and their `#` forms; a `#` that starts no literal is skipped alone.
    private mutating func skipStringLiteral() {
        let pounds = source.bytes[offset...].prefix { $0 == UInt8(ascii: "#") }.count
        guard offset + pounds < source.bytes.count, source.bytes[offset + pounds] == UInt8(ascii: "\"") else {
            offset += pounds
            return
        }
        offset += pounds
        let quotes = source.has("\"\"\"", at: offset) ? 3 : 1
        offset += quotes
        let escape = [UInt8(ascii: "\\")] + Array(repeating: UInt8(ascii: "#"), count: pounds)
        let closing = Array(repeating: UInt8(ascii: "\""), count: quotes) + escape.dropFirst()
        while offset < source.bytes.count {
            let rest = source.bytes[offset...]
            if rest.starts(with: closing) {
                offset += closing.count
                return
            }
            if rest.starts(with: escape) { skipEscape(escape.count) } else { offset += 1 }
        }
    }

    /// Skips an escape; an interpolation is Swift code and may contain string literals.
    private mutating func skipEscape(_ length: Int) {
        offset += length
        guard offset < source.bytes.count, source.bytes[offset] == UInt8(ascii: "(") else {
            offset += 1
            return
        }
        let outer = brackets
        brackets = []
        repeat {
            if step() != nil { break }
        } while !brackets.isEmpty && offset < source.bytes.count
        brackets = outer
    }

    private mutating func skip(to closing: StaticString) {
        while offset < source.bytes.count, !source.has(closing, at: offset) { offset += 1 }
        offset = min(offset + 2, source.bytes.count)
    }
}

extension UInt8 {
    /// Whether a Swift identifier may contain this byte of UTF-8.
    fileprivate var isIdentifierPart: Bool {
        isASCIILetter || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) || self == UInt8(ascii: "_")
            || self == UInt8(ascii: "$") || self >= 0x80
    }
}
