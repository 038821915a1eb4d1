/// What can go wrong in accounts and sign-ins. Anything else that is thrown comes from the store or the machine.
public enum AuthError: Error, Hashable {
    /// Unknown user, wrong password or disabled account: nobody learns which.
    case wrongCredentials
    /// Too many passwords are being checked at once; try again after this many seconds.
    case busy(retryAfter: Int)
    /// There is an account of this name already.
    case accountExists
    /// No account of this name.
    case noSuchAccount
    /// The first account exists already, or the one-time token is not the one that was handed out.
    case setupClosed
    /// The sign-in that the change is about has ended.
    case signInEnded
    /// The same request key came with another body before; nothing was done.
    case requestBodyDiffers
}
