/// Why the login cover is (still) there.
public enum LoginMessage: Hashable, Sendable {
    /// User and password do not fit. Unknown and disabled accounts read the same.
    case wrongCredentials
    case missingUsername
    case missingPassword
    /// Too many people are signing in at this moment.
    case busy
    case tooManyAttempts(seconds: Int)
    /// Waiting does not help any more: the account needs another password.
    case needsOtherPassword
    /// As many accounts are signed in to in this browser as may be.
    case tooManyAccounts(maximum: Int)
    case sessionEnded
    /// The server that knows the account does not answer.
    case unavailable

    func sentence(_ t: Strings) -> String {
        switch self {
        case .wrongCredentials: t.loginWrongCredentials
        case .missingUsername: t.usernameOrEmailMissing
        case .missingPassword: t.loginMissingPassword
        case .busy: t.loginBusy
        case .tooManyAttempts(let seconds): Wait(seconds: seconds).afterTooManyAttempts(t)
        case .needsOtherPassword: t.loginNeedsOtherPassword
        case .tooManyAccounts(let maximum): t.loginTooManyAccounts(maximum)
        case .sessionEnded: t.loginSessionEnded
        case .unavailable: t.loginUnavailable
        }
    }
}
