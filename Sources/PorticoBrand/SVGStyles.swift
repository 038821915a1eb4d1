import Foundation
import PorticoBytes

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// The rules of an SVG's style sheets, for elements by class, id or name, as drawing programs write them.
struct SVGStyles {
    /// One selector with its declarations.
    private struct Rule {
        let element: Substring?
        let id: Substring?
        let classes: [Substring]
        let declarations: Substring

        var specificity: [Int] { [id == nil ? 0 : 1, classes.count, element == nil ? 0 : 1] }

        func isFor(_ element: String, id ownID: String, classes own: [Substring]) -> Bool {
            (self.element ?? element[...]).isSameBytes(as: element)
                && id.map { $0.isSameBytes(as: ownID) } != false
                && classes.allSatisfy { name in own.contains { $0.isSameBytes(as: name) } }
        }
    }

    /// The maximum number of rules, because every element is compared with each of them.
    private static let mostRules = 500

    /// In the order of their specificity.
    private var rules: [Rule] = []
    /// Whether the sheets contain anything else.
    private(set) var isIncomplete = false

    /// - Parameter sheets: the text of all `style` elements.
    init(_ sheets: String) {
        for block in Self.withoutComments(sheets).fields(separatedBy: "}") {
            let block = block.trimmed(\.isASCIIWhitespace)
            guard !block.isEmpty else { continue }
            guard let (selectors, declarations) = block.cut(at: "{") else {
                isIncomplete = true
                continue
            }
            for selector in selectors.fields(separatedBy: ",") {
                if rules.count < Self.mostRules,
                    let rule = Self.rule(selector.trimmed(\.isASCIIWhitespace), declarations)
                {
                    rules.append(rule)
                } else {
                    isIncomplete = true
                }
            }
        }
        let ordered = rules.enumerated().sorted {
            ($0.element.specificity + [$0.offset]).lexicographicallyPrecedes($1.element.specificity + [$1.offset])
        }
        rules = ordered.map(\.element)
    }

    /// The declarations for an element: those of the rules, then those of its `style`, then important ones. Later
    /// declarations override earlier ones.
    func declarations(of element: String, _ attributes: [String: String]) -> [(property: String, value: String)] {
        let (id, classes) = (attributes["id"] ?? "", (attributes["class"] ?? "").asciiWords)
        let texts = rules.filter { $0.isFor(element, id: id, classes: classes) }.map { String($0.declarations) }
        var (ordinary, important): ([(String, String)], [(String, String)]) = ([], [])
        for declaration in (texts + [attributes["style"] ?? ""]).flatMap({ $0.fields(separatedBy: ";") }) {
            guard let (name, text) = declaration.cut(at: ":") else { continue }
            let property = name.trimmed(\.isASCIIWhitespace).asciiLowercased
            if let (value, mark) = text.cut(at: "!"), mark.trimmed(\.isASCIIWhitespace).asciiLowercased == "important" {
                important.append((property, String(value.trimmed(\.isASCIIWhitespace))))
            } else {
                ordinary.append((property, String(text.trimmed(\.isASCIIWhitespace))))
            }
        }
        return ordinary + important
    }

    private static func withoutComments(_ sheets: String) -> String {
        var (kept, rest) = ("", sheets[...])
        while let start = rest.utf8.firstRange(of: "/*".utf8) {
            kept += rest[..<start.lowerBound]
            let comment = rest[start.upperBound...]
            rest = comment.utf8.firstRange(of: "*/".utf8).map { comment[$0.upperBound...] } ?? ""
        }
        return kept + rest
    }

    /// `path`, `.a`, `#a`, `path.a.b` or `*`; nil for any other selector.
    private static func rule(_ selector: Substring, _ declarations: Substring) -> Rule? {
        var classes = selector.fields(separatedBy: ".")
        let first = classes.removeFirst()
        let parts = first.fields(separatedBy: "#")
        guard parts.count <= 2, !selector.isEmpty, classes.allSatisfy(isName), parts.dropFirst().allSatisfy(isName),
            parts[0].isEmpty || parts[0] == "*" || isName(parts[0])
        else { return nil }
        return Rule(
            element: parts[0].isEmpty || parts[0] == "*" ? nil : parts[0], id: parts.count == 2 ? parts[1] : nil,
            classes: classes, declarations: declarations)
    }

    private static func isName(_ text: Substring) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "_-".utf8.contains($0) || $0 >= 0x80 }
    }
}

/// Reads the text of an SVG's style sheets while it is parsed.
final class SVGStyleReader: NSObject, XMLParserDelegate {
    private(set) var text = ""
    private var isInStyle = false

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        isInStyle = name == "style"
    }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) {
        isInStyle = false
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        if isInStyle { self.text += text }
    }

    func parser(_ parser: XMLParser, foundCDATA block: Data) {
        self.parser(parser, foundCharacters: String(decoding: block, as: UTF8.self))
    }
}
