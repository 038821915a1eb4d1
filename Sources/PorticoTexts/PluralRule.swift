/// The plural rule of a language for whole numbers (Unicode CLDR, "Language Plural Rules").
package struct PluralRule: Sendable {
    /// A plural form other than `other`, and the numbers that have it.
    struct Form: Sendable {
        let category: String
        let condition: PluralCondition
    }

    /// The forms that whole numbers have, in the order of CLDR.
    private let forms: [Form]
    /// All forms of the language. Some are for fractions only.
    private let categories: Set<String>

    /// nil if CLDR has no rule for the language.
    package init?(language: String) {
        let subtags = language.lowercased().split { $0 == "-" || $0 == "_" }
        let names = subtags.indices.reversed().map { subtags[...$0].joined(separator: "_") }
        guard let rule = names.lazy.compactMap({ Self.all[$0] }).first else { return nil }
        self = rule
    }

    /// A rule as ``source`` writes it: a line for each form.
    private init(lines: some Sequence<Substring>) {
        let parts = lines.map { $0.split(separator: ": ", maxSplits: 1) }
        forms = parts.map { Form(category: String($0[0]), condition: PluralCondition(cldr: $0[1])) }
            .filter { !$0.condition.isNever }
        categories = Set(parts.map { String($0[0]) } + ["other"])
    }

    /// The rules by language, such as `pt` and `pt_pt`.
    private static let all: [String: PluralRule] = {
        var rules: [String: PluralRule] = [:]
        for paragraph in source.split(separator: "\n\n") {
            let lines = paragraph.split(separator: "\n")
            let rule = PluralRule(lines: lines.filter { $0.first == " " }.map { $0.drop { $0 == " " } })
            for language in lines.filter({ $0.first != " " }).flatMap({ $0.split(separator: " ") }) {
                rules[language.lowercased()] = rule
            }
        }
        return rules
    }()

    /// The languages with a rule.
    package static var languages: [String] { all.keys.sorted() }

    /// The form of a number.
    package func category(of number: Int) -> String {
        forms.first { $0.condition.contains(number) }?.category ?? "other"
    }

    /// Enough numbers to find every form that a text needs. The rules repeat after them.
    private static let samples = 0...1000
    /// Numbers with the form `many` in some languages.
    private static let millions = [1_000_000, 2_000_000]

    /// The required forms. The `many` of whole millions is optional.
    package var requiredCategories: [String] {
        let found = Set(Self.samples.map(category))
        return (forms.map(\.category) + ["other"]).filter(found.contains)
    }

    /// The required and the optional forms. In every language, a text may have a form for 0.
    package var allowedCategories: Set<String> { categories.union(["zero"]) }

    /// The form of each whole number from 0 on, as a digit, in the shortest way: the last `period` digits repeat. 0 has a
    /// form of its own, because a text may have one for it.
    package var order: (digits: String, period: Int) {
        let names = (0..<3000).map { $0 == 0 ? "" : category(of: $0) }
        let lengths = [1, 10, 100, 1000].map { period in
            let last = (0..<names.count - period).last { names[$0] != names[$0 + period] }
            return (count: (last.map { $0 + 1 } ?? 0) + period, period: period)
        }
        guard let shortest = lengths.min(by: { $0.count < $1.count }) else { return ("0", 1) }
        var forms: [String] = []
        let digits = names.prefix(shortest.count).map { name in
            if let known = forms.firstIndex(of: name) { return "\(known)" }
            forms.append(name)
            return "\(forms.count - 1)"
        }
        return (digits.joined(), shortest.period)
    }

    /// Some of the numbers of a form, in order. A text may leave the number out, or write it as a word, if there is only one:
    /// "one copy". The Russian `one` has others: 1, 21, 31.
    package func numbers(of category: String) -> [Int] {
        guard categories.contains(category) else { return [0] }
        return (Array(Self.samples) + Self.millions).filter { self.category(of: $0) == category }
    }
}

extension PluralRule {
    /// The Swift conditions for each plural form, in order, on the magnitude `n`; other numbers use ``rest``.
    package func conditions(on n: String) -> [(category: String, condition: String)] {
        let zero = categories.contains("zero") ? [] : [("zero", "\(n) == 0")]
        return zero + forms.filter { $0.category != rest }.map { ($0.category, $0.condition.swift(on: n)) }
    }

    /// The form for numbers that match no condition.
    package var rest: String { requiredCategories.last ?? "other" }
}
