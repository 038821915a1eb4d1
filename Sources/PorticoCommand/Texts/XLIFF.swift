import Foundation
import PorticoBytes

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Texts for translators in XLIFF 2.0 (OASIS, XML Localization Interchange File Format).
enum XLIFF {
    fileprivate static let namespace = "urn:oasis:names:tc:xliff:document:2.0"

    /// - Parameter original: the path of the catalogue.
    static func file(_ units: [TranslationUnit], from source: String, to target: String, original: String) -> Data {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <xliff xmlns="\(namespace)" version="2.0" srcLang="\(source)" trgLang="\(target)">
              <file id="catalogue" original="\(original.escapedXML)" canResegment="no" xml:space="preserve">
            \(units.map(unit).joined())  </file>
            </xliff>

            """
        return Data(text.utf8)
    }

    private static func unit(_ unit: TranslationUnit) -> String {
        let numbers = unit.numbers.map(String.init).joined(separator: ", ")
        let forms = unit.id.form.map {
            "The plural form '\($0)', for \(numbers)\(unit.numbers.count > 3 ? " and more" : "")."
        }
        let notes = [("location", unit.comment), ("plural", forms ?? "")].filter { !$0.1.isEmpty }.map {
            "        <note category=\"\($0.0)\">\($0.1.escapedXML)</note>\n"
        }
        let target = unit.target.isEmpty ? "" : "        <target>\(unit.target.escapedXML)</target>\n"
        return """
                <unit id="\(unit.id)" name="\(unit.id.key)">
            \(notes.isEmpty ? "" : "      <notes>\n\(notes.joined())      </notes>\n")\
                  <segment state="\(unit.isDone ? "translated" : "initial")">
                    <source>\(unit.source.escapedXML)</source>
            \(target)      </segment>
                </unit>

            """
    }

    /// - Throws: ``CommandFailure`` if the file is no XLIFF 2, or names no language.
    static func texts(in file: Data) throws(CommandFailure) -> TranslatedTexts {
        let reader = XLIFFReader()
        let parser = XMLParser(data: try body(of: file))
        parser.shouldProcessNamespaces = true
        parser.shouldResolveExternalEntities = false
        parser.delegate = reader
        // For some malformed documents, `parse` returns true with an error.
        guard parser.parse(), parser.parserError == nil else {
            throw CommandFailure(reader.failure ?? "the file is no XML, or has been cut off")
        }
        guard let language = reader.language else {
            throw CommandFailure("the file does not name the language of its translations: trgLang is missing")
        }
        return TranslatedTexts(language: language, units: reader.units, problems: reader.problems)
    }

    /// The document without its XML declaration, in UTF-8. A document type could define entities, and XLIFF has none.
    private static func body(of file: Data) throws(CommandFailure) -> Data {
        guard let text = String(validating: file, as: UTF8.self) else {
            throw CommandFailure("the file is not in UTF-8")
        }
        var rest = (text.dropping(prefix: "\u{FEFF}") ?? text[...]).trimmed(\.isASCIIWhitespace)
        if rest.begins(with: "<?xml "), let end = rest.utf8.firstRange(of: "?>".utf8) { rest = rest[end.upperBound...] }
        guard !rest.hasBytes(of: "<!DOCTYPE") else { throw CommandFailure("the file has a document type") }
        return Data(rest.utf8)
    }
}

/// Reads the units of an XLIFF file.
private final class XLIFFReader: NSObject, XMLParserDelegate {
    private(set) var language: String?
    private(set) var units: [TranslatedUnit] = []
    private(set) var problems: [String] = []
    /// The reason why the file is not read.
    private(set) var failure: String?

    /// The names of the open elements.
    private var path: [String] = []
    private var unit = Unit()
    /// The text of the open `source` or `target`; nil outside.
    private var content: String?

    /// The open unit.
    private struct Unit {
        var id = ""
        var segments = 0
        var source: String?
        var target = ""
        var isDone = false
        /// An element within a text.
        var markup: String?
    }

    /// Annotations of tools, whose content is part of the text.
    private static let annotations: Set<String> = ["mrk", "sm", "em"]

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        if path.isEmpty {
            guard name == "xliff", namespaceURI == XLIFF.namespace else {
                failure = "the file is no XLIFF 2.0"
                return parser.abortParsing()
            }
            language = attributes["trgLang"]
        }
        let parent = path.last
        path.append(namespaceURI == XLIFF.namespace ? name : "")
        guard content == nil else {
            if !Self.annotations.contains(name) { unit.markup = name }
            return
        }
        switch path.last {
        case "unit": unit = Unit(id: attributes["id"] ?? "")
        case "segment":
            unit.segments += 1
            unit.isDone = ["translated", "reviewed", "final"].contains(attributes["state"] ?? "initial")
        // Suggestions of other modules have sources and targets too.
        case "source" where parent == "segment", "target" where parent == "segment": content = ""
        default: break
        }
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) { content?.append(text) }

    func parser(_ parser: XMLParser, foundCDATA block: Data) { content?.append(String(decoding: block, as: UTF8.self)) }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        let element = path.popLast()
        guard path.last == "segment" || element == "unit" else { return }
        switch element {
        case "source":
            unit.source = content
            content = nil
        case "target":
            unit.target = content ?? ""
            content = nil
        case "unit": end(unit)
        default: break
        }
    }

    private func end(_ unit: Unit) {
        if let markup = unit.markup {
            problems.append("\(unit.id): it has the element \(markup), and texts have none")
        } else if unit.segments != 1 {
            problems.append("\(unit.id): it has \(unit.segments) segments in place of one")
        } else {
            units.append(
                TranslatedUnit(
                    id: TranslationUnit.ID(unit.id), source: unit.source, target: unit.target, isDone: unit.isDone))
        }
    }
}

extension String {
    /// This text for XML.
    fileprivate var escapedXML: String {
        replacing(bytes: "&", with: "&amp;").replacing(bytes: "<", with: "&lt;").replacing(bytes: ">", with: "&gt;")
            .replacing(bytes: "\"", with: "&quot;")
    }
}
