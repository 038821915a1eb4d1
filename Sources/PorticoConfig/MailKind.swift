/// The kind of a mail, as named in lists and logs.
public enum MailKind: String, Sendable, CaseIterable {
    case registration, alreadyRegistered, invitation, welcome, passwordReset, passwordChanged, emailChange
    case emailChanged, factorsChanged, factorsResetBegun, newSignIn, signInLink, signInLimited, codesLimited
    case accountDeleted

    /// Whether a person has just asked for the mail and waits for it. These mails are sent before all others.
    public var isAwaited: Bool {
        switch self {
        // Addresses with an account and addresses without one must get their answers equally early.
        case .registration, .alreadyRegistered, .passwordReset, .emailChange, .signInLink, .signInLimited,
            .codesLimited:
            true
        case .invitation, .welcome, .passwordChanged, .emailChanged, .factorsChanged, .factorsResetBegun, .newSignIn,
            .accountDeleted:
            false
        }
    }
}
