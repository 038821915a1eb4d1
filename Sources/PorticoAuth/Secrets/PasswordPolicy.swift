/// Why a new password is refused.
public enum PasswordProblem: Error, Hashable, Sendable {
    /// It has fewer characters than this.
    case tooShort(minimum: Int)
    /// It has more characters than this.
    case tooLong(maximum: Int)
    /// It is one unit repeated, such as `abcabcabcabcabc`.
    case repeats
    /// It is made of runs along the digits, the alphabet or the keyboard, such as `qwertyuiop12345`.
    case sequence
    /// It is made only of very common passwords, the user name and the app's name.
    case common
}

/// What a new password must be: long, any Unicode, no composition rules, exactly as typed (ASVS 5.0, 6.2).
public struct PasswordPolicy: Sendable {
    public let minimumLength: Int
    public let maximumLength: Int

    /// - Parameters:
    ///   - minimumLength: 8 at least, which is for accounts with a second factor.
    ///   - maximumLength: 64 at least.
    public init(minimumLength: Int = 15, maximumLength: Int = 1024) {
        precondition(minimumLength >= 8 && maximumLength >= 64, "ASVS 5.0, 6.2.1 and 6.2.9")
        self.minimumLength = minimumLength
        self.maximumLength = maximumLength
    }

    /// The first rule that `password` breaks.
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

    /// Whether every character belongs to a run of at least four neighbours, in either direction.
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

    /// Whether the whole is a chain of words.
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
