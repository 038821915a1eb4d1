/// A condition of CLDR on a number, reduced to whole numbers (Unicode Technical Standard 35, Part 3, "Plural rules syntax").
struct PluralCondition: Sendable {
    /// A relation such as `n % 10 = 2..4`.
    private struct Relation {
        let modulus: Int?
        let values: [ClosedRange<Int>]
        let isNegated: Bool

        func contains(_ number: Int) -> Bool {
            let rest = modulus.map { number % $0 } ?? number
            return values.contains { $0.contains(rest) } != isNegated
        }

        func swift(on n: String) -> String {
            let rest = modulus.map { "\(n) % \($0)" } ?? n
            if values.count == 1, values[0].count == 1 {
                return "\(rest) \(isNegated ? "!=" : "==") \(values[0].lowerBound)"
            }
            let parts = values.map { range in
                range.count == 1
                    ? "\(rest) == \(range.lowerBound)"
                    : "(\(range.lowerBound)...\(range.upperBound)).contains(\(rest))"
            }
            let joined = parts.joined(separator: " || ")
            return (isNegated ? "!" : "") + (parts.count == 1 ? joined : "(\(joined))")
        }
    }

    /// It holds if all relations of one of these hold.
    private let alternatives: [[Relation]]

    /// - Parameter text: relations with `and` and `or`.
    init(cldr text: Substring) {
        alternatives = text.split(separator: " or ").compactMap { alternative in
            var relations: [Relation] = []
            for part in alternative.split(separator: " and ") {
                let words = part.split(separator: " ")
                let (operand, values) = (words[0], words[words.count - 1])
                let relation = Relation(
                    modulus: words.count == 5 ? Int(words[2]) : nil, values: Self.ranges(values),
                    isNegated: words[words.count - 2] == "!=")
                if operand == "n" || operand == "i" {
                    relations.append(relation)
                } else if !relation.contains(0) {
                    // All other operands are about fractions and exponents, and 0 in a whole number.
                    return nil
                }
            }
            return relations
        }
    }

    private static func ranges(_ text: Substring) -> [ClosedRange<Int>] {
        text.split(separator: ",").compactMap { range in
            let ends = range.split(separator: "..").compactMap { Int($0) }
            return ends.first.flatMap { first in ends.last.map { first...$0 } }
        }
    }

    /// Whether no whole number meets it.
    var isNever: Bool { alternatives.isEmpty }

    /// - Parameter number: not negative.
    func contains(_ number: Int) -> Bool {
        alternatives.contains { $0.allSatisfy { $0.contains(number) } }
    }

    /// The condition in Swift on a variable `n` of the type `UInt`.
    func swift(on n: String) -> String {
        alternatives.map { $0.map { $0.swift(on: n) }.joined(separator: " && ") }.joined(separator: " || ")
    }
}
