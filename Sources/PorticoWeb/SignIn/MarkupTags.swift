/// A tag in the markup of our pages, which is well-formed.
struct MarkupTag: Sendable {
    struct Attribute: Sendable {
        let name: String
        /// With character references decoded; empty without a value.
        let value: String
        /// From the start of the name to the end of the value.
        let range: Range<Int>
    }

    /// In lower case.
    let name: String
    let isEnd: Bool
    let attributes: [Attribute]
    /// From `<` to after `>`.
    let range: Range<Int>
    /// The end of the name.
    let nameEnd: Int

    subscript(_ attribute: String) -> String? { self.attribute(attribute)?.value }

    func attribute(_ name: String) -> Attribute? { attributes.first { $0.name == name } }
}

/// Finds the tags of a page, ignoring comments, attribute values, raw text (scripts, styles, text areas) and the
/// content of `<template>` elements.
struct MarkupTags {
    private let bytes: [UInt8]
    private var index = 0
    private var tags: [MarkupTag] = []

    static func all(in bytes: [UInt8]) -> [MarkupTag] {
        var scanner = MarkupTags(bytes: bytes)
        scanner.scan()
        return scanner.tags.outsideOfTemplates
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private mutating func scan() {
        while let start = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
            index = start + 1
            if bytes[index...].starts(with: Array("!--".utf8)) {
                index = bytes[index...].firstRange(of: Array("-->".utf8))?.upperBound ?? bytes.count
            } else if let tag = tag(from: start) {
                tags.append(tag)
                if !tag.isEnd, Self.holdsText.contains(tag.name) { skipText(of: tag.name) }
            }
        }
    }

    private static let holdsText: Set<String> = ["script", "style", "textarea", "title"]

    /// Moves to the start of the element's end tag.
    private mutating func skipText(of name: String) {
        while index < bytes.count {
            guard let start = bytes[index...].firstRange(of: Array("</".utf8))?.lowerBound else {
                index = bytes.count
                return
            }
            let after = start + 2 + name.utf8.count
            if after < bytes.count, lowercased(start + 2..<after) == name, !Self.isNamePart(bytes[after]) {
                index = start
                return
            }
            index = start + 2
        }
    }

    /// The tag at this position; nil for text.
    private mutating func tag(from start: Int) -> MarkupTag? {
        let isEnd = peek == UInt8(ascii: "/")
        if isEnd { index += 1 }
        let nameStart = index
        guard let first = peek, isLetter(first) else { return nil }
        skip(while: Self.isNamePart)
        let nameEnd = index
        var attributes: [MarkupTag.Attribute] = []
        while true {
            skip { $0 == UInt8(ascii: "/") || Self.isSpace($0) }
            guard let byte = peek else { return nil }
            if byte == UInt8(ascii: ">") { break }
            attributes.append(attribute())
        }
        index += 1
        return MarkupTag(
            name: lowercased(nameStart..<nameEnd), isEnd: isEnd, attributes: attributes, range: start..<index,
            nameEnd: nameEnd)
    }

    private mutating func attribute() -> MarkupTag.Attribute {
        let start = index
        index += 1
        skip { !Self.isSpace($0) && ![UInt8(ascii: "/"), UInt8(ascii: ">"), UInt8(ascii: "=")].contains($0) }
        let name = lowercased(start..<index)
        let end = index
        skip(while: Self.isSpace)
        guard peek == UInt8(ascii: "=") else {
            index = end
            return MarkupTag.Attribute(name: name, value: "", range: start..<end)
        }
        index += 1
        skip(while: Self.isSpace)
        let value = value()
        return MarkupTag.Attribute(
            name: name, value: CharacterReferences.resolved(String(decoding: bytes[value], as: UTF8.self)),
            range: start..<index)
    }

    /// Moves past a value, and returns its range without quotation marks.
    private mutating func value() -> Range<Int> {
        guard let quote = peek, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            let start = index
            skip { !Self.isSpace($0) && $0 != UInt8(ascii: ">") }
            return start..<index
        }
        let start = index + 1
        let end = bytes[start...].firstIndex(of: quote) ?? bytes.count
        index = min(end + 1, bytes.count)
        return start..<end
    }

    private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skip(while matches: (UInt8) -> Bool) {
        while let byte = peek, matches(byte) { index += 1 }
    }

    private func lowercased(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self).lowercased()
    }

    private func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isNamePart(_ byte: UInt8) -> Bool {
        !isSpace(byte) && byte != UInt8(ascii: "/") && byte != UInt8(ascii: ">")
    }

    private static func isSpace(_ byte: UInt8) -> Bool { [9, 10, 12, 13, 32].contains(byte) }
}

extension [MarkupTag] {
    fileprivate var outsideOfTemplates: [MarkupTag] {
        var depth = 0
        return filter { tag in
            guard tag.name == "template" else { return depth == 0 }
            depth = Swift.max(0, depth + (tag.isEnd ? -1 : 1))
            return false
        }
    }
}

/// The character references in our pages: numeric ones, and those of the five markup characters.
enum CharacterReferences {
    static func resolved(_ text: String) -> String {
        guard text.contains("&") else { return text }
        return text.replacing(/&(?:#x(?<hex>[0-9a-fA-F]{1,6})|#(?<decimal>[0-9]{1,7})|(?<name>[a-z]+));/) { match in
            if let name = match.name { return named[String(name)] ?? String(match.0) }
            let number = match.hex.flatMap { UInt32($0, radix: 16) } ?? match.decimal.flatMap { UInt32($0) }
            return number.flatMap(UnicodeScalar.init).map { String($0) } ?? String(match.0)
        }
    }

    private static let named = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
}
