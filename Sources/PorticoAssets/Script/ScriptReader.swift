/// Splits a script into tokens.
///
/// It reads the words, punctuators and literals of ECMAScript 2025 (section 12) in ASCII. Other characters may occur in
/// literals and comments only. After `}`, only a parser can tell a regular expression from a division, so a `/` there
/// throws.
struct ScriptReader {
    let bytes: [UInt8]
    var position = 0
    private var isAfterBreak = false
    private(set) var script = Script()

    /// - Throws: if the script has unknown syntax, or ends inside a token or bracket.
    static func read(_ bytes: [UInt8]) throws(Script.NotUnderstood) -> Script {
        var reader = Self(bytes: bytes)
        while let byte = reader.byte() { try reader.readOne(byte) }
        guard reader.script.openBracket == nil else { throw Script.NotUnderstood() }
        return reader.script
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The byte at a distance from the position; nil at the end.
    func byte(_ distance: Int = 0) -> UInt8? {
        let index = position + distance
        return index < bytes.count ? bytes[index] : nil
    }

    private mutating func readOne(_ byte: UInt8) throws(Script.NotUnderstood) {
        switch byte {
        case UInt8(ascii: " "), UInt8(ascii: "\t"): position += 1
        case _ where byte.isBreak:
            isAfterBreak = true
            position += 1
        case UInt8(ascii: "/"): try slash()
        case UInt8(ascii: "\""), UInt8(ascii: "'"): try add(.string, to: endOfString(byte))
        case UInt8(ascii: "`"): try add(.template, to: endOfTemplate())
        case UInt8(ascii: "}") where isInTemplate: try add(.template, to: endOfTemplate())
        case UInt8(ascii: "#") where self.byte(1)?.isInWord == true: try add(.privateName, to: endOfWord(position + 1))
        case _ where beginsNumber: try add(.number, to: endOfNumber())
        case _ where byte.isInWord: try add(.word, to: endOfWord(position))
        default: try add(.sign, to: endOfSign())
        }
    }

    private mutating func add(_ kind: ScriptToken.Kind, to end: Int) throws(Script.NotUnderstood) {
        let text = String(decoding: bytes[position..<end], as: UTF8.self)
        try script.append(ScriptToken(kind: kind, text: text, isAfterBreak: isAfterBreak))
        isAfterBreak = false
        position = end
    }

    private mutating func slash() throws(Script.NotUnderstood) {
        switch byte(1) {
        case UInt8(ascii: "/"): position = endOfLine()
        case UInt8(ascii: "*"):
            let end = try endOfComment()
            if bytes[position..<end].contains(where: \.isBreak) { isAfterBreak = true }
            position = end
        case _ where try divides(): try add(.sign, to: endOfSign())
        default: try add(.regularExpression, to: endOfRegularExpression())
        }
    }

    private var beginsNumber: Bool {
        byte()?.isDigit == true || byte() == UInt8(ascii: ".") && byte(1)?.isDigit == true
    }

    private var isInTemplate: Bool {
        script.openBracket.map { script.tokens[$0].kind == .template } ?? false
    }

    /// Whether a slash at the position is a division.
    private func divides() throws(Script.NotUnderstood) -> Bool {
        let last = script.tokens.count - 1
        guard let token = script.tokens.last else { return false }
        switch token.text {
        case "}": throw Script.NotUnderstood()
        case ")": return !script.isHead(script.opening[last])
        default: return token.endsExpression || script.isBehindDot(last)
        }
    }
}
