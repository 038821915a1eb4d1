/// The ends of tokens that start at the position: the index of the byte after each.
extension ScriptReader {
    func endOfLine() -> Int {
        var end = position
        while end < bytes.count, !bytes[end].isBreak { end += 1 }
        return end
    }

    /// - Throws: at the end of the script, and for a licence comment (`/*!`), which must stay.
    func endOfComment() throws(Script.NotUnderstood) -> Int {
        var end = position + 2
        guard end < bytes.count, bytes[end] != UInt8(ascii: "!") else { throw Script.NotUnderstood() }
        while end + 1 < bytes.count {
            if bytes[end] == UInt8(ascii: "*"), bytes[end + 1] == UInt8(ascii: "/") { return end + 2 }
            end += 1
        }
        throw Script.NotUnderstood()
    }

    func endOfWord(_ start: Int) -> Int {
        var end = start
        while end < bytes.count, bytes[end].isInWord { end += 1 }
        return end
    }

    /// Decimals with fraction and exponent, other bases, separators and big integers.
    func endOfNumber() -> Int {
        let hasBase = byte() == UInt8(ascii: "0") && byte(1)?.isLetter == true
        var end = endOfWord(position)
        if !hasBase, end < bytes.count, bytes[end] == UInt8(ascii: ".") { end = endOfWord(end + 1) }
        let isExponent = !hasBase && [UInt8(ascii: "e"), UInt8(ascii: "E")].contains(bytes[end - 1])
        if isExponent, end < bytes.count, [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(bytes[end]) {
            end = endOfWord(end + 1)
        }
        return end
    }

    /// - Throws: if the line or the script ends first.
    func endOfString(_ quote: UInt8) throws(Script.NotUnderstood) -> Int {
        var end = position + 1
        while end < bytes.count, !bytes[end].isBreak {
            if bytes[end] == quote { return end + 1 }
            end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
        }
        throw Script.NotUnderstood()
    }

    /// The end of the template literal, or of its part up to the next `${`.
    func endOfTemplate() throws(Script.NotUnderstood) -> Int {
        var end = position + 1
        while end < bytes.count {
            switch bytes[end] {
            case UInt8(ascii: "`"): return end + 1
            case UInt8(ascii: "\\"): end += 2
            case UInt8(ascii: "$") where end + 1 < bytes.count && bytes[end + 1] == UInt8(ascii: "{"): return end + 2
            default: end += 1
            }
        }
        throw Script.NotUnderstood()
    }

    /// A slash in a character class does not end the expression.
    func endOfRegularExpression() throws(Script.NotUnderstood) -> Int {
        var end = position + 1
        var isInClass = false
        while end < bytes.count, !bytes[end].isBreak {
            switch bytes[end] {
            case UInt8(ascii: "/") where !isInClass: return endOfWord(end + 1)
            case UInt8(ascii: "\\"): end += 1
            case UInt8(ascii: "["): isInClass = true
            case UInt8(ascii: "]"): isInClass = false
            default: break
            }
            end += 1
        }
        throw Script.NotUnderstood()
    }

    /// The end of the longest operator or punctuator at the position.
    func endOfSign() throws(Script.NotUnderstood) -> Int {
        for length in stride(from: min(4, bytes.count - position), to: 1, by: -1) {
            let end = position + length
            guard bytes[end - 1].isInSign, Self.signs.contains(Array(bytes[position..<end])) else { continue }
            // In `a ?.5 : b` the `?` and the number `.5` are separate tokens.
            if length == 2, byte(1) == UInt8(ascii: "."), byte(2)?.isDigit == true { continue }
            return end
        }
        guard let byte = byte(), Self.single.contains(byte) else { throw Script.NotUnderstood() }
        return position + 1
    }

    private static let single = Set("{}()[];,<>+-*/%&|^!~?:=.".utf8)
    private static let signs: Set<[UInt8]> = Set(
        """
        => == != <= >= && || ?? ?. ++ -- += -= *= /= %= &= |= ^= << >> ** ... === !== **= <<= >>= >>> &&= ||= ??= >>>=
        """
        .split(separator: " ").map { Array($0.utf8) })
}

extension UInt8 {
    fileprivate var isInSign: Bool { !isInWord && self > 32 }
    var isBreak: Bool { self == 10 || self == 13 }
    var isDigit: Bool { self >= 48 && self <= 57 }
    var isLetter: Bool { self | 32 >= 97 && self | 32 <= 122 }
    /// Whether the byte is a letter, a digit, `_` or `$`.
    var isInWord: Bool { isLetter || isDigit || self == 95 || self == 36 }
}
