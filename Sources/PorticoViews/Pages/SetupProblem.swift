/// Why the first account could not be made.
public enum SetupProblem: Hashable, Sendable {
    case nameMissing
    case nameTooLong
    case usernameMissing
    /// It holds spaces or characters that user names do not have, or is too long.
    case usernameInvalid
    case passwordMissing
    case passwordTooShort(minimum: Int)
    case passwordTooLong
    /// Made only of common passwords and of words that stand on the page.
    case passwordTooCommon
    /// One unit repeated.
    case passwordRepeats
    /// A run of neighbouring digits or keys.
    case passwordIsRun

    /// The fields of the form, in their order.
    enum Field: CaseIterable {
        case name
        case username
        case password
    }

    var field: Field {
        switch self {
        case .nameMissing, .nameTooLong: .name
        case .usernameMissing, .usernameInvalid: .username
        case .passwordMissing, .passwordTooShort, .passwordTooLong, .passwordTooCommon, .passwordRepeats,
            .passwordIsRun:
            .password
        }
    }

    func sentence(_ t: Strings) -> String {
        switch self {
        case .nameMissing: t.setupNameMissing
        case .nameTooLong: t.setupNameTooLong
        case .usernameMissing: t.setupUsernameMissing
        case .usernameInvalid: t.setupUsernameInvalid
        case .passwordMissing: t.setupPasswordMissing
        case .passwordTooShort(let minimum): t.setupPasswordTooShort(minimum)
        case .passwordTooLong: t.setupPasswordTooLong
        case .passwordTooCommon: t.setupPasswordTooCommon
        case .passwordRepeats: t.setupPasswordRepeats
        case .passwordIsRun: t.setupPasswordIsRun
        }
    }
}
