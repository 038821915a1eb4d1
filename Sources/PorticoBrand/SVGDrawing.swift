import Foundation
import PorticoBytes

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// A cleaned SVG. It contains only allowed elements and attributes, runs no script and loads nothing.
package struct SVGDrawing: Hashable, Sendable {
    /// The document.
    package let text: String
    /// The content of the root element.
    let content: String
    let viewBox: String
    /// The names of removed elements and attributes.
    package let removed: Set<String>

    init(text: String, content: String, viewBox: String, removed: Set<String>) {
        self.text = text
        self.content = content
        self.viewBox = viewBox
        self.removed = removed
    }

    /// Reads an SVG with an XML parser, and writes it anew with the allowed elements and attributes.
    package init(cleaning source: String) throws(BrandMarkProblem) {
        let body = Data(try Self.body(of: source).utf8)
        let sheets = SVGStyleReader()
        guard Self.parse(body, with: sheets) else { throw .malformed }
        let cleaner = SVGCleaner(styles: SVGStyles(sheets.text))
        guard Self.parse(body, with: cleaner) else { throw cleaner.problem ?? .malformed }
        self = try cleaner.drawing()
    }

    private static func parse(_ body: Data, with delegate: any XMLParserDelegate) -> Bool {
        let parser = XMLParser(data: body)
        parser.shouldProcessNamespaces = true
        parser.shouldResolveExternalEntities = false
        parser.delegate = delegate
        // For some malformed documents, `parse` returns true with an error.
        return parser.parse() && parser.parserError == nil
    }

    /// The source without its XML declaration and without a document type that is only a name. Everything else that
    /// begins with `<!` or `<?` is refused, except comments and character data: a document type could define entities,
    /// and a processing instruction could name a style sheet.
    private static func body(of source: String) throws(BrandMarkProblem) -> String {
        var rest = Substring(source)
        rest = (rest.dropping(prefix: "\u{FEFF}") ?? rest).trimmed(\.isASCIIWhitespace)
        if rest.begins(with: "<?xml ") {
            guard let end = rest.utf8.firstRange(of: "?>".utf8) else { throw .malformed }
            rest = rest[end.upperBound...].trimmed(\.isASCIIWhitespace)
        }
        if rest.begins(with: "<!DOCTYPE "), let (type, document) = rest.cut(at: ">"), !type.has("[") { rest = document }
        let markup = rest.replacing(bytes: "<!--", with: "").replacing(bytes: "<![CDATA[", with: "")
        guard !markup.hasBytes(of: "<!"), !markup.hasBytes(of: "<?") else { throw .malformed }
        return String(rest)
    }

    /// The drawing, as large as fits in a square, without a background.
    var square: String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">\
        <svg width="512" height="512" viewBox="\(viewBox)">\(content)</svg></svg>
        """
    }

    /// The drawing inside a square of 512, on a background.
    ///
    /// - Parameters:
    ///   - corner: the radius of the background's corners.
    ///   - inset: the margin around the drawing.
    func icon(background: BrandColor, corner: Int, inset: Int) -> String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 512 512">\
        <rect width="512" height="512" rx="\(corner)" fill="\(background)"/>\
        <svg x="\(inset)" y="\(inset)" width="\(512 - 2 * inset)" height="\(512 - 2 * inset)" \
        viewBox="\(viewBox)">\(content)</svg></svg>
        """
    }
}

/// Writes the allowed parts of an SVG while it is parsed.
private final class SVGCleaner: NSObject, XMLParserDelegate {
    private(set) var problem: BrandMarkProblem?
    private var content = ""
    private var viewBox: String?
    private var removed: Set<String> = []
    private var hasShape = false
    private var uses = 0
    /// The open elements that are written.
    private var open: [String] = []
    /// The number of open elements inside a removed one, including itself.
    private var skipped = 0

    private let styles: SVGStyles

    static let namespace = "http://www.w3.org/2000/svg"

    init(styles: SVGStyles) {
        self.styles = styles
        if styles.isIncomplete { removed.insert("style") }
    }

