/// A failure of the gateway that manages an account.
package enum GatewayProblem: Hashable, Sendable {
    case unreachable
    case slow
    /// Its certificate is not trusted.
    case untrusted
    case failed
    /// It denies the account access.
    case forbidden
    /// Its response is invalid, in this field if known.
    case unusable(field: String?)

    /// The message if the request failed because of it.
    /// - Parameter server: the display name of the gateway.
    func refusal(of server: String, _ t: Strings) -> String {
        switch self {
        case .unreachable: t.gatewayUnreachable(server)
        case .slow: t.gatewaySlow(server)
        case .untrusted: t.gatewayUntrusted(server)
        case .failed: t.gatewayFailed(server)
        case .forbidden: t.gatewayForbidden(server)
        case .unusable(nil): t.gatewayUnusable(server)
        case .unusable(let field?): t.gatewayUnusableField(server, field)
        }
    }

    /// The message if cached data is shown instead. It omits the field.
    func notice(of server: String, _ t: Strings) -> String {
        switch self {
        case .unreachable: t.gatewayUnreachableCached(server)
        case .slow: t.gatewaySlowCached(server)
        case .untrusted: t.gatewayUntrustedCached(server)
        case .failed: t.gatewayFailedCached(server)
        case .forbidden: t.gatewayForbiddenCached(server)
        case .unusable: t.gatewayUnusableCached(server)
        }
    }
}
