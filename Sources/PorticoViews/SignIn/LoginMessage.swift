/// The reason why the login cover is shown, or shown again.
package enum LoginMessage: Hashable, Sendable {
    /// Wrong user name or password. Unknown and disabled accounts get the same message.
    case wrongCredentials
    case missingUsername
    case missingPassword
    /// The passkey is not accepted.
    case passkeyRefused
    /// The passkey was removed from its account, so that the browser can forget it.
    case passkeyUnknown
    /// The server is processing too many sign-ins.
    case busy
    case tooManyAttempts(seconds: Int)
    /// Too many attempts have failed in a row. A link in a mail lifts the limit, or a new password of a local account.
    case locked(passwordServer: String?)
    /// The browser has the maximum number of signed-in accounts.
    case tooManyAccounts(maximum: Int)
    /// The account store cannot be read.
    case unavailable
    /// The store is not writable, so sign-ins are impossible.
    case cannotSave
    /// The browser did not return a cookie after the redirect of a response that set it.
    case cookiesBlocked
    /// The gateway of the account failed.
    case gateway(GatewayProblem, server: String)
    /// The gateway ended the sign-in.
    case gatewayEnded(server: String)
    /// The gateway has been unreachable for too long to trust the sign-in.
    case gatewayUnconfirmed(server: String)
    /// The gateway reports that the account belongs to another person.
    case otherPerson(server: String)
    /// The person has turned back at the identity provider.
    case providerCancelled(server: String)
    /// The browser has not begun the login at the identity provider, or too long ago.
    case providerEnded
    /// Another person than that of the account has logged in at the identity provider.
    case providerOtherPerson(server: String)
    /// The account of the identity provider's person is disabled.
    case providerRefused
    /// Another account has the address of the identity provider's person, who has to log in to it.
    case providerAccountExists(server: String)
    /// Other accounts have all user names that the identity provider's person could get.
    case providerNamesTaken(server: String)
    /// The identity provider's person has another account.
    case providerTaken(server: String)

    package func text(in language: String) -> String { sentence(Strings(language: language)) }

    func sentence(_ t: Strings) -> String {
        switch self {
        case .wrongCredentials: t.loginWrongCredentials
        case .missingUsername: t.usernameOrEmailMissing
        case .missingPassword: t.loginMissingPassword
        case .passkeyRefused: t.passkeyRefused
        case .passkeyUnknown: t.passkeyUnknown
        case .busy: t.loginBusy
        case .tooManyAttempts(let seconds): RetryDelay(seconds: seconds).afterTooManyAttempts(t)
        case .locked(let server): RetryDelay.untilUnlocked(passwordServer: server, t)
        case .tooManyAccounts(let maximum): t.loginTooManyAccounts(maximum)
        case .unavailable: t.loginUnavailable
        case .cannotSave: t.loginCannotSave
        case .cookiesBlocked: t.cookiesBlocked
        case .gateway(let problem, let server): problem.refusal(of: server, t)
        case .gatewayEnded(let server): t.gatewayEnded(server)
        case .gatewayUnconfirmed(let server): t.gatewayUnconfirmed(server)
        case .otherPerson(let server): t.gatewayOtherPerson(server)
        case .providerCancelled(let server): t.providerCancelled(server)
        case .providerEnded: t.providerEnded
        case .providerOtherPerson(let server): t.providerOtherPerson(server)
        case .providerRefused: t.providerRefused
        case .providerAccountExists(let server): t.providerAccountExists(server)
        case .providerNamesTaken(let server): t.providerNamesTaken(server)
        case .providerTaken(let server): t.providerTaken(server)
        }
    }
}
