/// The reason why a new password is rejected, as text.
public enum PasswordProblemText: Hashable, Sendable {
    case missing
    case tooShort(minimum: Int)
    case tooLong
    /// It consists of common passwords and words from the page.
    case tooCommon
    /// It repeats one unit.
    case repeats
    /// It is a sequence of neighbouring digits or keys.
    case isRun
    /// The server has too much to do to store a password now.
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
