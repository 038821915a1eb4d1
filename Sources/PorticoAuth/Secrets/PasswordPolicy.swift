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
/// length, by `PasswordEstimate`.
public struct PasswordPolicy: Sendable {
    /// The minimum in characters of all passwords. It may only raise the usual ones.
    public var atLeast: Int
    /// In bytes of UTF-8.
    public let maximumLength: Int

    /// The usual minimum of a password that is the only proof, in characters (NIST SP 800-63B-4, 3.1.1.2).
    static let single = 15
    /// That of a password besides a second factor.
    public static let withFactor = 8

    /// - Parameters:
    ///   - atLeast: at least 8, the minimum besides a second factor.
    ///   - maximumLength: at least 256, for 64 characters of any alphabet.
    public init(atLeast: Int = withFactor, maximumLength: Int = 1024) {
        precondition(atLeast >= Self.withFactor && maximumLength >= 256, "ASVS 5.0, 6.2.1 and 6.2.9")
        self.atLeast = atLeast
        self.maximumLength = maximumLength
    }

    /// The minimum length, in characters.
    ///
    /// - Parameter withFactor: whether the account must have a second factor.
    public func minimumLength(withFactor: Bool) -> Int { max(atLeast, withFactor ? Self.withFactor : Self.single) }

    /// Whether a password is too short to be the only proof.
    static func isShort(_ password: String) -> Bool { password.count < single }

    /// The first rule that `password` breaks; nil if none.
    ///
    /// - Parameters:
    ///   - context: names that are easy to guess for this account, each of one or several words: its user name, the app's
    ///     name.
    ///   - withFactor: whether the account must have a second factor.
    public func problem(
        with password: String, context: [String], withFactor: Bool = false
    ) -> PasswordProblem? {
        let minimumLength = minimumLength(withFactor: withFactor)
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
