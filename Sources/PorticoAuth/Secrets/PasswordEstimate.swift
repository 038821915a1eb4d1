import Foundation

/// An estimate of the guesses that a password needs: the minimum over all ways to compose it from the parts that
/// guessers try first (Wheeler, "zxcvbn", USENIX Security 2016).
struct PasswordEstimate {
    /// The rule that the largest predictable part breaks, if the password needs fewer guesses than required; otherwise
    /// nil.
    let problem: PasswordProblem?

    /// The bits of a character outside of all predictable parts. A word of such characters gets about as many bits as
    /// by its rank in a list of words.
    private static let bitsOfCharacter = 3.0
    /// The bits of a character between words, and these characters.
    private static let bitsOfSeparator = 1.0
    private static let separators: Set<Character> = [" ", "-", "_", "."]
    /// Maximum distance of a repetition, in characters.
    private static let reach = 32

    /// - Parameters:
    ///   - words: words that are easy to guess for this account, in lower case.
    ///   - enough: the binary logarithm of the required number of guesses.
    init(of password: String, words: Set<String>, enough: Double) {
        let characters = Array(password.lowercased())
        var ways = [Way(bits: 0)]
        ways.reserveCapacity(characters.count + 1)
        for _ in characters { ways.append(Way()) }
        let repeats = (1...Self.reach).map { Self.repeats(characters, distance: $0) }
        for start in characters.indices {
            // Further characters cannot reduce the bits.
            if ways[start...].allSatisfy({ $0.bits >= enough }) {
                problem = nil
                return
            }
            let parts = Self.parts(characters, repeats, from: start, words: words)
            let bits = Self.separators.contains(characters[start]) ? Self.bitsOfSeparator : Self.bitsOfCharacter
            ways[start + 1].improve(with: ways[start].adding(Part(length: 1, bits: bits)))
            for part in parts { ways[start + part.length].improve(with: ways[start].adding(part)) }
        }
        let best = ways[characters.count]
        problem = best.bits < enough ? best.largest : nil
    }

    /// The predictable parts that begin at `start`.
    private static func parts(
        _ characters: [Character], _ repeats: [[Int]], from start: Int, words: Set<String>
    ) -> [Part] {
        repetitions(repeats, from: start) + runs(characters[start...])
            + dates(characters[start...]) + common(characters[start...], words)
    }

    /// For each position, the number of characters from it that equal those `distance` before.
    private static func repeats(_ characters: [Character], distance: Int) -> [Int] {
        var lengths = [Int](repeating: 0, count: characters.count + 1)
        for place in stride(from: characters.count - 1, through: distance, by: -1)
        where characters[place] == characters[place - distance] {
            lengths[place] = lengths[place + 1] + 1
        }
        return lengths
    }

    /// Repetitions of earlier characters.
    private static func repetitions(_ repeats: [[Int]], from start: Int) -> [Part] {
        zip(1..., repeats).compactMap { distance, lengths in
            guard lengths[start] >= 4 else { return nil }
            let times = max(1, Double(lengths[start]) / Double(distance))
            return Part(length: lengths[start], bits: 2 + log2(times), problem: .repeats)
        }
    }

    /// Ascending or descending sequences of at least four digits, letters or neighbouring keys.
    private static func runs(_ characters: ArraySlice<Character>) -> [Part] {
        rows.compactMap { row in
            guard let first = characters.first.flatMap({ row[$0] }) else { return nil }
            let length = [1, -1].map { step in
                zip(characters, 0...).prefix { row[$0] == first + step * $1 }.count
            }.max()
            return length.flatMap { $0 < 4 ? nil : Part(length: $0, bits: 2, problem: .sequence) }
        }
    }

    /// Years, and dates with and without separators.
    private static func dates(_ characters: ArraySlice<Character>) -> [Part] {
        guard let first = characters.first, ("0"..."9").contains(first) else { return [] }
        let text = String(characters.prefix(10))
        return datePatterns.compactMap { pattern, bits in
            guard let match = text.prefixMatch(of: pattern) else { return nil }
            return Part(length: match.0.count, bits: bits, problem: .common)
        }
    }

    /// Common passwords and words, by their rank, and the given words.
    private static func common(_ characters: ArraySlice<Character>, _ words: Set<String>) -> [Part] {
        let longest = max(CommonPasswords.longest, words.map(\.count).max() ?? 0)
        guard characters.count > 1 else { return [] }
        return (2...max(2, min(longest, characters.count))).compactMap { length in
            let word = String(characters.prefix(length))
            let rank = words.contains(word) ? 1 : CommonPasswords.ranks[word]
            return rank.map { Part(length: length, bits: 2 + log2(Double($0)), problem: .common) }
        }
    }

    private static let rows: [[Character: Int]] = [
        "0123456789", "1234567890", "abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "asdfghjkl", "zxcvbnm",
        "qwertzuiop", "yxcvbnm", "azertyuiop", "qsdfghjklm", "wxcvbn",
    ].map { row in Dictionary(zip(row, 0...), uniquingKeysWith: { first, _ in first }) }

    /// Patterns of dates with their bits. People choose few years, and days that mean something to them. The patterns
    /// are never changed, but `Regex` is not `Sendable`.
    private nonisolated(unsafe) static let datePatterns: [(Regex<Substring>, Double)] = [
        (/(?:19\d|20[0-4])\d/, 5),
        (/(?:0?[1-9]|[12]\d|3[01])[-.\/ _]?(?:0?[1-9]|[12]\d|3[01])[-.\/ _]?(?:19\d|20[0-4])\d/, 10),
        (/(?:19\d|20[0-4])\d[-.\/ _]?(?:0?[1-9]|[12]\d|3[01])[-.\/ _]?(?:0?[1-9]|[12]\d|3[01])/, 10),
        (/(?:0[1-9]|[12]\d|3[01])[-.\/ _]?(?:0[1-9]|[12]\d|3[01])[-.\/ _]?\d\d/, 10),
    ]
}

/// A part of a password.
private struct Part {
    /// In characters.
    let length: Int
    let bits: Double
    /// The rule that a predictable part breaks.
    var problem: PasswordProblem?
}

/// A division of the beginning of a password into parts.
private struct Way {
    var bits = Double.infinity
    /// The number of characters in predictable parts, by the rule that these break.
    var lengths: [PasswordProblem: Int] = [:]

    /// The rule that the most characters break.
    var largest: PasswordProblem? {
        [.common, .sequence, .repeats].filter { lengths[$0] != nil }.max { lengths[$0] ?? 0 < lengths[$1] ?? 0 }
    }

    func adding(_ part: Part) -> Way {
        var way = self
        way.bits += part.bits
        if let problem = part.problem { way.lengths[problem, default: 0] += part.length }
        return way
    }

    mutating func improve(with other: Way) {
        if other.bits < bits { self = other }
    }
}
