/// The attributes in a start tag.
extension HTMLTokenizer {
    mutating func stepBeforeAttribute(_ byte: UInt8, at offset: Int) {
        switch byte {
        case _ where byte.isHTMLSpace: break
        case UInt8(ascii: ">"): finishStartTag(closesItself: false)
        case UInt8(ascii: "/"): cursor.state = .selfClosing
        case UInt8(ascii: "="), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "<"):
            error(
                "'\(Character(UnicodeScalar(byte)))' begins no attribute: is the quote or '>' before it missing?",
                at: offset)
        default:
            name = [byte.asciiLowercased]
            cursor.attributeStart = offset
            cursor.content = .nothing
            cursor.state = .attributeName
        }
    }

    mutating func stepAfterAttribute(_ byte: UInt8, at offset: Int) {
        if !byte.isHTMLSpace, byte != UInt8(ascii: ">"), byte != UInt8(ascii: "/") {
            error("a blank is missing before this attribute", at: offset)
        }
        cursor.state = .beforeAttribute
        stepBeforeAttribute(byte, at: offset)
    }

    mutating func stepAttributeName(_ byte: UInt8, at offset: Int) {
        switch byte {
        case _ where byte.isHTMLSpace, UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "/"):
            finishAttributeName()
            stepAfterAttributeName(byte, at: offset)
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "<"):
            error(
                "this character cannot stand in the name of an attribute: is '=' or '>' missing before it?", at: offset)
        default:
            name.append(byte.asciiLowercased)
        }
    }

    mutating func finishAttributeName() {
        cursor.attributeName = String(decoding: name, as: UTF8.self)
        cursor.state = .afterAttributeName
        value = []
        if cursor.tagName == "meta", cursor.attributeName == "http-equiv", attributes["content"] != nil {
            error(MisplacedValue.instruction("content").message, at: cursor.attributeStart)
        }
        if attributes[cursor.attributeName] != nil {
            error(
                "'\(cursor.attributeName)' stands twice in this tag, and browsers ignore the second: write one, with {% else %} "
                    + "where there are alternatives", at: cursor.attributeStart)
        }
        attributes[cursor.attributeName] = ""
        if let blocked = BlockedMarkup(attribute: cursor.attributeName) {
            error(blocked.message, at: cursor.attributeStart)
        }
    }

    mutating func stepAfterAttributeName(_ byte: UInt8, at offset: Int) {
        if byte == UInt8(ascii: "=") {
            cursor.state = .beforeValue
        } else if !byte.isHTMLSpace {
            cursor.state = .beforeAttribute
            stepBeforeAttribute(byte, at: offset)
        }
    }

    mutating func stepBeforeValue(_ byte: UInt8, at offset: Int) {
        switch byte {
        case _ where byte.isHTMLSpace: break
        case UInt8(ascii: "\""), UInt8(ascii: "'"): cursor.state = .quotedValue(quote: byte)
        case UInt8(ascii: ">"):
            error("the value of '\(cursor.attributeName)' is missing: write \(cursor.attributeName)=\"…\"", at: offset)
            finishStartTag(closesItself: false)
        default:
            cursor.state = .unquotedValue
            value.append(byte)
        }
    }

    mutating func stepUnquotedValue(_ byte: UInt8, at offset: Int) {
        if byte.isHTMLSpace {
            finishValue()
            cursor.state = .beforeAttribute
        } else if byte == UInt8(ascii: ">") {
            finishValue()
            finishStartTag(closesItself: false)
        } else {
            value.append(byte)
        }
    }

    mutating func stepQuotedValue(_ byte: UInt8, _ quote: UInt8, at offset: Int) {
        if byte == quote {
            finishValue()
            cursor.state = .afterAttribute
            return
        }
        value.append(byte)
        if cursor.content == .value, isURLAttribute {
            error(MisplacedValue.mixedURL(cursor.attributeName).message, at: offset)
        } else {
            cursor.content = max(cursor.content, .literal)
        }
    }

    private mutating func finishValue() {
        attributes[cursor.attributeName] = String(decoding: value, as: UTF8.self)
        checkAddress()
    }

    /// Reports a blocked address at the end of a value or of one of its branches, by its literal part.
    mutating func checkAddress() {
        let text = String(decoding: value, as: UTF8.self)
        guard isURLAttribute, let blocked = BlockedMarkup(address: text, of: cursor.attributeName) else { return }
        error(blocked.message, at: cursor.attributeStart)
    }

    var isURLAttribute: Bool {
        HTMLVocabulary.isURL(attribute: cursor.attributeName, element: cursor.tagName)
    }
}
