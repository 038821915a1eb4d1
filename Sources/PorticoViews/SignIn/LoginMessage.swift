/// Why the login cover is (still) there.
public enum LoginMessage: Hashable, Sendable {
    /// User and password do not fit. Unknown and disabled accounts read the same.
    case wrongCredentials
    case missingUsername
    case missingPassword
    /// Too many people are signing in at this moment.
    case busy
    case tooManyAttempts(seconds: Int)
    /// Waiting some minutes does not help any more: the account needs another password, where that is kept here.
    case locked(passwordServer: String?)
    /// As many accounts are signed in to in this browser as may be.
    case tooManyAccounts(maximum: Int)
    case sessionEnded
    /// What is kept here about accounts cannot be read.
    case unavailable
    /// The server can save nothing, so nobody can sign in.
    case cannotSave
    /// The server of the account does not do its part.
    case gateway(GatewayProblem, server: String)
    /// The server of the account has ended the sign-in.
    case gatewayEnded(server: String)
    /// The server of the account says that it is another person's than before.
    case otherPerson(server: String)

    func sentence(_ t: Strings) -> String {
        switch self {
        case .wrongCredentials: t.loginWrongCredentials
        case .missingUsername: t.usernameOrEmailMissing
        case .missingPassword: t.loginMissingPassword
        case .busy: t.loginBusy
        case .tooManyAttempts(let seconds): RetryDelay(seconds: seconds).afterTooManyAttempts(t)
        case .locked(let server): RetryDelay.untilUnlocked(passwordServer: server, t)
        case .tooManyAccounts(let maximum): t.loginTooManyAccounts(maximum)
        case .sessionEnded: t.loginSessionEnded
        case .unavailable: t.loginUnavailable
        case .cannotSave: t.errorCannotSave
        case .gateway(let problem, let server): problem.refusal(of: server, t)
        case .gatewayEnded(let server): t.gatewayEnded(server)
        case .otherPerson(let server): t.gatewayOtherPerson(server)
        }
    }
}
