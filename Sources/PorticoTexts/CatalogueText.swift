/// The text of a key in one language.
package enum CatalogueText: Equatable, Sendable {
    case plain(FormatString)
    /// One text per CLDR plural category.
    case plural([String: FormatString])

    /// - Throws: ``CatalogueProblem`` for a text without the plural forms of its language, or with wrong arguments.
    package init(_ value: CatalogueFile.Localization, in language: String) throws(CatalogueProblem) {
        guard value.substitutions == nil, value.variations?.device == nil else {
            throw CatalogueProblem(
                "substitutions and device variations are not supported ('\(language)'): use plural variations")
        }
        if let plural = value.variations?.plural {
            self = .plural(try Self.forms(plural.mapValues(\.stringUnit.value), in: language))
        } else if let unit = value.stringUnit {
            self = .plain(try FormatString(unit.value))
        } else {
            throw CatalogueProblem("it has neither a text nor plural variations in '\(language)'")
        }
    }

    private static func forms(
        _ values: [String: String], in language: String
    ) throws(CatalogueProblem) -> [String: FormatString] {
        guard let rule = PluralRule(language: language) else {
            throw CatalogueProblem(
                "CLDR has no plural rule for '\(language)': use no plural variations")
        }
        if let missing = rule.requiredCategories.first(where: { values[$0] == nil }) {
            throw CatalogueProblem("the plural form '\(missing)' is missing in '\(language)': add it")
        }
        if let excess = values.keys.sorted().first(where: { !rule.allowedCategories.contains($0) }) {
            throw CatalogueProblem("'\(language)' has no plural form '\(excess)': remove it")
        }
        var forms: [String: FormatString] = [:]
        for (category, value) in values { forms[category] = try FormatString(value) }
        try check(forms, rule, language)
        return forms
    }

    /// The arguments of all forms are the same, and a form for several numbers has the number.
    private static func check(
        _ forms: [String: FormatString], _ rule: PluralRule, _ language: String
    ) throws(CatalogueProblem) {
        let arguments = CatalogueText.plural(forms).arguments
        for form in forms.values where form.arguments.contains(where: { arguments[$0.key] != $0.value }) {
            throw CatalogueProblem(
                "its plural forms in '\(language)' have different arguments: give them positions, as in %2$@")
        }
        guard let number = arguments.filter({ $0.value == .integer }).keys.min() else {
            throw CatalogueProblem(
                "plural forms in '\(language)' need a number to choose by: write %lld in one of them")
        }
        for (category, form) in forms.sorted(by: { $0.key < $1.key }) where form.arguments[number] == nil {
            let numbers = rule.numbers(of: category)
            guard numbers.count > 1 else { continue }
            throw CatalogueProblem(
                "its plural form '\(category)' in '\(language)' is for \(numbers[0]), \(numbers[1]) and more: write the number "
                    + "in it, as %lld")
        }
    }

    /// The types of the arguments by position, from 1.
    package var arguments: [Int: FormatString.Kind] {
        switch self {
        case .plain(let text): text.arguments
        case .plural(let texts): texts.values.reduce(into: [:]) { $0.merge($1.arguments) { first, _ in first } }
        }
    }

    /// Refuses a translation with other arguments than the original.
    ///
    /// - Throws: ``CatalogueProblem``
    package func check(
        against original: CatalogueText, in language: String, source: String
    ) throws(CatalogueProblem) {
        guard arguments == original.arguments else {
            throw CatalogueProblem(
                "its arguments in '\(language)' differ from those in '\(source)': "
                    + "use the same ones, with positions such as %2$@ where the order differs")
        }
    }
}
