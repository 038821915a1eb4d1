/// Domain errors of accounts and sign-ins. All other errors come from the store or the system.
public enum AuthError: Error, Hashable {
    /// Unknown user, wrong password or disabled account: callers cannot tell these apart.
    case wrongCredentials
    /// The queue for password checks is full; retry after this many seconds.
    case busy(retryAfter: Int)
    /// An attempt limit is reached; retry after this many seconds. nil for a limit without an end: a link in a mail or
    /// a new password lifts it.
    case tooManyAttempts(retryAfter: Int?)
    /// An account with this name exists.
    case accountExists
    /// No account has this name.
    case noSuchAccount
    /// There is a local account already, or the token is not the set-up token.
    case setupClosed
    /// The sign-in to change has ended.
    case signInEnded
    /// Another account has this email address.
    case emailTaken
    /// Somebody else has changed the edited values in the meantime.
    case changedMeanwhile
    /// Registration is by invitation only, or off.
    case registrationClosed
    /// The account has no email address.
    case emailMissing
    /// No administrator would remain.
    case lastAdministrator
    /// The browser has the maximum number of signed-in accounts.
    case tooManyAccounts
    /// The account's gateway failed. Nothing was stored, and the attempt was not counted.
    case gateway(GatewayError)
    /// The gateway now reports another person for the account. Nothing was stored.
    case otherPerson
    /// The password is managed by the account's gateway.
    case passwordElsewhere
    /// The account has a second factor, and the proof has none.
    case secondFactorNeeded
    /// The account must have a second factor, and has none.
    case enrolmentNeeded
    /// The password alone would sign in, and is too short for that.
    case passwordTooShort
    /// The account must have a second factor, and this would take its only one.
    case secondFactorRequired
    /// The account could not log in without this way to log in.
    case lastWay
    /// The code is none of the account's.
    case wrongCode
    /// The code was used already.
    case codeUsed
    /// No key opens the secret of the account's authenticator app, so only recovery codes work.
    case appUnreadable
    /// Too many wrong codes; retry after this many seconds. nil for more than a day: a link in a mail lifts the limit.
    case tooManyCodes(retryAfter: Int?)
    /// The sign-in no longer waits for its second factor.
    case pendingSignInEnded
    /// The passkey is not accepted, for any reason but ``passkeyUnknown``.
    case passkeyRefused
    /// A passkey was used here that no account has any more. The browser can forget it.
    case passkeyUnknown
}
