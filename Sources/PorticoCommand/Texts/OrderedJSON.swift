import PorticoBytes

/// A JSON value that keeps the order of its members, and strings and numbers as they are written.
indirect enum OrderedJSON {
    case object([Member])
    case list([OrderedJSON])
    /// A string with its quotation marks, a number or a word.
    case token(String)

    struct Member {
        /// As it is written, without quotation marks.
        let name: String
        var value: OrderedJSON
    }

    struct Malformed: Error {}

    /// - Throws: ``Malformed``
    init(_ text: String) throws(Malformed) {
        var reader = OrderedJSONReader(text)
        self = try reader.document()
    }

    /// A string.
    static func text(_ value: String) -> OrderedJSON {
        var literal = "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": literal += "\\\""
            case "\\": literal += "\\\\"
            case "\n": literal += "\\n"
            case "\t": literal += "\\t"
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return .token(literal + "\"")
    }

    /// The value of a member; nil if there is none, or this is no object.
    subscript(name: String) -> OrderedJSON? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// Replaces the value of a member. A new member comes before the first one with a greater name.
    mutating func set(_ value: OrderedJSON, for name: String) {
        guard case .object(var members) = self else { return }
        if let index = members.firstIndex(where: { $0.name == name }) {
            members[index].value = value
        } else {
            let folded = name.asciiLowercased
            let index = members.firstIndex { $0.name.asciiLowercased > folded } ?? members.endIndex
            members.insert(Member(name: name, value: value), at: index)
        }
        self = .object(members)
    }

    /// The names of the members, in order.
    var names: [String] {
        guard case .object(let members) = self else { return [] }
        return members.map(\.name)
    }

    /// The value in the layout of Xcode: two spaces for each level, and a space on both sides of a colon.
    func text(indent: String = "") -> String {
        let inner = indent + "  "
        switch self {
        case .token(let token): return token
        case .object(let members):
            let lines = members.map { "\(inner)\"\($0.name)\" : \($0.value.text(indent: inner))" }
            return "{\n\(lines.joined(separator: ",\n"))\n\(indent)}"
        case .list(let values):
            return "[\n\(values.map { inner + $0.text(indent: inner) }.joined(separator: ",\n"))\n\(indent)]"
        }
    }
}

/// Reads JSON (RFC 8259). Accepts any number and word, because `JSONDecoder` checks the file.
private struct OrderedJSONReader {
    private let bytes: [UInt8]
    private var index = 0
    private var depth = 0
    /// Catalogues have eight levels.
    private static let mostLevels = 64

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    mutating func document() throws(OrderedJSON.Malformed) -> OrderedJSON {
        let value = try value()
        skipSpace()
        guard index == bytes.count else { throw OrderedJSON.Malformed() }
        return value
    }

    private mutating func value() throws(OrderedJSON.Malformed) -> OrderedJSON {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.mostLevels else { throw OrderedJSON.Malformed() }
        if take("{") { return .object(try members()) }
        if take("[") { return .list(try values()) }
        if next == UInt8(ascii: "\"") { return .token("\"\(try string())\"") }
        let start = index
        while let byte = next, !Self.ends.contains(byte), !byte.isASCIIWhitespace { index += 1 }
        guard index > start else { throw OrderedJSON.Malformed() }
        return .token(text(start..<index))
    }

    private mutating func members() throws(OrderedJSON.Malformed) -> [OrderedJSON.Member] {
        var members: [OrderedJSON.Member] = []
        guard !take("}") else { return members }
        repeat {
            skipSpace()
            let name = try string()
            guard take(":") else { throw OrderedJSON.Malformed() }
            members.append(OrderedJSON.Member(name: name, value: try value()))
        } while take(",")
        guard take("}") else { throw OrderedJSON.Malformed() }
        return members
    }

    private mutating func values() throws(OrderedJSON.Malformed) -> [OrderedJSON] {
        var values: [OrderedJSON] = []
        guard !take("]") else { return values }
        repeat { values.append(try value()) } while take(",")
        guard take("]") else { throw OrderedJSON.Malformed() }
        return values
    }

    /// The content of a string, as it is written.
    private mutating func string() throws(OrderedJSON.Malformed) -> String {
        guard take("\"") else { throw OrderedJSON.Malformed() }
        let start = index
        while let byte = next, byte != UInt8(ascii: "\"") { index += byte == UInt8(ascii: "\\") ? 2 : 1 }
        guard index < bytes.count else { throw OrderedJSON.Malformed() }
        index += 1
        return text(start..<index - 1)
    }

    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func take(_ character: ASCII) -> Bool {
        skipSpace()
        guard next == character.byte else { return false }
        index += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = next, byte.isASCIIWhitespace { index += 1 }
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    private static let ends: [UInt8] = Array(",]}:".utf8)
}
