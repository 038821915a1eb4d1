/// What a mail is about: its name in lists and logs.
public enum MailKind: String, Sendable, CaseIterable {
    case registration, alreadyRegistered, invitation, welcome, passwordReset, passwordChanged, emailChange
    case emailChanged, newSignIn, accountDeleted
}
