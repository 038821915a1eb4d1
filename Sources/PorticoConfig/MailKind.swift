/// The kind of a mail, as named in lists and logs.
public enum MailKind: String, Sendable, CaseIterable {
    case registration, alreadyRegistered, invitation, welcome, passwordReset, passwordChanged, emailChange
    case emailChanged, newSignIn, signInLimited, accountDeleted
}
