/// The kind of a mail, as named in lists and logs.
public enum MailKind: String, Sendable, CaseIterable {
    case registration, alreadyRegistered, invitation, welcome, passwordReset, passwordChanged, emailChange
    case emailChanged, newSignIn, signInLimited, accountDeleted

    /// Whether somebody has just asked for the mail and waits for it. These are sent before all others.
    public var isAwaited: Bool {
        switch self {
        // An address that has an account gets its answer as early as one that has none.
        case .registration, .alreadyRegistered, .passwordReset, .emailChange, .signInLimited: true
        case .invitation, .welcome, .passwordChanged, .emailChanged, .newSignIn, .accountDeleted: false
        }
    }
}
