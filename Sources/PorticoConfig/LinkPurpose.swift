/// The purpose of a link in a mail.
public enum LinkPurpose: String, Sendable, CaseIterable, Codable {
    /// Creates an account with the address that received the link.
    case registration
    /// Creates an invited account, or sets the first password of an account that was added without one.
    case invitation
    /// Sets a new password.
    case passwordReset
    /// Makes the address that received the link the account's address.
    case emailChange
    /// Ends the sign-in that the mail reports.
    case endSignIn
    /// Logs in, in the browser that asked for the link.
    case signIn
    /// Lifts the limits of sign-ins to an account.
    case liftLimits
    /// Stops a reset of the second factor of an account.
    case stopReset
}
