/// Whether people can log in by a mail.
public enum MailSignIn: String, Sendable, CaseIterable {
    case off, on
}
