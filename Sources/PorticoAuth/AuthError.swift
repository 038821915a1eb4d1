/// What can go wrong in accounts and sign-ins. Anything else that is thrown comes from the store or the machine.
public enum AuthError: Error, Hashable {
    /// Unknown user, wrong password or disabled account: nobody learns which.
    case wrongCredentials
    /// Too many passwords are being checked at once; try again after this many seconds.
    case busy(retryAfter: Int)
    /// Tried too often; try again after this many seconds. nil: waiting does not help, another password does.
    case tooManyAttempts(retryAfter: Int?)
    /// There is an account of this name already.
    case accountExists
    /// No account of this name.
    case noSuchAccount
    /// The first account exists already, or the one-time token is not the one that was handed out.
    case setupClosed
    /// The sign-in that the change is about has ended.
    case signInEnded
    /// Another account has this email address.
    case emailTaken
    /// Accounts are made by invitation only, or not at all.
    case registrationClosed
    /// The account has no email address to send a mail to.
    case emailMissing
    /// Nobody would be left who may administer.
    case lastAdministrator
    /// As many accounts are signed in to in this browser as may be.
    case tooManyAccounts
    /// The server of the account did not do its part. Nothing was kept, and it was no try.
    case gateway(GatewayError)
    /// The server of the account says that it is another person's than before. Nothing was kept.
    case otherPerson
    /// The password is kept by the server of the account, not here.
    case passwordElsewhere
}
