/// The rule that a new password breaks.
public enum PasswordProblem: Error, Hashable, Sendable {
    /// It has fewer characters than the minimum.
    case tooShort(minimum: Int)
    /// It has more bytes than the maximum.
    case tooLong(maximum: Int)
    /// It consists mostly of repetitions, such as `abcabcabcabcabc`.
    case repeats
    /// It consists mostly of sequences of digits, letters or neighbouring keys, such as `qwertyuiop12345`.
    case sequence
    /// It consists mostly of very common passwords, words, dates, the user name and the app's name.
    case common
}

/// Rules for new passwords (ASVS 5.0, 6.2): a minimum length, any Unicode, no composition rules, no truncation.
///
/// Predictable parts add few bits, whatever their length. A password needs two bits for each character of the minimum
/// length, by ``PasswordEstimate``.
public struct PasswordPolicy: Sendable {
    /// In characters.
    public let minimumLength: Int
    /// In bytes of UTF-8.
    public let maximumLength: Int

    /// - Parameters:
    ///   - minimumLength: at least 8, the minimum for accounts with a second factor.
    ///   - maximumLength: at least 256, for 64 characters of any alphabet.
    public init(minimumLength: Int = 15, maximumLength: Int = 1024) {
        precondition(minimumLength >= 8 && maximumLength >= 256, "ASVS 5.0, 6.2.1 and 6.2.9")
        self.minimumLength = minimumLength
        self.maximumLength = maximumLength
    }

    /// The first rule that `password` breaks; nil if none.
    ///
    /// - Parameter context: names that are easy to guess for this account, each of one or several words: its user name,
    ///   the app's name.
    public func problem(with password: String, context: [String]) -> PasswordProblem? {
        guard password.count >= minimumLength else { return .tooShort(minimum: minimumLength) }
        guard password.utf8.count <= maximumLength else { return .tooLong(maximum: maximumLength) }
        guard !isRepetition(Array(password.lowercased())) else { return .repeats }
        let names = context.map { $0.lowercased() }
        let parts = names.flatMap { $0.split { !$0.isLetter && !$0.isNumber }.map(String.init) }
        let words = Set((names + parts).filter { $0.count > 2 })
        return PasswordEstimate(of: password, words: words, enough: 2 * Double(minimumLength)).problem
    }

    private func isRepetition(_ characters: [Character]) -> Bool {
        (1...characters.count / 2).contains { period in
            (period..<characters.count).allSatisfy { characters[$0] == characters[$0 - period] }
        }
    }
}
