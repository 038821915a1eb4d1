/// Why a new password is refused, as people read it.
public enum PasswordProblemText: Hashable, Sendable {
    case missing
    case tooShort(minimum: Int)
    case tooLong
    /// Made only of common passwords and of words that stand on the page.
    case tooCommon
    /// One unit repeated.
    case repeats
    /// A run of neighbouring digits or keys.
    case isRun

    func sentence(_ t: Strings) -> String {
        switch self {
        case .missing: t.setupPasswordMissing
        case .tooShort(let minimum): t.setupPasswordTooShort(minimum)
        case .tooLong: t.setupPasswordTooLong
        case .tooCommon: t.setupPasswordTooCommon
        case .repeats: t.setupPasswordRepeats
        case .isRun: t.setupPasswordIsRun
        }
    }
}
