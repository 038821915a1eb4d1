/// Template values and statements between the literal parts.
extension HTMLTokenizer {
    /// The escaping context of a value at the current position.
    ///
    /// - Parameter isRepeated: whether a loop around the value began inside the same attribute.
    mutating func placeOfValue(isRepeated: Bool) -> Result<ValuePlace, MisplacedValue> {
        tail = []
        switch cursor.state {
        case .text: return .success(.text)
        case .plainText: return .success(.attribute)
        case .quotedValue: return placeInQuotedValue(isRepeated: isRepeated)
        case .beforeValue, .unquotedValue:
            cursor.state = .unquotedValue
            return .failure(.unquoted)
        case .tagOpen, .tagName, .endTagName, .endTagRest:
            hasUnknownTag = true
            return .failure(.tagName)
        case .beforeAttribute, .afterAttribute, .attributeName, .afterAttributeName, .selfClosing:
            return .failure(.attributeName)
        case .rawText(let element): return .failure(.rawText(element))
        case .comment: return .failure(.comment)
        case .declaration, .doctype: return .failure(.doctype)
        }
    }

    private mutating func placeInQuotedValue(isRepeated: Bool) -> Result<ValuePlace, MisplacedValue> {
        let attribute = cursor.attributeName
        let content = cursor.content
        cursor.content = .value
        switch attribute {
        case "srcdoc": return .failure(.markupAttribute(attribute))
        case "srcset", "imagesrcset": return .failure(.sourceSet(attribute))
        case "http-equiv",
            "content" where cursor.tagName == "meta" && !isNamedMetadata:
            return .failure(.instruction(attribute))
        case _ where HTMLVocabulary.animations.contains(cursor.tagName) && HTMLVocabulary.animated.contains(attribute):
            return .failure(.animation(attribute))
        default: break
        }
        guard isURLAttribute else { return .success(.attribute) }
        return content == .nothing && !isRepeated ? .success(.url) : .failure(.mixedURL(attribute))
    }

    /// Whether the tag is a `<meta>` that names its content, instead of instructing the browser.
    private var isNamedMetadata: Bool {
        attributes["http-equiv"] == nil && (attributes["name"] != nil || attributes["property"] != nil)
    }

    /// Completes an unfinished name or attribute before a statement. Reports a position that allows no statement.
    mutating func settle(at offset: Int) {
        tail = []
        switch cursor.state {
        case .text, .plainText, .rawText, .quotedValue, .beforeAttribute, .afterAttribute: break
        case .tagName: finishTagName()
        case .attributeName:
            finishAttributeName()
            cursor.state = .afterAttribute
        case .afterAttributeName: cursor.state = .beforeAttribute
        case .beforeValue, .unquotedValue:
            error(
                "a statement cannot begin or end in an unquoted attribute value: put quotes around the whole value",
                at: offset)
        case .comment:
            error("a statement cannot stand in an HTML comment: write a template comment {# … #}", at: offset)
        case .tagOpen, .endTagName, .endTagRest, .selfClosing, .declaration, .doctype:
            error(
                "a statement cannot stand inside a tag's name or a declaration: put it around the whole tag", at: offset
            )
        }
    }

    /// Reports elements, tags, values and comments that are still open at the end of the file.
    mutating func finish() {
        switch cursor.state {
        case .text, .plainText, .rawText: break
        case .comment: error("this comment is never closed: add -->", at: cursor.tagStart)
        case .quotedValue(let quote):
            let character = Character(UnicodeScalar(quote))
            error(
                "the value of '\(cursor.attributeName)' is never closed: add \(character) behind it",
                at: cursor.attributeStart)
        default: error("this tag is never closed: add '>'", at: cursor.tagStart)
        }
        for element in elements.truncate(to: 0) where !hasUnknownTag {
            errorUnclosed(element, before: "the end of the file")
        }
    }
}
