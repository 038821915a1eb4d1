import HTTPTypes
import PorticoAuth
import PorticoConfig
import PorticoViews

/// An error with an error page.
struct WebError: Error {
    let status: HTTPResponse.Status
    /// Seconds to wait before a retry.
    var retryAfter: Int?
    /// The allowed methods, for 405.
    var allow: String?

    /// The reason, if the status alone is not specific enough.
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

/// A protected page was requested, and nobody is signed in.
struct SignInRequired: Error {
    let identity: RequestIdentity
    /// The account the requesting page was rendered for; nil for browser navigation, or if the request does not say.
    let requestingPage: String?
    /// The sign-in that its gateway refused.
    var refused: RefusedSignIn?
    /// The form that the browser posted without script.
    var form: PostedForm?
}

extension AuthError {
    /// The table that maps every domain error to a response.
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
