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

extension LoginMessage {
    /// What the cover says of an error; nil where that has a page of its own.
    init?(_ error: AuthError, on server: ServerID, root: Root) {
        switch error {
        case .wrongCredentials: self = .wrongCredentials
        case .busy: self = .busy
        case .tooManyAttempts(let seconds?): self = .tooManyAttempts(seconds: seconds)
        case .tooManyAttempts(nil): self = .locked(passwordServer: root.site.app.servers.passwordServer(on: server))
        case .tooManyAccounts: self = .tooManyAccounts(maximum: root.authenticator.policy.accountsPerBrowser)
        case .gateway(let error): self = .gateway(GatewayProblem(error), server: root.serverName(server))
        case .otherPerson: self = .otherPerson(server: root.serverName(server))
        default: return nil
        }
    }
}

extension ReauthenticationProblem {
    /// What the page that asks for the password says of an error; nil where that has a page of its own.
    init?(_ error: AuthError, on server: ServerID, root: Root) {
        switch error {
        case .wrongCredentials: self = .wrong
        case .tooManyAttempts(let seconds):
            self = .limited(seconds: seconds, passwordServer: root.site.app.servers.passwordServer(on: server))
        case .gateway(let error): self = .gateway(GatewayProblem(error), server: root.serverName(server))
        case .otherPerson: self = .otherPerson(server: root.serverName(server))
        default: return nil
        }
    }
}

extension GatewayProblem {
    init(_ error: GatewayError) {
        self =
            switch error {
            case .unreachable: .unreachable
            case .timedOut: .slow
            case .untrusted: .untrusted
            case .refused(.forbidden): .forbidden
            case .redirected, .tooLarge, .failed, .refused, .cancelled: .failed
            case .unbelievable(.unreadable(let field)): .unusable(field: field)
            case .unbelievable(.workplaces): .unusable(field: nil)
            case .unbelievable(.missing(let field)), .unbelievable(.invalid(let field)): .unusable(field: field)
            }
    }
}
