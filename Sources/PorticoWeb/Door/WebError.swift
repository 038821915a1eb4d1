import HTTPTypes
import PorticoAuth
import PorticoConfig
import PorticoViews

/// An error that has a page: the status, and what the person can do next.
struct WebError: Error {
    let status: HTTPResponse.Status
    /// Seconds after which trying again makes sense.
    var retryAfter: Int?
    /// The methods that the path does take, for 405.
    var allow: String?

    /// What stands in the way, where the status alone does not say it.
    var reason: ErrorPage.Reason?

    init(
        _ status: HTTPResponse.Status, retryAfter: Int? = nil, allow: String? = nil, reason: ErrorPage.Reason? = nil
    ) {
        self.status = status
        self.retryAfter = retryAfter
        self.allow = allow
        self.reason = reason
    }
}

/// A protected page was asked for and nobody is signed in.
struct SignInRequired: Error {
    let identity: RequestIdentity
    /// The account that the page is for whose script asked; nil where a browser did, or it does not say.
    let asker: String?
    /// The form that a browser sent there without script.
    var form: PostedForm?
}

extension AuthError {
    /// The one table from what went wrong in the domain to what a response says.
    var webError: WebError {
        switch self {
        case .wrongCredentials: WebError(.unauthorized)
        case .busy(let seconds): WebError(.serviceUnavailable, retryAfter: seconds)
        case .tooManyAttempts(let seconds): WebError(.tooManyRequests, retryAfter: seconds)
        case .gateway(.timedOut): WebError(.gatewayTimeout)
        case .gateway(.refused(.forbidden)): WebError(.forbidden)
        case .gateway: WebError(.badGateway)
        case .passwordElsewhere: WebError(.conflict, reason: .passwordElsewhere)
        case .otherPerson, .accountExists, .emailTaken, .signInEnded: WebError(.conflict)
        case .tooManyAccounts: WebError(.conflict, reason: .tooManyAccounts)
        case .lastAdministrator: WebError(.conflict, reason: .lastAdministrator)
        case .emailMissing: WebError(.conflict, reason: .emailMissing)
        case .noSuchAccount: WebError(.notFound)
        case .setupClosed, .registrationClosed: WebError(.forbidden)
        }
    }
}
