/// Why the server that an account lives on does not help.
public enum GatewayProblem: Hashable, Sendable {
    case unreachable
    case slow
    /// Its certificate is not to be trusted.
    case untrusted
    case failed
    /// Its answer cannot be used, for this field where there is one.
    case unusable(field: String?)

    /// - Parameter server: the name of the server.
    func statement(of server: String, _ t: Strings) -> String {
        switch self {
        case .unreachable: t.gatewayUnreachable(server)
        case .slow: t.gatewaySlow(server)
        case .untrusted: t.gatewayUntrusted(server)
        case .failed: t.gatewayFailed(server)
        case .unusable(nil): t.gatewayUnusable(server)
        case .unusable(let field?): t.gatewayUnusableField(server, field)
        }
    }

    /// For somebody who waits for it.
    func refusal(of server: String, _ t: Strings) -> String { t.gatewayTryAgain(statement(of: server, t)) }
}
