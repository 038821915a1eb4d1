/// The reason why a new password is rejected, as text.
package enum PasswordProblemText: Hashable, Sendable {
    case missing
    case tooShort(minimum: Int)
    case tooLong
    /// It consists mostly of common passwords, words and names.
    case tooCommon
    /// It consists mostly of repetitions.
    case repeats
    /// It consists mostly of sequences of digits, letters or neighbouring keys.
    case isRun
    /// The server is too busy to store a password now.
    case busy

    func sentence(_ t: Strings) -> String {
        switch self {
        case .missing: t.setupPasswordMissing
        case .tooShort(let minimum): t.setupPasswordTooShort(minimum)
        case .tooLong: t.setupPasswordTooLong
        case .tooCommon: t.setupPasswordTooCommon
        case .repeats: t.setupPasswordRepeats
        case .isRun: t.setupPasswordIsRun
        case .busy: t.loginBusy
        }
    }
}
