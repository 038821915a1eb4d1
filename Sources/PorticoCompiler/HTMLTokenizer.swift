/// Tokenizes the literal markup of a template, byte by byte, to find the context of each value.
struct HTMLTokenizer {
    let source: SourceText
    var cursor = HTMLCursor()
    var elements = ElementStack()
    var diagnostics = Diagnostics()
    /// The partial name of a tag, an attribute or a declaration.
    var name: [UInt8] = []
    /// The literal part of an unfinished attribute value.
    var value: [UInt8] = []
    /// The literal values of the attributes of the current tag, by name.
    var attributes: [String: String] = [:]
    /// The last bytes of a comment or raw text, used to find its end.
    var tail: [UInt8] = []
    /// Whether a tag name was a value, so that the element balance is unknown.
    var hasUnknownTag = false
    /// Whether the position is directly after a start tag whose following line feed the browser drops.
    private var dropsNextLineFeed = false

    init(_ source: SourceText) {
        self.source = source
    }

    /// Tokenizes literal markup.
    mutating func feed(_ range: Range<Int>) {
        for offset in range {
            dropsNextLineFeed = false
            step(source.bytes[offset], at: offset)
        }
    }

    /// Whether a value or statement here needs a line feed before it. The browser drops that line feed instead of one
    /// at the beginning of the value.
    mutating func takesLineFeed() -> Bool {
        defer { dropsNextLineFeed = false }
        return dropsNextLineFeed
    }

    mutating func error(_ message: String, at offset: Int) {
        diagnostics.error(message, in: source, at: offset)
    }

    /// Enters the content of an element that was just opened.
    mutating func beginContent(of element: String) {
        dropsNextLineFeed = HTMLVocabulary.elementsDroppingFirstLineFeed.contains(element)
        tail = []
        if HTMLVocabulary.rawTextElements.contains(element) {
            cursor.state = .rawText(element: element)
        } else if HTMLVocabulary.plainTextElements.contains(element),
            elements.elements.dropLast().allSatisfy({ $0.name != "svg" })
        {
            cursor.state = .plainText(element: element)
        } else {
            cursor.state = .text
        }
    }

    private mutating func step(_ byte: UInt8, at offset: Int) {
        switch cursor.state {
        case .text: if byte == UInt8(ascii: "<") { beginTag(at: offset) }
        case .plainText(let element), .rawText(let element): stepRawText(byte, element, at: offset)
        case .tagOpen: stepTagOpen(byte, at: offset)
        case .tagName: stepTagName(byte, at: offset)
        case .endTagName: stepEndTagName(byte, at: offset)
        case .endTagRest: stepEndTagRest(byte, at: offset)
        case .beforeAttribute: stepBeforeAttribute(byte, at: offset)
        case .afterAttribute: stepAfterAttribute(byte, at: offset)
        case .attributeName: stepAttributeName(byte, at: offset)
        case .afterAttributeName: stepAfterAttributeName(byte, at: offset)
        case .beforeValue: stepBeforeValue(byte, at: offset)
        case .unquotedValue: stepUnquotedValue(byte, at: offset)
        case .quotedValue(let quote): stepQuotedValue(byte, quote, at: offset)
        case .selfClosing: stepSelfClosing(byte, at: offset)
        case .declaration: stepDeclaration(byte, at: offset)
        case .comment: stepComment(byte)
        case .doctype: if byte == UInt8(ascii: ">") { cursor.state = .text }
        }
    }

    private mutating func stepRawText(_ byte: UInt8, _ element: String, at offset: Int) {
        if byte == UInt8(ascii: "<") {
            tail = [byte]
            cursor.tagStart = offset
        } else if byte.isHTMLSpace || byte == UInt8(ascii: ">"), String(decoding: tail, as: UTF8.self) == "</" + element
        {
            name = Array(element.utf8)
            stepEndTagName(byte, at: offset)
        } else if !tail.isEmpty {
            tail.append(byte.asciiLowercased)
        }
    }

    private mutating func stepDeclaration(_ byte: UInt8, at offset: Int) {
        name.append(byte.asciiLowercased)
        let word = String(decoding: name, as: UTF8.self)
        if word == "--" {
            cursor.state = .comment
            tail = Self.beginningOfComment
        } else if word == "doctype" {
            cursor.state = .doctype
        } else if !"--".hasPrefix(word), !"doctype".hasPrefix(word) {
            error(
                "'<!' begins a comment <!-- … --> or <!doctype html>: write one of these, or &lt;! for the text",
                at: cursor.tagStart)
            cursor.state = .doctype
        }
    }

    /// The tail at the beginning of a comment. It contains no hyphens, because `<!--->` ends a comment but `<!--!>`
    /// does not.
    private static let beginningOfComment = Array("<<".utf8)

    private mutating func stepComment(_ byte: UInt8) {
        tail = tail.suffix(3) + [byte]
        let isAbrupt = [">", "->"].contains { tail == Self.beginningOfComment + Array($0.utf8) }
        if isAbrupt || tail.ends(with: "-->") || tail.ends(with: "--!>") { cursor.state = .text }
    }
}

extension UInt8 {
    var asciiLowercased: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
    }

    var isASCIILetter: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(asciiLowercased)
    }
}

extension [UInt8] {
    fileprivate func ends(with suffix: String) -> Bool {
        self.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    }
}
