import HTTPTypes
import PorticoAuth
import PorticoConfig
import PorticoViews

/// An error with an error page.
package struct WebError: Error {
    package let status: HTTPResponse.Status
    /// Seconds to wait before a retry.
    package var retryAfter: Int?
    /// The allowed methods, for 405.
    package var allow: String?

    /// The reason, if the status alone is not specific enough.
    package var reason: ErrorPage.Reason?

    package init(
        _ status: HTTPResponse.Status, retryAfter: Int? = nil, allow: String? = nil, reason: ErrorPage.Reason? = nil
    ) {
        self.status = status
        self.retryAfter = retryAfter
        self.allow = allow
        self.reason = reason
    }
}

/// A protected page was requested, and nobody is signed in.
package struct SignInRequired: Error {
    package let identity: RequestIdentity
    /// The account that the requesting page was rendered for; nil for browser navigation, or if the request does not
    /// name it.
    package let requestingPage: String?
    /// The sign-in that its gateway refused.
    package var refused: RefusedSignIn?
    /// The form that a browser has posted without script.
    package var form: PostedForm?

    package init(
        identity: RequestIdentity, requestingPage: String?, refused: RefusedSignIn? = nil, form: PostedForm? = nil
    ) {
        self.identity = identity
        self.requestingPage = requestingPage
        self.refused = refused
        self.form = form
    }
}

extension AuthError {
    /// The table that maps every domain error to a response.
    package var webError: WebError {
        switch self {
        case .wrongCredentials, .secondFactorNeeded, .enrolmentNeeded, .passwordTooShort, .wrongCode, .codeUsed,
            .pendingSignInEnded, .passkeyRefused, .passkeyUnknown:
            WebError(.unauthorized)
        case .appUnreadable: WebError(.serviceUnavailable)
        case .busy(let seconds): WebError(.serviceUnavailable, retryAfter: seconds)
        case .tooManyAttempts(let seconds), .tooManyCodes(let seconds): WebError(.tooManyRequests, retryAfter: seconds)
        case .gateway(.timedOut): WebError(.gatewayTimeout)
        case .gateway(.refused(.forbidden)): WebError(.forbidden)
        case .gateway: WebError(.badGateway)
        case .passwordElsewhere: WebError(.conflict, reason: .passwordElsewhere)
        case .otherPerson, .accountExists, .emailTaken, .changedMeanwhile, .signInEnded: WebError(.conflict)
        case .tooManyAccounts: WebError(.conflict, reason: .tooManyAccounts)
        case .lastAdministrator: WebError(.conflict, reason: .lastAdministrator)
        case .secondFactorRequired: WebError(.conflict, reason: .secondFactorRequired)
        case .lastWay: WebError(.conflict, reason: .lastWay)
        case .emailMissing: WebError(.conflict, reason: .emailMissing)
        case .noSuchAccount: WebError(.notFound)
        case .setupClosed, .registrationClosed: WebError(.forbidden)
        }
    }
}
