import Foundation
import PorticoBytes
import PorticoTexts

/// A string catalogue whose texts can be changed. It keeps the order of the file and all that it does not know, and is
/// written in the layout of Xcode.
struct CatalogueDocument {
    private(set) var contents: CatalogueFile
    private var json: OrderedJSON
    /// The bytes after the last brace.
    private let ending: String

    /// - Parameter name: the path, for sentences.
    /// - Throws: ``CommandFailure``
    init(_ data: Data, name: String) throws(CommandFailure) {
        do {
            guard let text = String(validating: data, as: UTF8.self) else { throw OrderedJSON.Malformed() }
            contents = try JSONDecoder().decode(CatalogueFile.self, from: data)
            json = try OrderedJSON(text)
            let content = text.utf8.lastIndex { !$0.isASCIIWhitespace }
            ending = content.map { String(text[text.utf8.index(after: $0)...]) } ?? ""
        } catch {
            throw CommandFailure("\(name) is no string catalogue: it differs from those that Xcode writes")
        }
    }

    /// The file.
    var data: Data { Data((json.text() + ending).utf8) }

    /// The keys, in the order of the file.
    var keys: [String] { json["strings"]?.names ?? [] }

    /// The texts of a key by plural form; the key of a text without forms is nil. Empty if there is no text.
    func forms(of key: String, in language: String) -> [String?: CatalogueFile.StringUnit] {
        guard let value = contents.strings[key]?.localizations?[language] else { return [:] }
        guard let plural = value.variations?.plural else { return value.stringUnit.map { [nil: $0] } ?? [:] }
        return Dictionary(uniqueKeysWithValues: plural.map { ($0.key, $0.value.stringUnit) })
    }

    /// Replaces the text of a key in a language.
    ///
    /// - Throws: ``CatalogueProblem`` if the text does not fit the language or the original.
    mutating func set(
        _ forms: [String?: CatalogueFile.StringUnit], of key: String, in language: String
    ) throws(CatalogueProblem) {
        guard let entry = contents.strings[key], let original = entry.localizations?[contents.sourceLanguage] else {
            throw CatalogueProblem("it has no text in '\(contents.sourceLanguage)'")
        }
        let value = CatalogueFile.Localization(forms)
        let source = try CatalogueText(original, in: contents.sourceLanguage)
        try CatalogueText(value, in: language).check(against: source, in: language, source: contents.sourceLanguage)
        contents.strings[key]?.localizations?[language] = value
        write(forms, of: key, in: language)
    }

    /// Forms that were there keep their places.
    private mutating func write(
        _ forms: [String?: CatalogueFile.StringUnit], of key: String, in language: String
    ) {
        guard var strings = json["strings"], var entry = strings[key], var texts = entry["localizations"] else {
            return
        }
        var plural = texts[language]?["variations"]?["plural"] ?? .object([])
        for (form, unit) in forms.sorted(by: { ($0.key ?? "") < ($1.key ?? "") }) {
            guard let form else {
                texts.set(Self.json(unit), for: language)
                continue
            }
            plural.set(Self.json(unit), for: form)
            let variations = OrderedJSON.object([OrderedJSON.Member(name: "plural", value: plural)])
            texts.set(.object([OrderedJSON.Member(name: "variations", value: variations)]), for: language)
        }
        entry.set(texts, for: "localizations")
        strings.set(entry, for: key)
        json.set(strings, for: "strings")
    }

    private static func json(_ unit: CatalogueFile.StringUnit) -> OrderedJSON {
        let members = [("state", unit.state ?? "translated"), ("value", unit.value)]
        let content = members.map { OrderedJSON.Member(name: $0.0, value: .text($0.1)) }
        return .object([OrderedJSON.Member(name: "stringUnit", value: .object(content))])
    }
}

extension CatalogueFile.Localization {
    /// - Parameter forms: the texts by plural form; the key of a text without forms is nil.
    fileprivate init(_ forms: [String?: CatalogueFile.StringUnit]) {
        if let unit = forms[String?.none] {
            self.init(stringUnit: unit)
            return
        }
        let named = forms.compactMap { form, unit in form.map { ($0, CatalogueFile.Variation(stringUnit: unit)) } }
        self.init(variations: CatalogueFile.Variations(plural: Dictionary(uniqueKeysWithValues: named)))
    }
}
