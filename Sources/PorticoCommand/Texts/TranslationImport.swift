import PorticoBytes
import PorticoTexts

/// Takes the texts of a translator's file into a catalogue. Texts that are the same as in the catalogue stay untouched, with
/// their states.
struct TranslationImport {
    private(set) var document: CatalogueDocument
    /// A sentence for each refused text. With one of them, the catalogue must stay as it is.
    private(set) var problems: [String]
    /// The texts whose original has changed since the export. They are marked for review.
    private(set) var outdated: [TranslationUnit.ID] = []
    /// The keys with another text than before.
    private(set) var changed: [String] = []
    /// The number of keys without a translation, in the file and in the catalogue.
    private(set) var missing = 0

    private let language: String
    private let rule: PluralRule
    private var known: [TranslationUnit.ID: TranslationUnit] = [:]

    /// - Throws: ``CommandFailure`` if the language has no translations.
    init(_ texts: TranslatedTexts, into document: CatalogueDocument) throws(CommandFailure) {
        self.document = document
        language = texts.language
        problems = texts.problems
        rule = try document.rule(of: texts.language)
        for unit in try document.units(in: texts.language) { known[unit.id] = unit }
        let units = Dictionary(grouping: texts.units, by: \.id.key)
        let keys = document.keys.filter { units[$0] != nil }
        for key in keys {
            do throws(CatalogueProblem) {
                try take(units[key] ?? [], of: key)
            } catch {
                problems.append("\(key): \(error.message)")
            }
        }
        let strangers = Set(units.keys).subtracting(keys)
        problems += strangers.sorted().map { "\($0): the catalogue has no such text" }
        missing = Set(known.values.filter(\.target.isEmpty).map(\.id.key)).subtracting(changed).count
    }

    private mutating func take(_ units: [TranslatedUnit], of key: String) throws(CatalogueProblem) {
        let translated = units.filter { !$0.target.isEmpty }
        try checkForms(translated, of: key)
        let new = translated.filter { !isKnown($0) }
        guard !new.isEmpty else { return }
        var forms = document.forms(of: key, in: language)
        if new.contains(where: { $0.id.form != nil }) { forms[String?.none] = nil }
        var outdated: [TranslationUnit.ID] = []
        for unit in new {
            let original = known[unit.id]?.source
            if let original, let problem = Self.problem(with: unit.target, original: original) {
                throw CatalogueProblem(unit.id.form.map { "the plural form '\($0)' \(problem)" } ?? "it \(problem)")
            }
            let isOutdated = unit.source.map { $0.isSameBytes(as: original ?? $0) == false } ?? false
            if isOutdated { outdated.append(unit.id) }
            let isDone = !isOutdated && unit.isDone ?? true
            forms[unit.id.form] = CatalogueFile.StringUnit(
                state: isDone ? "translated" : "needs_review", value: unit.target)
        }
        try document.set(forms, of: key, in: language)
        changed.append(key)
        self.outdated += outdated
    }

    /// Refuses plural forms of a text without any, a text without its plural forms, and a text that stands twice.
    private func checkForms(_ units: [TranslatedUnit], of key: String) throws(CatalogueProblem) {
        let isPlain = known[TranslationUnit.ID(key)] != nil
        for (index, unit) in units.enumerated() {
            if units[..<index].contains(where: { $0.id == unit.id }) {
                throw CatalogueProblem("\(unit.id) stands twice in the file")
            }
            if isPlain, unit.id.form != nil { throw CatalogueProblem("it has no plural forms: write it as \(key)") }
            if !isPlain, unit.id.form == nil {
                let needed = rule.requiredCategories.map { "\(key).\($0)" }.joined(separator: ", ")
                throw CatalogueProblem("it needs plural forms: write \(needed)")
            }
        }
    }

    /// Whether the catalogue has this text in this state.
    private func isKnown(_ unit: TranslatedUnit) -> Bool {
        guard let present = known[unit.id] else { return false }
        return present.target.isSameBytes(as: unit.target) && unit.isDone ?? present.isDone == present.isDone
    }

    /// The reason why the characters of a text do not fit; nil if they do.
    private static func problem(with text: String, original: String) -> String? {
        if let scalar = text.unicodeScalars.first(where: isRefused) {
            let digits = String(scalar.value, radix: 16, uppercase: true)
            return "has the character U+\(String(repeating: "0", count: max(0, 4 - digits.utf8.count)))\(digits)"
        }
        if text.has("\\"), !original.has("\\") { return "has a backslash, and the original has none" }
        let (own, wanted) = (edges(of: text), edges(of: original))
        guard own == wanted else { return "has other white space at its edges than the original" }
        return nil
    }

    /// Control characters except line feeds, marks that change the direction of a text, and signs of a damaged file. The
    /// program itself keeps the direction of values apart from that of texts.
    private static func isRefused(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\n": false
        case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}", "\u{FEFF}", "\u{FFFD}": true
        default: scalar.properties.generalCategory == .control
        }
    }

    /// The numbers of spaces at both ends.
    private static func edges(of text: String) -> [Int] {
        let scalars = text.unicodeScalars
        let start = scalars.prefix { $0.properties.isWhitespace }.count
        return [start, scalars.reversed().prefix { $0.properties.isWhitespace }.count]
    }
}
