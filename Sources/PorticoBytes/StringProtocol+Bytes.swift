/// Reads text from programs, and text for programs, by its UTF-8 bytes. See ``ASCII`` for the reason.
extension StringProtocol where SubSequence == Substring {
    /// The parts between separators. Without `omittingEmpty`, there is one more part than separators.
    ///
    /// - Parameter maxSplits: the maximum number of splits; the last part contains the further separators.
    @inlinable package func fields(
        separatedBy separator: ASCII, maxSplits: Int = .max, omittingEmpty: Bool = false
    ) -> [Substring] {
        fields(maxSplits: maxSplits, omittingEmpty: omittingEmpty) { $0 == separator.byte }
    }

    /// The parts between bytes for which `isSeparator` is true.
    @inlinable package func fields(
        maxSplits: Int = .max, omittingEmpty: Bool = false, where isSeparator: (UInt8) -> Bool
    ) -> [Substring] {
        bytes.split(maxSplits: maxSplits, omittingEmptySubsequences: omittingEmpty, whereSeparator: isSeparator)
            .map { Substring($0) }
    }

    /// The parts between runs of ASCII whitespace.
    @inlinable package var asciiWords: [Substring] { fields(omittingEmpty: true, where: \.isASCIIWhitespace) }

    /// The parts before and after the first separator; nil if there is none.
    @inlinable package func cut(at separator: ASCII) -> (before: Substring, after: Substring)? {
        guard let index = bytes.firstIndex(of: separator.byte) else { return nil }
        return (self[..<index], self[bytes.index(after: index)...])
    }

    /// The part before the first separator; all if there is none.
    @inlinable package func before(_ separator: ASCII) -> Substring { cut(at: separator)?.before ?? self[...] }

    /// The text without the bytes at both ends for which `isTrimmed` is true.
    @inlinable package func trimmed(_ isTrimmed: (UInt8) -> Bool = \.isASCIIBlank) -> Substring {
        let start = bytes.drop(while: isTrimmed)
        guard let last = start.lastIndex(where: { !isTrimmed($0) }) else { return "" }
        return Substring(start[...last])
    }

    /// Whether the text has a byte.
    @inlinable package func has(_ byte: ASCII) -> Bool { utf8.contains(byte.byte) }

    /// Whether the text contains the bytes of another one.
    @inlinable package func hasBytes(of part: some StringProtocol) -> Bool {
        let wanted = Array(part.utf8)
        return Self.range(of: wanted, in: Array(utf8), from: 0) != nil
    }

    @inlinable package func begins(with prefix: some StringProtocol) -> Bool {
        utf8.starts(with: prefix.utf8)
    }

    @inlinable package func ends(with suffix: some StringProtocol) -> Bool {
        bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    }

    /// The rest of the text after `prefix`; nil if it does not begin with it.
    @inlinable package func dropping(prefix: some StringProtocol) -> Substring? {
        begins(with: prefix) ? Substring(bytes.dropFirst(prefix.utf8.count)) : nil
    }

    /// The text before `suffix`; nil if it does not end with it.
    @inlinable package func dropping(suffix: some StringProtocol) -> Substring? {
        ends(with: suffix) ? Substring(bytes.dropLast(suffix.utf8.count)) : nil
    }

    /// The beginning, of at most so many bytes; a character that is cut becomes U+FFFD.
    @inlinable package func limited(toBytes count: Int) -> String {
        String(decoding: utf8.prefix(count), as: UTF8.self)
    }

    /// The text with every occurrence of the bytes `found` replaced. `found` must not be empty.
    @inlinable package func replacing(bytes found: String, with replacement: String) -> String {
        let (wanted, bytes) = (Array(found.utf8), Array(utf8))
        var result: [UInt8] = []
        var start = 0
        while let range = Self.range(of: wanted, in: bytes, from: start) {
            result += bytes[start..<range.lowerBound] + Array(replacement.utf8)
            start = range.upperBound
        }
        return start == 0 ? String(self) : String(decoding: result + bytes[start...], as: UTF8.self)
    }

    /// The first range of the bytes `wanted`. The standard library's search works for all collections and is many times
    /// slower.
    @inlinable static func range(of wanted: [UInt8], in bytes: [UInt8], from start: Int) -> Range<Int>? {
        guard let first = wanted.first else { return start..<start }
        var rest = bytes[start...]
        while let index = rest.firstIndex(of: first) {
            rest = rest[index...]
            if rest.starts(with: wanted) { return index..<index + wanted.count }
            rest = rest.dropFirst()
        }
        return nil
    }

    /// The text with A to Z in lower case, all else unchanged. `lowercased()` would also turn U+212A into `k`.
    @inlinable package var asciiLowercased: String { String(decoding: utf8.lazy.map(\.asciiLowercased), as: UTF8.self) }

    /// Whether the bytes are equal, apart from the case of ASCII letters.
    @inlinable package func isEqualIgnoringASCIICase(to other: some StringProtocol) -> Bool {
        utf8.lazy.map(\.asciiLowercased).elementsEqual(other.utf8.lazy.map(\.asciiLowercased))
    }

    /// Whether the bytes are equal. `==` is also true for different bytes that are canonically equivalent.
    @inlinable package func isSameBytes(as other: some StringProtocol) -> Bool { utf8.elementsEqual(other.utf8) }

    @inlinable var bytes: Substring.UTF8View { self[...].utf8 }
}
