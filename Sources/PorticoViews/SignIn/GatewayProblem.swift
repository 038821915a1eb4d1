/// Why the server that an account lives on does not help.
public enum GatewayProblem: Hashable, Sendable {
    case unreachable
    case slow
    /// Its certificate is not to be trusted.
    case untrusted
    case failed
    /// It does not let the account in.
    case forbidden
    /// Its answer cannot be used, for this field where there is one.
    case unusable(field: String?)

    /// - Parameter server: the name of the server.
    func statement(of server: String, _ t: Strings) -> String {
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

    /// For somebody who waits for it.
    func refusal(of server: String, _ t: Strings) -> String {
        self == .forbidden ? statement(of: server, t) : t.gatewayTryAgain(statement(of: server, t))
    }

    /// For somebody who can go on without it, to whom the field means nothing.
    func notice(of server: String, _ t: Strings) -> String {
        guard case .unusable = self else { return t.gatewayCached(statement(of: server, t)) }
        return t.gatewayCached(t.gatewayUnusable(server))
    }
}
