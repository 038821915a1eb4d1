import PorticoConfig

/// A remote server with accounts of its own, called over the network.
///
/// `docs/gateway.yaml` specifies its API.
public protocol Gateway: Sendable {
    /// Signs in with a user name (as ``UserName`` normalizes it) and a password.
    ///
    /// - Throws: ``GatewayError/refused(_:)`` if they are wrong; other ``GatewayError``s as every call.
    func login(userName: String, password: String) async throws(GatewayError) -> GatewayLogin
    /// The person signed in with a token.
    ///
    /// - Throws: ``GatewayError/refused(_:)`` if the token is no longer in force.
    func me(_ token: GatewayUserName) async throws(GatewayError) -> GatewayPerson
    /// The workplaces of this server.
    func workplaces(_ token: GatewayUserName) async throws(GatewayError) -> WorkplaceDirectory
    /// Ends a token.
    func logout(_ token: GatewayUserName) async throws(GatewayError)
}

/// A failed call to a gateway.
public enum GatewayError: Error, Hashable, Sendable {
    /// No connection, or the connection broke.
    case unreachable
    /// The call exceeded its time limit.
    case timedOut
    /// The calling task was cancelled.
    case cancelled
    /// TLS failed, or the certificate is not trusted.
    case untrusted
    /// The gateway answered with a redirect. Redirects are never followed.
    case redirected
    /// The response exceeds the size limit.
    case tooLarge
    /// An HTTP status outside of the contract, or a server error.
    case failed(status: Int)
    /// The gateway refused the request.
    case refused(Refusal)
    /// The response is invalid.
    case invalidAnswer(GatewayAnswerProblem)

    /// The status of a refusal.
    public enum Refusal: Hashable, Sendable {
        /// 401: wrong user name or password, or the token is no longer in force.
        case credentials
        /// 403: the account must not be used.
        case forbidden
        /// 429: too many requests; retry after this many seconds, if given.
        case tooMany(retryAfter: Int?)
    }
}

extension GatewayError {
    /// Whether the error concerns the whole gateway, so calls for other accounts would fail too.
    var isOfGateway: Bool {
        switch self {
        case .unreachable, .timedOut, .untrusted, .refused(.tooMany): true
        case .cancelled, .redirected, .tooLarge, .failed, .refused, .invalidAnswer: false
        }
    }

    /// Whether the gateway has not answered at all.
    var isSilence: Bool {
        if case .refused = self { false } else { isOfGateway }
    }
}
