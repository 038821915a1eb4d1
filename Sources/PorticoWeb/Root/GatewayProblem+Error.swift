import PorticoAuth
import PorticoViews

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
