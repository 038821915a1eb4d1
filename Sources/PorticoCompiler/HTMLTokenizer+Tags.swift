/// Start tags and end tags.
extension HTMLTokenizer {
    mutating func beginTag(at offset: Int) {
        cursor.state = .tagOpen
        cursor.tagStart = offset
        name = []
        attributes = [:]
    }

    mutating func stepTagOpen(_ byte: UInt8, at offset: Int) {
        if byte.isASCIILetter {
            name.append(byte.asciiLowercased)
            cursor.state = .tagName
        } else if byte == UInt8(ascii: "/") {
            cursor.state = .endTagName
        } else if byte == UInt8(ascii: "!") {
            cursor.state = .declaration
        } else {
            error("'<' begins no tag here: write &lt; for the character", at: cursor.tagStart)
            cursor.state = .text
        }
    }

    mutating func stepTagName(_ byte: UInt8, at offset: Int) {
        switch byte {
        case _ where byte.isHTMLSpace, UInt8(ascii: ">"), UInt8(ascii: "/"):
            finishTagName()
            stepAfterAttribute(byte, at: offset)
        default:
            name.append(byte.asciiLowercased)
        }
    }

    mutating func finishTagName() {
        cursor.tagName = String(decoding: name, as: UTF8.self)
        cursor.state = .afterAttribute
    }

    mutating func stepEndTagName(_ byte: UInt8, at offset: Int) {
        if byte == UInt8(ascii: ">") || byte.isHTMLSpace {
            cursor.tagName = String(decoding: name, as: UTF8.self)
            cursor.state = .endTagRest
            stepEndTagRest(byte, at: offset)
        } else {
            name.append(byte.asciiLowercased)
        }
    }

    mutating func stepEndTagRest(_ byte: UInt8, at offset: Int) {
        if byte == UInt8(ascii: ">") {
            closeElement()
            cursor.state = .text
        } else if !byte.isHTMLSpace {
            error("an end tag holds only its name: write </\(cursor.tagName)>", at: offset)
        }
    }

    mutating func stepSelfClosing(_ byte: UInt8, at offset: Int) {
        guard byte == UInt8(ascii: ">") else {
            error("'/' stands only at the end of a tag: write '/>', or put quotes around the value", at: offset - 1)
            cursor.state = .beforeAttribute
            return
        }
        finishStartTag(closesItself: true)
    }

    mutating func finishStartTag(closesItself: Bool) {
        let tag = cursor.tagName
        cursor.state = .text
        if let blocked = BlockedMarkup(element: tag, attributes: attributes) {
            error(blocked.message, at: cursor.tagStart)
        }
        if let outer = elements.ended(by: tag) {
            error(
                "<\(tag)> cannot stand in <\(outer)>, which the browser would end or leave out here: close <\(outer)> before it",
                at: cursor.tagStart)
        }
        if HTMLVocabulary.voidElements.contains(tag) && !elements.isForeign { return }
        if closesItself {
            guard !elements.isForeign && !HTMLVocabulary.foreignRoots.contains(tag) else { return }
            error("'/>' does not close <\(tag)> in HTML: write <\(tag)></\(tag)>", at: cursor.tagStart)
            return
        }
        elements.open(tag, at: cursor.tagStart)
        beginContent(of: tag)
    }

    private mutating func closeElement() {
        let tag = cursor.tagName
        if HTMLVocabulary.voidElements.contains(tag) && !elements.isForeign {
            error("<\(tag)> has no end tag: remove </\(tag)>", at: cursor.tagStart)
            return
        }
        switch elements.close(tag) {
        case _ where hasUnknownTag: break
        case .closed: break
        case .unclosed(let inner): for element in inner { errorUnclosed(element, before: "</\(tag)>") }
        case .nothingToClose:
            error("</\(tag)> closes nothing: remove it, or open <\(tag)> before it", at: cursor.tagStart)
        case .outsideBranch(let element):
            let line = source.location(of: element.start).line
            error(
                "</\(tag)> closes an element opened on line \(line), outside this {% %} body: close it outside, too",
                at: cursor.tagStart)
        }
    }

    mutating func errorUnclosed(_ element: ElementStack.Element, before what: String) {
        error("<\(element.name)> is never closed: add </\(element.name)> before \(what)", at: element.start)
    }
}
