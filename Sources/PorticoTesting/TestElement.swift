import CXML2
import PorticoBytes

/// An element of a page, with its content.
public struct TestElement: Hashable, Sendable {
    /// The tag, in lower case.
    public let tag: String
    /// The attributes by name. One without a value has an empty value.
    public let attributes: [String: String]
    private let content: [Content]

    private enum Content: Hashable, Sendable {
        case text(String)
        case element(TestElement)
    }

    /// The value of an attribute; nil if the element does not have it.
    public subscript(attribute: String) -> String? { attributes[attribute] }

    /// The id; nil if it has none.
    public var id: String? { attributes["id"] }

    /// The text, with a single space for every gap: “Emma 12 copies”. Also has text that people do not see.
    public var text: String { rawText.asciiWords.joined(separator: " ") }

    /// The elements inside with a tag, in the order of the page.
    ///
    /// - Parameter name: only elements of this class.
    public func elements(_ tag: String, class name: String? = nil) -> [TestElement] {
        descendants.filter { element in element.tag == tag && (name.map(element.classes.contains) ?? true) }
    }

    /// The element inside with an id.
    ///
    /// - Throws: a ``TestFailure`` that lists the ids inside.
    public func element(_ id: String) throws -> TestElement {
        guard let found = descendants.first(where: { $0.id == id }) else {
            throw TestFailure("No element has the id “\(id)”. The ids are: \(ids.joined(separator: ", ")).")
        }
        return found
    }

    /// The ids of the elements inside, in the order of the page.
    public var ids: [String] { descendants.compactMap(\.id) }

    /// All elements inside, in the order of the page.
    var descendants: [TestElement] { elements(leavingOutContentOf: { _ in false }) }

    /// The elements inside, in the order of the page, but not those within an element that `isLeftOut` chooses.
    func elements(leavingOutContentOf isLeftOut: (TestElement) -> Bool) -> [TestElement] {
        content.flatMap { part -> [TestElement] in
            guard case .element(let child) = part else { return [] }
            return [child] + (isLeftOut(child) ? [] : child.elements(leavingOutContentOf: isLeftOut))
        }
    }

    private var classes: [String] { (attributes["class"] ?? "").asciiWords.map(String.init) }

    /// The text as it is in the page. Elements that are not part of a phrase are separated from it.
    var rawText: String {
        content.map { part in
            switch part {
            case .text(let text): text
            case .element(let child) where Self.unread.contains(child.tag): ""
            case .element(let child) where Self.phrases.contains(child.tag): child.rawText
            case .element(let child): " \(child.rawText) "
            }
        }.joined()
    }

    private static let unread: Set = ["script", "style", "template"]
    private static let phrases: Set = [
        "a", "abbr", "b", "bdi", "cite", "code", "em", "i", "kbd", "mark", "q", "s", "small", "strong", "sub", "sup",
        "time", "u",
    ]
}

// MARK: Parsing

extension TestElement {
    private static let isReady: Bool = {
        xmlInitParser()
        return true
    }()

    /// Parses a page, or a part of one, with libxml2, also if end tags are missing. Its root is the element `html`.
    init(html bytes: some Sequence<UInt8>) {
        let options = HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
        let document = Array(bytes).withUnsafeBytes { bytes in
            Self.isReady
                ? htmlReadMemory(
                    bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), nil, "UTF-8",
                    Int32(options | HTML_PARSE_NONET.rawValue))
                : nil
        }
        defer { xmlFreeDoc(document) }
        self = xmlDocGetRootElement(document).map { TestElement($0) } ?? TestElement()
    }

    private init() {
        (tag, attributes, content) = ("html", [:], [])
    }

    private init(_ node: xmlNodePtr) {
        tag = Self.string(node.pointee.name)
        var attributes: [String: String] = [:]
        for attribute in sequence(first: node.pointee.properties, next: { $0?.pointee.next }) {
            guard let attribute else { break }
            attributes[Self.string(attribute.pointee.name)] = Self.texts(attribute.pointee.children)
        }
        self.attributes = attributes
        content = Self.nodes(node.pointee.children).compactMap { child in
            switch child.pointee.type {
            case XML_ELEMENT_NODE: .element(TestElement(child))
            case XML_TEXT_NODE, XML_CDATA_SECTION_NODE: .text(Self.string(child.pointee.content))
            default: nil
            }
        }
    }

    /// A node and those after it.
    private static func nodes(_ first: xmlNodePtr?) -> [xmlNodePtr] {
        var found: [xmlNodePtr] = []
        var next = first
        while let node = next {
            found.append(node)
            next = node.pointee.next
        }
        return found
    }

    private static func texts(_ first: xmlNodePtr?) -> String {
        nodes(first).map { string($0.pointee.content) }.joined()
    }

    private static func string(_ text: UnsafePointer<xmlChar>?) -> String {
        text.map { String(cString: $0) } ?? ""
    }
}
