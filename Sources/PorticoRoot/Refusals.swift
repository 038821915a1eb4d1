import PorticoAuth
import PorticoConfig
import PorticoViews

extension LoginMessage {
    /// The message of the cover for an error; nil if the error has its own page.
    package init?(_ error: AuthError, on server: ServerID, root: Root) {
        switch error {
        case .wrongCredentials: self = .wrongCredentials
        case .busy: self = .busy
        case .passkeyRefused: self = .passkeyRefused
        case .passkeyUnknown: self = .passkeyUnknown
        case .tooManyAttempts(let seconds?): self = .tooManyAttempts(seconds: seconds)
        case .tooManyAttempts(nil): self = .locked(passwordServer: root.site.app.servers.passwordServer(on: server))
        case .tooManyAccounts: self = .tooManyAccounts(maximum: root.authenticator.policy.accountsPerBrowser)
        case .gateway(let error): self = .gateway(GatewayProblem(error), server: root.gatewayName(server))
        case .otherPerson: self = .otherPerson(server: root.gatewayName(server))
        default: return nil
        }
    }
}

extension ReauthenticationProblem {
    /// The message of the reauthentication page for an error; nil if the error has its own page.
    init?(_ error: AuthError, on server: ServerID, root: Root) {
        switch error {
        case .wrongCredentials: self = .wrong
        case .secondFactorNeeded: self = .codeMissing
        case .wrongCode: self = .codeWrong
        case .codeUsed: self = .codeUsed
        case .appUnreadable: self = .appUnreadable
        case .tooManyCodes(let seconds): self = .codeLimited(seconds: seconds)
        case .passkeyRefused, .passkeyUnknown: self = .passkey
        case .busy(let seconds): self = .busy(seconds: seconds)
        case .tooManyAttempts(let seconds):
            self = .limited(seconds: seconds, passwordServer: root.site.app.servers.passwordServer(on: server))
        case .gateway(let error): self = .gateway(GatewayProblem(error), server: root.gatewayName(server))
        case .otherPerson: self = .otherPerson(server: root.gatewayName(server))
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
            case .invalidAnswer(.unreadable(let field)): .unusable(field: field)
            case .invalidAnswer(.workplaces), .invalidAnswer(.notUTF8), .invalidAnswer(.repeatedName):
                .unusable(field: nil)
            case .invalidAnswer(.missing(let field)), .invalidAnswer(.invalid(let field)): .unusable(field: field)
            }
    }
}
