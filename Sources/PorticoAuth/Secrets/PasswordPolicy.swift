/// The rule that a new password breaks.
public enum PasswordProblem: Error, Hashable, Sendable {
    /// It has fewer characters than the minimum.
    case tooShort(minimum: Int)
    /// It has more characters than the maximum.
    case tooLong(maximum: Int)
    /// It repeats one part, such as `abcabcabcabcabc`.
    case repeats
    /// It consists of sequences of digits, letters or neighbouring keys, such as `qwertyuiop12345`.
    case sequence
    /// It consists only of very common passwords, the user name and the app's name.
    case common
}

/// Rules for new passwords (ASVS 5.0, 6.2): a minimum length, any Unicode, no composition rules, exactly as typed.
public struct PasswordPolicy: Sendable {
    /// In characters.
    public let minimumLength: Int
    /// In characters.
    public let maximumLength: Int

    /// - Parameters:
    ///   - minimumLength: at least 8, the minimum for accounts with a second factor.
    ///   - maximumLength: at least 64.
    public init(minimumLength: Int = 15, maximumLength: Int = 1024) {
        precondition(minimumLength >= 8 && maximumLength >= 64, "ASVS 5.0, 6.2.1 and 6.2.9")
        self.minimumLength = minimumLength
        self.maximumLength = maximumLength
    }

    /// The first rule that `password` breaks; nil if none.
    ///
    /// - Parameter context: words that are easy to guess for this account: its user name, the app's name.
    public func problem(with password: String, context: [String]) -> PasswordProblem? {
        guard password.count >= minimumLength else { return .tooShort(minimum: minimumLength) }
        guard password.count <= maximumLength else { return .tooLong(maximum: maximumLength) }
        let characters = Array(password.lowercased())
        if isRepetition(characters) { return .repeats }
        if isMadeOfRuns(characters) { return .sequence }
        let words = CommonPasswords.all.union(context.map { $0.lowercased() }.filter { $0.count > 2 })
        return isMade(characters, of: words) ? .common : nil
    }

    private func isRepetition(_ characters: [Character]) -> Bool {
        (1...characters.count / 2).contains { period in
            (period..<characters.count).allSatisfy { characters[$0] == characters[$0 - period] }
        }
    }

    /// Whether the characters divide into ascending or descending sequences of at least four.
    private func isMadeOfRuns(_ characters: [Character]) -> Bool {
        var start = 0
        while start < characters.count {
            let length = Self.rows.map { runLength(characters[start...], along: $0) }.max() ?? 0
            guard length >= 4 else { return false }
            start += length
        }
        return true
    }

    private func runLength(_ characters: ArraySlice<Character>, along row: [Character: Int]) -> Int {
        guard let first = characters.first.flatMap({ row[$0] }) else { return 0 }
        return [1, -1].map { step in
            zip(characters, 0...).prefix { row[$0] == first + step * $1 }.count
        }.max() ?? 0
    }

    /// Whether the characters divide into `words`.
    private func isMade(_ characters: [Character], of words: Set<String>) -> Bool {
        let longest = words.map(\.count).max() ?? 0
        var reachable = Set([0])
        for end in 1...characters.count {
            let isWordEnd = (max(0, end - longest)..<end).contains { start in
                reachable.contains(start) && words.contains(String(characters[start..<end]))
            }
            if isWordEnd { reachable.insert(end) }
        }
        return reachable.contains(characters.count)
    }

    private static let rows: [[Character: Int]] = [
        "0123456789", "1234567890", "abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "asdfghjkl", "zxcvbnm",
        "qwertzuiop", "yxcvbnm", "azertyuiop", "qsdfghjklm", "wxcvbn",
    ].map { row in Dictionary(zip(row, 0...), uniquingKeysWith: { first, _ in first }) }
}
