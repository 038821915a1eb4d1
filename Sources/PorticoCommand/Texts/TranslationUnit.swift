import PorticoBytes
import PorticoTexts

/// A text for translators: the text of a key, or one of its plural forms.
struct TranslationUnit: Hashable, Sendable {
    let id: ID
    /// The place of the text, and its arguments.
    let comment: String
    /// Some numbers of the plural form; empty for a text without forms.
    let numbers: [Int]
    let source: String
    /// Empty if there is no translation.
    let target: String
    /// Whether nobody needs to look at the translation again.
    let isDone: Bool

    /// The key and the plural form, such as `copies.few`.
    struct ID: Hashable, Sendable, CustomStringConvertible {
        let key: String
        /// nil for a text without plural forms.
        let form: String?

        init(_ key: String, _ form: String? = nil) {
            self.key = key
            self.form = form
        }

        /// Keys are Swift identifiers, without full stops.
        init(_ text: String) {
            let parts = text.cut(at: ".")
            self.init(String(parts?.before ?? text[...]), parts.map { String($0.after) })
        }

        var description: String { form.map { "\(key).\($0)" } ?? key }
    }
}

/// A translated text in the file of a translator.
struct TranslatedUnit: Hashable, Sendable {
    let id: TranslationUnit.ID
    /// The original that was translated; nil if the file does not have it.
    let source: String?
    /// Empty if there is no translation.
    let target: String
    /// See ``TranslationUnit/isDone``; nil if the file has no states.
    let isDone: Bool?
}

/// The file of a translator.
struct TranslatedTexts: Sendable {
    /// A BCP 47 tag.
    let language: String
    let units: [TranslatedUnit]
    /// The parts of the file that could not be read, as sentences.
    let problems: [String]
}

extension CatalogueDocument {
    private static let categories = ["zero", "one", "two", "few", "many", "other"]

    /// The plural rule of a language of translations.
    ///
    /// - Throws: ``CommandFailure`` for the source language, and for one that CLDR does not have.
    func rule(of language: String) throws(CommandFailure) -> PluralRule {
        guard language != contents.sourceLanguage else {
            throw CommandFailure("\(language) is the language of the originals, which are changed in the catalogue")
        }
        guard let rule = PluralRule(language: language) else {
            throw CommandFailure("\(language) is no language of CLDR: give a tag such as ru, pt-BR or zh-Hans")
        }
        return rule
    }

    /// The texts for the translators of a language, in the order of the catalogue.
    ///
    /// - Throws: ``CommandFailure``, as ``rule(of:)``.
    func units(in language: String) throws(CommandFailure) -> [TranslationUnit] {
        let rule = try rule(of: language)
        return keys.flatMap { units(of: $0, in: language, rule) }
    }

    private func units(of key: String, in language: String, _ rule: PluralRule) -> [TranslationUnit] {
        let originals = forms(of: key, in: contents.sourceLanguage)
        guard !originals.isEmpty else { return [] }
        let present = forms(of: key, in: language)
        return forms(originals, present, rule).map { form in
            TranslationUnit(
                id: TranslationUnit.ID(key, form), comment: contents.strings[key]?.comment ?? "",
                numbers: form.map { Array(rule.numbers(of: $0).prefix(4)) } ?? [],
                source: Self.original(of: form, in: originals, rule), target: present[form]?.value ?? "",
                isDone: present[form]?.state == "translated")
        }
    }

    /// The forms to translate: those that the language needs, and those that are there already.
    private func forms(
        _ originals: [String?: CatalogueFile.StringUnit], _ present: [String?: CatalogueFile.StringUnit],
        _ rule: PluralRule
    ) -> [String?] {
        let isPlain = originals[String?.none] != nil
        guard present[String?.none] == nil || !isPlain && rule.requiredCategories.count > 1 else { return [nil] }
        guard !isPlain || !present.isEmpty else { return [nil] }
        return Self.categories.filter { form in
            rule.requiredCategories.contains(form) || present[form] != nil
                || form == "zero" && originals[form] != nil
        }
    }

    /// The original of a form. A form for several numbers has the number, which only the original's `other` surely has.
    private static func original(
        of form: String?, in originals: [String?: CatalogueFile.StringUnit], _ rule: PluralRule
    ) -> String {
        let isForOne = form.map { rule.numbers(of: $0).count == 1 } ?? false
        let names: [String?] = (isForOne ? [form] : []) + ["other", nil]
        return names.lazy.compactMap { originals[$0]?.value }.first ?? ""
    }
}
