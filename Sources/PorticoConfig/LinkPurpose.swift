/// What a link in a mail is for.
public enum LinkPurpose: String, Sendable, CaseIterable, Codable {
    /// Makes an account with the address that the link was sent to.
    case registration
    /// Makes an account as an administrator asked, or gives one that was imported its password.
    case invitation
    /// Gives the account another password.
    case passwordReset
    /// Makes the address that the link was sent to the account's.
    case emailChange
    /// Ends the sign-in that the mail told of.
    case endSignIn
}
