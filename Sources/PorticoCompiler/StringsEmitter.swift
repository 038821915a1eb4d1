/// Generates `struct Strings`: one property or function for each key of the catalogue, for all targets of the package.
struct StringsEmitter {
    private let catalogue: StringCatalogue

    init(_ catalogue: StringCatalogue) {
        self.catalogue = catalogue
    }

    private var hasOneLanguage: Bool { catalogue.languages.count == 1 }

    /// The generated file.
    var swift: String {
        """
        // Made from the string catalogue by the template compiler. Edit Localizable.xcstrings instead.

        /// The texts of the string catalogue in one language.
        package struct Strings: Sendable {
        /// The languages of the catalogue, the source language first.
        package static let languages: [String] = [\(catalogue.languages.map(SwiftLiteral.quoted).joined(separator: ", "))]

        \(initializer)
        \(catalogue.entries.map(accessor).joined(separator: "\n"))
        }

        """
    }

    private var initializer: String {
        guard !hasOneLanguage else {
            return "/// There is one language for every tag.\npackage init(language tag: String) {}\n"
        }
        let exact = catalogue.languages.map { "case \(SwiftLiteral.quoted($0)): language = .\(name($0))" }
        return """
            private enum Language: String, CaseIterable {
            \(catalogue.languages.map { "case \(name($0)) = \(SwiftLiteral.quoted($0.lowercased()))" }.joined(separator: "\n"))
            }

            private let language: Language

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
        case .plain(let format): return literal(format)
        case .plural(let forms):
            guard let rule = PluralRule(language: language), let number = entry.arguments.firstIndex(of: .integer),
                let rest = forms[rule.rest] ?? forms["other"]
            else { return "" }
            let magnitude = "argument\(number + 1).magnitude"
            let conditions = [("zero", "\(magnitude) == 0")] + rule.conditions(on: magnitude)
            let chosen = conditions.compactMap { category, condition in
                forms[category].map { "if \(condition) {\n\(literal($0))\n} else " }
            }
            return chosen.isEmpty ? literal(rest) : chosen.joined() + "{\n\(literal(rest))\n}"
        }
    }

    private func literal(_ format: FormatString) -> String {
        let parts = format.segments.map { segment -> String in
            switch segment {
            case .literal(let text): String(SwiftLiteral.quoted(text).dropFirst().dropLast())
            case .argument(let position): "\\(argument\(position))"
            }
        }
        return "\"\(parts.joined())\""
    }

    private func name(_ language: String) -> String {
        "`\(language.replacing("-", with: "_"))`"
    }
}
