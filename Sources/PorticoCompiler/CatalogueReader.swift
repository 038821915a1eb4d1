import PorticoTexts

/// Validates the contents of a catalogue file, key by key.
struct CatalogueReader {
    private let contents: CatalogueFile
    private let source: SourceText
    private(set) var diagnostics: [Diagnostic] = []
    /// The source language first, then the others sorted by tag.
    let languages: [String]
    /// The offsets of each key in the catalogue.
    private let places: [String: [Int]]
    /// The keys without a text, by language.
    private var missing: [String: [String]] = [:]

    private static let reserved: Set<String> = [
        "column", "languageTag", "languages", "closest", "Column", "digitSeparator", "pluralOrder",
    ]

    init(_ contents: CatalogueFile, source: SourceText) {
        self.contents = contents
        self.source = source
        let all = Set(contents.strings.values.flatMap { ($0.localizations ?? [:]).keys })
        self.places = source.catalogueKeys
        self.languages = [contents.sourceLanguage] + all.subtracting([contents.sourceLanguage]).sorted()
    }

    mutating func read() -> [StringCatalogue.Entry] {
        for language in languages
        where !language.utf8.allSatisfy({ $0.isASCIILetter || "-0123456789".utf8.contains($0) }) {
            report(
                "'\(language)' is no language tag: write one like 'en' or 'pt-BR'", at: source.offset(ofKey: language))
        }
        for (key, offsets) in places.sorted(by: { $0.key < $1.key }) where offsets.count > 1 {
            report("string '\(key)' stands twice, and only one of them counts: remove the other", at: offsets[1])
        }
        let entries = contents.strings.sorted { $0.key < $1.key }.compactMap { key, value in
            do throws(CatalogueProblem) {
                return try entry(key, value)
            } catch {
                report("string '\(key)': \(error.message)", at: place(of: key))
                return nil
            }
        }
        for (language, keys) in missing.sorted(by: { $0.key < $1.key }) { report(keys, missingIn: language) }
        return entries
    }

    /// One warning for a language: a new language begins without texts.
    private mutating func report(_ keys: [String], missingIn language: String) {
        let named = keys.prefix(3).joined(separator: ", ") + (keys.count > 3 ? " and \(keys.count - 3) more" : "")
        report("shown in '\(contents.sourceLanguage)', because '\(language)' has no text: \(named)", at: 0, .warning)
    }

    private mutating func entry(_ key: String, _ value: CatalogueFile.Key) throws(CatalogueProblem)
        -> StringCatalogue.Entry
    {
        guard SwiftLiteral.isIdentifier(key), !Self.reserved.contains(key) else {
            throw CatalogueProblem("the key cannot be the name of a Swift property: choose one like 'signIn'")
        }
        var texts: [String: CatalogueText] = [:]
        for language in languages {
            guard let localization = value.localizations?[language] else { continue }
            texts[language] = try CatalogueText(localization, in: language)
        }
        guard let original = texts[contents.sourceLanguage] else {
            throw CatalogueProblem("it has no text in the source language '\(contents.sourceLanguage)': add one")
        }
        for language in languages {
            guard let text = texts[language] else {
                missing[language, default: []].append(key)
                continue
            }
            try text.check(against: original, in: language, source: contents.sourceLanguage)
        }
        return StringCatalogue.Entry(
            key: key, comment: value.comment, arguments: try arguments(of: original), texts: texts)
    }

    private func arguments(of text: CatalogueText) throws(CatalogueProblem) -> [FormatString.Kind] {
        let positions = text.arguments.keys.sorted()
        guard positions == Array(1..<positions.count + 1) else {
            throw CatalogueProblem("the positions of its arguments have a gap: number them from 1")
        }
        return positions.compactMap { text.arguments[$0] }
    }

    /// The offset of a key; 0 if it is written with escapes.
    private func place(of key: String) -> Int { places[key]?.first ?? 0 }

    private mutating func report(_ message: String, at offset: Int, _ severity: Diagnostic.Severity = .error) {
        let location = source.location(of: offset)
        diagnostics.append(Diagnostic(severity: severity, file: source.file, location: location, message: message))
    }
}

extension SourceText {
    /// The offsets of the keys in "strings" of a catalogue, which is valid JSON. A repeated key has several.
    fileprivate var catalogueKeys: [String: [Int]] {
        var keys: [String: [Int]] = [:]
        var (depth, section): (Int, String?) = (0, nil)
        var offset = 0
        while offset < bytes.count {
            switch bytes[offset] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: "\""):
                let start = offset
                offset += 1
                while offset < bytes.count, bytes[offset] != UInt8(ascii: "\"") {
                    offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
                }
                guard offset < bytes.count, isKey(endingAt: offset) else { break }
                let name = text(start + 1..<offset)
                if depth == 1 { section = name }
                if depth == 2, section == "strings" { keys[name, default: []].append(start) }
            default: break
            }
            offset += 1
        }
        return keys
    }

    private func isKey(endingAt offset: Int) -> Bool {
        bytes[(offset + 1)...].first { !$0.isHTMLSpace } == UInt8(ascii: ":")
    }

    /// The offset of a JSON key; 0 if the key is written with escapes.
    fileprivate func offset(ofKey key: String) -> Int {
        let quoted = Array("\"\(key)\"".utf8)
        for offset in bytes.indices where bytes[offset] == quoted[0] && bytes[offset...].starts(with: quoted) {
            let next = bytes[(offset + quoted.count)...].first { !$0.isHTMLSpace }
            if next == UInt8(ascii: ":") { return offset }
        }
        return 0
    }
}
