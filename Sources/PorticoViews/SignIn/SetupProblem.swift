/// Why an account could not be made.
public enum SetupProblem: Hashable, Sendable {
    case nameMissing
    case nameTooLong
    case usernameMissing
    /// It holds spaces or characters that user names do not have, or is too long.
    case usernameInvalid
    /// Another account has it.
    case usernameTaken
    case emailInvalid
    case password(PasswordProblemText)

    /// The fields of the form, in their order.
    enum Field: String, CaseIterable {
        case name
        case username
        case email
        case password
    }

    var field: Field {
        switch self {
        case .nameMissing, .nameTooLong: .name
        case .usernameMissing, .usernameInvalid, .usernameTaken: .username
        case .emailInvalid: .email
        case .password: .password
        }
    }

    func sentence(_ t: Strings) -> String {
        switch self {
        case .nameMissing: t.setupNameMissing
        case .nameTooLong: t.setupNameTooLong
        case .usernameMissing: t.setupUsernameMissing
        case .usernameInvalid: t.setupUsernameInvalid
        case .usernameTaken: t.usernameTaken
        case .emailInvalid: t.emailInvalid
        case .password(let problem): problem.sentence(t)
        }
    }
}
