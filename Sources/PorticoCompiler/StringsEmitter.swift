import PorticoTexts

/// Generates `struct Strings`: one property or function for each key of the catalogue, for all targets of the package.
/// With the module that has `LocalizedText`, also a `LocalizedText` for each key.
struct StringsEmitter {
    private let catalogue: StringCatalogue
    private let module: String?

    /// - Parameter module: the module to import for `LocalizedText`; nil if the target depends on none.
    init(_ catalogue: StringCatalogue, module: String? = nil) {
        self.catalogue = catalogue
        self.module = module
    }

    /// The generated file.
    var swift: String {
        """
        // Made from the string catalogue by the template compiler. Edit Localizable.xcstrings instead.
        \(module.map { "import \($0)\n" } ?? "")
        /// The texts of the string catalogue in one language.
        package struct Strings: Sendable {
        \(languages)
        \(initializer)
        \(catalogue.entries.contains(where: \.isPlural) ? DigitGroups.function + numbers : "")
        \(Isolation.function)
        \(catalogue.entries.map(accessor).joined(separator: "\n"))
        }
        \(module == nil ? "" : localizedTexts)
        """
    }

    /// A `LocalizedText` for each key, and the text of each.
    private var localizedTexts: String {
        """

        extension Strings: TextCatalogue {
        package func string(_ key: String, _ arguments: TextArguments) -> String? {
        switch key.utf8.count {
        \(keysByLength.map { "case \($0): \(switchOverKeys(of: $1))" }.joined(separator: "\n"))
        default: nil
        }
        }
        }

        extension LocalizedTextConvertible where Self == LocalizedText {
        \(catalogue.entries.map(localizedText).joined(separator: "\n"))
        }

        """
    }

    /// The entries by the length of their keys in bytes: a switch over strings compares with one after the other.
    private var keysByLength: [(length: Int, entries: [StringCatalogue.Entry])] {
        Dictionary(grouping: catalogue.entries, by: \.key.utf8.count).sorted { $0.key < $1.key }
            .map { (length: $0.key, entries: $0.value) }
    }

    private func switchOverKeys(of entries: [StringCatalogue.Entry]) -> String {
        let cases = entries.map { "case \(SwiftLiteral.quoted($0.key)): \(call($0))" }.joined(separator: "\n")
        return "switch key {\n\(cases)\ndefault: nil\n}"
    }

    private func call(_ entry: StringCatalogue.Entry) -> String {
        let arguments = entry.arguments.enumerated().map { index, kind in
            kind == .integer ? "arguments.integer(\(index))" : "arguments.string(\(index))"
        }
        return arguments.isEmpty ? "self.\(entry.key)" : "self.\(entry.key)(\(arguments.joined(separator: ", ")))"
    }

    private func localizedText(_ entry: StringCatalogue.Entry) -> String {
        let parameters = entry.arguments.enumerated().map { index, kind in
            "_ argument\(index + 1): \(kind == .integer ? "Int" : "some LocalizedTextConvertible")"
        }
        let values = entry.arguments.indices.map { ", argument\($0 + 1)" }.joined()
        let name =
            parameters.isEmpty
            ? "var \(entry.key): LocalizedText"
            : "func \(entry.key)(\(parameters.joined(separator: ", "))) -> LocalizedText"
        return "package static \(name) { LocalizedText(\(SwiftLiteral.quoted(entry.key)), of: Strings.self\(values)) }"
    }

    private var languages: String {
        let comment = "/// The languages of the catalogue, the source language first."
        let list = { (languages: [String]) in
            "\(comment)\npackage static let languages: [String] = [\(languages.map(SwiftLiteral.quoted).joined(separator: ", "))]"
        }
        let all = catalogue.languages
        return "#if DEBUG\n\(list(all + [PseudoLanguage.tag]))\n#else\n\(list(all))\n#endif\n"
    }

    /// The columns of the catalogue, and the choice of one. A release has none for the pseudo-language.
    private var initializer: String {
        let languages = catalogue.languages
        return """
            private enum Column: String {
            \(languages.map { "case \(name($0)) = \(SwiftLiteral.quoted($0.lowercased()))" }.joined(separator: "\n"))
            \(pseudo("case \(name(PseudoLanguage.tag)) = \(SwiftLiteral.quoted(PseudoLanguage.tag.lowercased()))"))
            }

            private let column: Column

            /// The language, a BCP 47 tag.
            package var languageTag: String {
            switch column {
            \(languages.map { "case .\(name($0)): return \(SwiftLiteral.quoted($0))" }.joined(separator: "\n"))
            \(pseudo("case .\(name(PseudoLanguage.tag)): return \(SwiftLiteral.quoted(PseudoLanguage.tag))"))
            }
            }

            /// The language closest to a BCP 47 tag: the same, one with fewer subtags, one of another region, otherwise the
            /// source language. Never one in another script.
            package init(language tag: String) {
            switch tag {
            \(languages.map { "case \(SwiftLiteral.quoted($0)): column = .\(name($0))" }.joined(separator: "\n"))
            default: column = Self.closest(to: tag)
            }
            }

            private static func closest(to tag: String) -> Column {
            var rest = tag.lowercased().replacing("_", with: "-")[...]
            while true {
            if let match = Column(rawValue: String(rest)) { return match }
            guard let end = rest.utf8.lastIndex(of: 45) else { break }
            rest = rest[..<end]
            }
            switch rest {
            \(regions.map { "case \(SwiftLiteral.quoted($0)): return .\(name($1))" }.joined(separator: "\n"))
            default: return .\(name(catalogue.sourceLanguage))
            }
            }

            """
    }

