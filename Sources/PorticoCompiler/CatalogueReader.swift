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

    private static let reserved: Set<String> = ["column", "languageTag", "languages", "closest", "Column"]

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
        var texts: [String: StringCatalogue.Text] = [:]
        for language in languages {
            guard let localization = value.localizations?[language] else { continue }
            texts[language] = try text(localization, language)
        }
        guard let original = texts[contents.sourceLanguage] else {
            throw CatalogueProblem("it has no text in the source language '\(contents.sourceLanguage)': add one")
        }
        for language in languages {
            guard let text = texts[language] else {
                missing[language, default: []].append(key)
                continue
            }
            try check(text, against: original, language)
        }
        return StringCatalogue.Entry(
            key: key, comment: value.comment, arguments: try arguments(of: original), texts: texts)
    }

    private func text(_ value: CatalogueFile.Localization, _ language: String) throws(CatalogueProblem)
        -> StringCatalogue.Text
    {
        guard value.substitutions == nil, value.variations?.device == nil else {
            throw CatalogueProblem(
                "substitutions and device variations are not supported ('\(language)'): use plural variations")
        }
        if let plural = value.variations?.plural { return try pluralText(plural, language) }
        guard let unit = value.stringUnit else {
            throw CatalogueProblem("it has neither a text nor plural variations in '\(language)'")
        }
        return .plain(try FormatString(unit.value))
    }

    private func pluralText(
        _ variations: [String: CatalogueFile.Variation], _ language: String
    ) throws(CatalogueProblem) -> StringCatalogue.Text {
        guard let rule = PluralRule(language: language) else {
            throw CatalogueProblem(
                "CLDR has no plural rule for '\(language)': use no plural variations")
        }
        if let missing = rule.requiredCategories.first(where: { variations[$0] == nil }) {
            throw CatalogueProblem("the plural form '\(missing)' is missing in '\(language)': add it")
        }
        if let excess = variations.keys.sorted().first(where: { !rule.allowedCategories.contains($0) }) {
            throw CatalogueProblem("'\(language)' has no plural form '\(excess)': remove it")
        }
        var texts: [String: FormatString] = [:]
        for (category, variation) in variations { texts[category] = try FormatString(variation.stringUnit.value) }
        let text = StringCatalogue.Text.plural(texts)
        for form in texts.values where form.arguments.contains(where: { text.arguments[$0.key] != $0.value }) {
            throw CatalogueProblem(
                "its plural forms in '\(language)' have different arguments: give them positions, as in %2$@")
        }
        guard let number = text.arguments.filter({ $0.value == .integer }).keys.min() else {
            throw CatalogueProblem(
                "plural forms in '\(language)' need a number to choose by: write %lld in one of them")
        }
        for (category, form) in texts.sorted(by: { $0.key < $1.key }) where form.arguments[number] == nil {
            let numbers = rule.numbers(of: category)
            guard numbers.count > 1 else { continue }
            throw CatalogueProblem(
                "its plural form '\(category)' in '\(language)' is for \(numbers[0]), \(numbers[1]) and more: write the number "
                    + "in it, as %lld")
        }
        return text
    }

    private func check(
        _ text: StringCatalogue.Text, against original: StringCatalogue.Text, _ language: String
    ) throws(CatalogueProblem) {
        guard text.arguments == original.arguments else {
            throw CatalogueProblem(
                "its arguments in '\(language)' differ from those in '\(contents.sourceLanguage)': "
                    + "use the same ones, with positions such as %2$@ where the order differs")
        }
    }

    private func arguments(of text: StringCatalogue.Text) throws(CatalogueProblem) -> [FormatString.Kind] {
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
