/// Markup that the browser ignores, because the content security policy of the pages allows scripts and styles only
/// from files of this site (Content Security Policy Level 3, section 4.2).
enum BlockedMarkup: Equatable {
    case eventHandler(String)
    case styleAttribute
    case styleElement
    case script
    case scriptAddress(String)

    /// nil for an attribute that is not blocked.
    init?(attribute: String) {
        if attribute.hasPrefix("on") {
            self = .eventHandler(attribute)
        } else if attribute == "style" {
            self = .styleAttribute
        } else {
            return nil
        }
    }

    /// nil for an element that is not blocked, including a script with an address or with data.
    ///
    /// - Parameter attributes: the literal values of its attributes, by name; empty for a value of the template.
    init?(element: String, attributes: [String: String]) {
        switch element {
        case "style": self = .styleElement
        case "script" where attributes["src"] == nil && !Self.isData(type: attributes["type"]): self = .script
        default: return nil
        }
    }

    /// nil for an address that is not blocked. Browsers ignore case, white space and control characters in the scheme.
    init?(address: String, of attribute: String) {
        let scheme = address.unicodeScalars.filter { $0.value > 0x20 }.prefix("javascript:".utf8.count)
        guard String(String.UnicodeScalarView(scheme)).lowercased() == "javascript:" else { return nil }
        self = .scriptAddress(attribute)
    }

    var message: String {
        switch self {
        case .eventHandler(let name):
            "the browser ignores '\(name)', because scripts come only from files: add a listener in a script file"
        case .styleAttribute:
            "the browser ignores 'style', because styles come only from files: use a class, or a data- attribute that a style sheet selects"
        case .styleElement:
            "the browser ignores <style>, because styles come only from files: move the rules to a style sheet"
        case .script:
            "the browser ignores a script without 'src', because scripts come only from files: move it to a script file, or name the type of data, such as type=\"application/json\""
        case .scriptAddress(let name):
            "the browser ignores 'javascript:' in '\(name)', because scripts come only from files: add a listener in a script file"
        }
    }

    /// Whether a script with this type is a data block, which no browser runs (HTML standard, 4.12.1).
    private static func isData(type: String?) -> Bool {
        guard let type else { return false }
        return type.contains("/") && !type.lowercased().contains("script")
    }
}
