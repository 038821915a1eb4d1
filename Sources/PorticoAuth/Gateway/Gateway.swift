import PorticoConfig

/// A server on which accounts live that Portico does not keep: it is asked over the network.
///
/// `docs/gateway.yaml` has the contract.
public protocol Gateway: Sendable {
    /// Signs somebody in with a user name, as ``UserName`` has it, and a password.
    ///
    /// - Throws: ``GatewayError/refused(_:)`` where they are not right, or as for every call.
    func login(userName: String, password: String) async throws(GatewayError) -> GatewayLogin
    /// Who is signed in with a token.
    ///
    /// - Throws: ``GatewayError/refused(_:)`` where the token is not in force any more.
    func me(_ token: GatewayUserName) async throws(GatewayError) -> GatewayPerson
    /// The places where people of this server work.
    func workplaces(_ token: GatewayUserName) async throws(GatewayError) -> WorkplaceDirectory
    /// Ends a token.
    func logout(_ token: GatewayUserName) async throws(GatewayError)
}

/// Why a gateway did not do what it was asked for.
public enum GatewayError: Error, Hashable, Sendable {
    /// Nobody answers at its address, or the connection broke.
    case unreachable
    /// It took longer than it may.
    case timedOut
    /// The task that asked was cancelled, which says nothing of the gateway.
    case cancelled
    /// Its certificate is not to be trusted, or it speaks no TLS that is.
    case untrusted
    /// It sent the request elsewhere, which is never followed.
    case redirected
    /// Its answer is larger than any may be.
    case tooLarge
    /// It answered with a status that says nothing of the person: a server error, or none that the contract has.
    case failed(status: Int)
    /// It said no.
    case refused(Refusal)
    /// Its answer cannot be believed.
    case unbelievable(GatewayAnswerProblem)

    public enum Refusal: Hashable, Sendable {
        /// 401: the user name and password are not right, or the token is not in force any more.
        case credentials
        /// 403: the account may not be used.
        case forbidden
        /// 429: too many requests; again after this many seconds, where it says so.
        case tooMany(retryAfter: Int?)
    }
}

extension GatewayError {
    /// Whether it is about the gateway, whoever asks, so that there is no use in asking about somebody else.
    var isOfGateway: Bool {
        switch self {
        case .unreachable, .timedOut, .untrusted, .refused(.tooMany): true
        case .cancelled, .redirected, .tooLarge, .failed, .refused, .unbelievable: false
        }
    }
}