    /// The forms of numbers, for those that script puts into a text.
    private var numbers: String {
        """
        /// The text between groups of three digits.
        package var digitSeparator: String {
        \(choice { SwiftLiteral.quoted(DigitGroups.separator(language: $0)) })
        }

        /// The plural form of each whole number from 0 on, as a digit. The last `period` digits repeat.
        package var pluralOrder: (digits: String, period: Int) {
        \(choice { language in
            let order = PluralRule(language: language)?.order ?? (digits: "0", period: 1)
            return "(\(SwiftLiteral.quoted(order.digits)), \(order.period))"
        })
        }

        """
    }

    /// A switch over the columns, with a value for each language.
    private func choice(_ value: (String) -> String) -> String {
        let cases = catalogue.languages.map { "case .\(name($0)): return \(value($0))" }
        let accented = pseudo("case .\(name(PseudoLanguage.tag)): return \(value(catalogue.sourceLanguage))")
        return "switch column {\n\((cases + [accented]).joined(separator: "\n"))\n}"
    }

    /// The first column of each language that stands in the catalogue with its region only.
    private var regions: [(language: String, column: String)] {
        var found: [(language: String, column: String)] = []
        for column in catalogue.languages {
            let subtags = column.lowercased().split(separator: "-")
            guard subtags.count == 2, subtags[1].count != 4, !found.contains(where: { $0.language == subtags[0] })
            else {
                continue
            }
            found.append((String(subtags[0]), column))
        }
        return found
    }

    /// Code for builds for debugging.
    private func pseudo(_ swift: String) -> String { "#if DEBUG\n\(swift)\n#endif" }

    private func accessor(_ entry: StringCatalogue.Entry) -> String {
        let comment = (entry.comment ?? "").split(whereSeparator: \.isNewline).map { "/// \($0)\n" }.joined()
        let parameters = entry.arguments.enumerated().map { "_ argument\($0 + 1): \($1.rawValue)" }.joined(
            separator: ", ")
        let declaration =
            entry.arguments.isEmpty ? "var \(entry.key): String" : "func \(entry.key)(\(parameters)) -> String"
        return "\(comment)package \(declaration) {\n\(body(entry))\n}\n"
    }

    private func body(_ entry: StringCatalogue.Entry) -> String {
        let source = catalogue.sourceLanguage
        guard let original = entry.texts[source] else { return "" }
        let translated = catalogue.languages.dropFirst().compactMap { language in
            entry.texts[language].map { "case .\(name(language)):\n\(statement($0, entry, language))" }
        }
        let accented = statement(original, entry, source, isPseudo: true)
        let rest = translated.count + 1 == catalogue.languages.count ? "case .\(name(source)):" : "default:"
        let cases =
            [pseudo("case .\(name(PseudoLanguage.tag)):\n\(accented)")] + translated
            + ["\(rest)\n\(statement(original, entry, source))"]
        return "switch column {\n\(cases.joined(separator: "\n"))\n}"
    }

    /// A text as a Swift statement; plural forms become a chain of conditions on the first integer argument.
    private func statement(
        _ text: CatalogueText, _ entry: StringCatalogue.Entry, _ language: String, isPseudo: Bool = false
    ) -> String {
        switch text {
        case .plain(let format): return "return " + literal(format, in: language, isPseudo: isPseudo)
        case .plural(let forms):
            guard let rule = PluralRule(language: language), let number = entry.arguments.firstIndex(of: .integer),
                let rest = forms[rule.rest] ?? forms["other"]
            else { return "" }
            let counted = { (form: FormatString) in
                "return " + literal(form, counting: number + 1, in: language, isPseudo: isPseudo)
            }
            let chosen = rule.conditions(on: "argument\(number + 1).magnitude").compactMap { category, condition in
                forms[category].map { "if \(condition) {\n\(counted($0))\n} else " }
            }
            return chosen.isEmpty ? counted(rest) : chosen.joined() + "{\n\(counted(rest))\n}"
        }
    }

    /// - Parameter counted: the position of the number that chooses the plural form, whose digits are grouped: "1,004".
    ///   Other numbers are names, such as that of a line.
    private func literal(
        _ format: FormatString, counting counted: Int? = nil, in language: String, isPseudo: Bool
    ) -> String {
        let separator = SwiftLiteral.quoted(DigitGroups.separator(language: language))
        let always = Isolation.isRightToLeft(language) ? ", always: true" : ""
        let parts = format.segments.map { segment -> String in
            switch segment {
            case .literal(let text):
                String(SwiftLiteral.quoted(isPseudo ? PseudoLanguage.text(text) : text).dropFirst().dropLast())
            case .argument(let position) where position == counted:
                "\\(Self.grouped(argument\(position), by: \(separator)))"
            case .argument(let position) where format.arguments[position] == .integer: "\\(argument\(position))"
            case .argument(let position): "\\(Self.isolated(argument\(position)\(always)))"
            }
        }
        let mark = Isolation.needsMark(format, in: language) ? #"\u{200F}"# : ""
        return isPseudo ? "\"[\(parts.joined())]\"" : "\"\(mark)\(parts.joined())\""
    }

    private func name(_ language: String) -> String {
        "`\(language.replacing("-", with: "_"))`"
    }
}