    func drawing() throws(BrandMarkProblem) -> SVGDrawing {
        guard let viewBox else { throw problem ?? .malformed }
        guard hasShape else { throw .empty }
        let text = "<svg xmlns=\"\(Self.namespace)\" viewBox=\"\(viewBox)\">\(content)</svg>"
        return SVGDrawing(text: text, content: content, viewBox: viewBox, removed: removed)
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        guard skipped == 0 else {
            skipped += 1
            return
        }
        guard !open.isEmpty else { return begin(parser, name, namespaceURI, attributes) }
        if name == "style", namespaceURI == Self.namespace {
            // The rules of style sheets become attributes of their elements.
            skipped = 1
            return
        }
        let isRepeated = name == "use" && uses >= SVGRules.mostUses
        guard namespaceURI == Self.namespace, SVGRules.elements.contains(name), !isRepeated,
            open.count < SVGRules.depth
        else {
            removed.insert(name)
            skipped = 1
            return
        }
        if name == "use" { uses += 1 }
        if SVGRules.shapes.contains(name) { hasShape = true }
        // Cleaning copies the rules of style sheets into each of their elements, so the content can grow.
        guard content.utf8.count <= 4 * BrandMark.limit else {
            problem = .tooLarge
            return parser.abortParsing()
        }
        content += "<\(name)"
        for (attribute, value) in cleaned(attributes, of: name).sorted(by: { $0.key < $1.key }) {
            content += " \(attribute)=\"\(value.escaped)\""
        }
        content += ">"
        open.append(name)
    }

    private func begin(_ parser: XMLParser, _ name: String, _ namespace: String?, _ attributes: [String: String]) {
        guard name == "svg", namespace == Self.namespace, let box = SVGRules.viewBox(attributes) else {
            problem = .notADrawing
            return parser.abortParsing()
        }
        viewBox = box
        open.append(name)
        // The inherited attributes of the root.
        let inherited = cleaned(attributes, of: name).filter { SVGRules.presentation.contains($0.key) }
            .sorted { $0.key < $1.key }.map { " \($0.key)=\"\($0.value.escaped)\"" }
        content += "<g\(inherited.joined())>"
    }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) {
        if skipped > 0 {
            skipped -= 1
        } else if let name = open.popLast() {
            content += open.isEmpty ? "</g>" : "</\(name)>"
        }
    }

    /// Keeps text only in `title` and `desc`.
    func parser(_ parser: XMLParser, foundCharacters text: String) {
        if skipped == 0, open.last == "title" || open.last == "desc" { content += text.escaped }
    }

    func parser(_ parser: XMLParser, foundCDATA block: Data) {
        self.parser(parser, foundCharacters: String(decoding: block, as: UTF8.self))
    }

    /// The allowed attributes of an element, with the declarations of style sheets and `style` as attributes.
    private func cleaned(_ attributes: [String: String], of element: String) -> [String: String] {
        var kept: [String: String] = [:]
        let isClip = open.contains("clipPath") || open.contains("mask")
        func keep(_ name: String, _ value: String, as allowed: Set<String>) {
            // Nested clips could take a browser too long to draw.
            let isNested = isClip && (name == "clip-path" || name == "mask")
            if allowed.contains(name), !isNested, let value = SVGRules.cleaned(value) {
                kept[name] = value
            } else {
                removed.insert(name)
            }
        }
        for (name, value) in attributes where name != "style" && !SVGRules.ignored(name) {
            switch name {
            case "href", "xlink:href":
                kept["href"] = SVGRules.reference(value[...])
                if kept["href"] == nil { removed.insert("href") }
            case "id":
                kept["id"] = SVGRules.id(value)
                if kept["id"] == nil { removed.insert("id") }
            default: keep(name, value, as: SVGRules.attributes)
            }
        }
        for (property, value) in styles.declarations(of: element, attributes) {
            keep(property, value, as: SVGRules.presentation)
        }
        return kept
    }
}

extension String {
    /// This text for XML.
    fileprivate var escaped: String {
        replacing(bytes: "&", with: "&amp;").replacing(bytes: "<", with: "&lt;").replacing(bytes: ">", with: "&gt;")
            .replacing(bytes: "\"", with: "&quot;")
    }
}
