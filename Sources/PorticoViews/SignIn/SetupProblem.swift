/// The reason why an account was not created or changed, or a person was not invited.
package enum SetupProblem: Hashable, Sendable {
    case nameMissing
    case nameTooLong
    case usernameMissing
    /// The user name contains spaces or invalid characters, or is too long.
    case usernameInvalid
    /// The user name contains `@`, but is not the account's own address.
    case usernameNotEmail
    /// Another account has the user name.
    case usernameTaken
    case emailMissing
    case emailInvalid
    /// Another account has the address.
    case emailTaken
    /// There is neither a password nor an address to which the link to choose one could be sent.
    case emailOrPasswordMissing
    case password(PasswordProblemText)

    /// The fields of the form, in form order.
    enum Field: String, CaseIterable {
        case name
        case username
        case email
        case password
    }

    var field: Field {
        switch self {
        case .nameMissing, .nameTooLong: .name
        case .usernameMissing, .usernameInvalid, .usernameNotEmail, .usernameTaken: .username
        case .emailMissing, .emailInvalid, .emailTaken, .emailOrPasswordMissing: .email
        case .password: .password
        }
    }

    func sentence(_ t: Strings) -> String {
        switch self {
        case .nameMissing: t.setupNameMissing
        case .nameTooLong: t.setupNameTooLong
        case .usernameMissing: t.setupUsernameMissing
        case .usernameInvalid: t.setupUsernameInvalid
        case .usernameNotEmail: t.setupUsernameNotEmail
        case .usernameTaken: t.usernameTaken
        case .emailMissing: t.inviteEmailMissing
        case .emailInvalid: t.emailInvalid
        case .emailTaken: t.inviteEmailTaken
        case .emailOrPasswordMissing: t.emailOrPasswordMissing
        case .password(let problem): problem.sentence(t)
        }
    }
}
