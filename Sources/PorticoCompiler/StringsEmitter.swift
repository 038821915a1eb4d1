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

    private var hasOneLanguage: Bool { catalogue.languages.count == 1 }

    /// The generated file.
    var swift: String {
        """
        // Made from the string catalogue by the template compiler. Edit Localizable.xcstrings instead.
        \(module.map { "import \($0)\n" } ?? "")
        /// The texts of the string catalogue in one language.
        package struct Strings: Sendable {
        /// The languages of the catalogue, the source language first.
        package static let languages: [String] = [\(catalogue.languages.map(SwiftLiteral.quoted).joined(separator: ", "))]

        \(initializer)
        \(catalogue.entries.contains(where: \.isPlural) ? DigitGroups.function : "")
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
        switch key {
        \(catalogue.entries.map { "case \(SwiftLiteral.quoted($0.key)): \(call($0))" }.joined(separator: "\n"))
        default: nil
        }
        }
        }

        extension LocalizedTextConvertible where Self == LocalizedText {
        \(catalogue.entries.map(localizedText).joined(separator: "\n"))
        }

        """
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

    private var initializer: String {
        guard !hasOneLanguage else {
            return """
                /// There is one language for every tag.
                package init(language tag: String) {}

                /// The language, a BCP 47 tag.
                package var languageTag: String { Self.languages[0] }

                """
        }
        let exact = catalogue.languages.map { "case \(SwiftLiteral.quoted($0)): language = .\(name($0))" }
        return """
            private enum Language: String, CaseIterable {
            \(catalogue.languages.map { "case \(name($0)) = \(SwiftLiteral.quoted($0.lowercased()))" }.joined(separator: "\n"))
            }

            private let language: Language

            /// The language, a BCP 47 tag.
            package var languageTag: String {
            switch language {
            \(catalogue.languages.map { "case .\(name($0)): \(SwiftLiteral.quoted($0))" }.joined(separator: "\n"))
            }
            }

            /// The language closest to a BCP 47 tag: the same, one with fewer subtags, one that shares the first subtag,
            /// otherwise the source language.
            package init(language tag: String) {
            switch tag {
            \(exact.joined(separator: "\n"))
            default: language = Self.closest(to: tag)
            }
            }

            private static func closest(to tag: String) -> Language {
            var subtags = tag.lowercased().split { $0 == "-" || $0 == "_" }
            guard let first = subtags.first else { return .\(name(catalogue.sourceLanguage)) }
            while !subtags.isEmpty {
            if let match = Language(rawValue: subtags.joined(separator: "-")) { return match }
            subtags.removeLast()
            }
            return Language.allCases.first { $0.rawValue.hasPrefix(first + "-") } ?? .\(name(catalogue.sourceLanguage))
            }

            """
    }

    private func accessor(_ entry: StringCatalogue.Entry) -> String {
        let comment = (entry.comment ?? "").split(whereSeparator: \.isNewline).map { "/// \($0)\n" }.joined()
        let parameters = entry.arguments.enumerated().map { "_ argument\($0 + 1): \($1.rawValue)" }.joined(
            separator: ", ")
        let declaration =
            entry.arguments.isEmpty ? "var \(entry.key): String" : "func \(entry.key)(\(parameters)) -> String"
        return "\(comment)package \(declaration) {\n\(body(entry))\n}\n"
    }

    private func body(_ entry: StringCatalogue.Entry) -> String {
        let translated = catalogue.languages.dropFirst().compactMap { language in
            entry.texts[language].map { (language, $0) }
        }
        let original =
            entry.texts[catalogue.sourceLanguage].map { expression($0, entry, catalogue.sourceLanguage) } ?? ""
        guard !translated.isEmpty else { return original }
        let cases = translated.map { "case .\(name($0)):\n\(expression($1, entry, $0))" }
        let isComplete = translated.count + 1 == catalogue.languages.count
        let rest = isComplete ? "case .\(name(catalogue.sourceLanguage)):" : "default:"
        return "switch language {\n\(cases.joined(separator: "\n"))\n\(rest)\n\(original)\n}"
    }

    /// A text as a Swift expression; plural forms become a chain of conditions on the first integer argument.
    private func expression(_ text: StringCatalogue.Text, _ entry: StringCatalogue.Entry, _ language: String) -> String
    {
        switch text {
        case .plain(let format): return literal(format, in: language)
        case .plural(let forms):
            guard let rule = PluralRule(language: language), let number = entry.arguments.firstIndex(of: .integer),
                let rest = forms[rule.rest] ?? forms["other"]
            else { return "" }
            let magnitude = "argument\(number + 1).magnitude"
            let conditions = [("zero", "\(magnitude) == 0")] + rule.conditions(on: magnitude)
            let counted = { literal($0, counting: number + 1, in: language) }
            let chosen = conditions.compactMap { category, condition in
                forms[category].map { "if \(condition) {\n\(counted($0))\n} else " }
            }
            return chosen.isEmpty ? counted(rest) : chosen.joined() + "{\n\(counted(rest))\n}"
        }
    }

    /// - Parameter counted: the position of the number that chooses the plural form, whose digits are grouped: "1,004".
    ///   Other numbers are names, such as that of a line.
    private func literal(_ format: FormatString, counting counted: Int? = nil, in language: String) -> String {
        let separator = SwiftLiteral.quoted(DigitGroups.separator(language: language))
        let always = Isolation.isRightToLeft(language) ? ", always: true" : ""
        let parts = format.segments.map { segment -> String in
            switch segment {
            case .literal(let text): String(SwiftLiteral.quoted(text).dropFirst().dropLast())
            case .argument(let position) where position == counted:
                "\\(Self.grouped(argument\(position), by: \(separator)))"
            case .argument(let position) where format.arguments[position] == .integer: "\\(argument\(position))"
            case .argument(let position): "\\(Self.isolated(argument\(position)\(always)))"
            }
        }
        return "\"\(parts.joined())\""
    }

    private func name(_ language: String) -> String {
        "`\(language.replacing("-", with: "_"))`"
    }
}
