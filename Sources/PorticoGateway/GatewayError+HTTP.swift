import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOSSL
import PorticoAuth
import PorticoConfig

extension GatewayError {
    /// What an error means that ended a call. Nothing of what the error says is kept.
    init(_ error: any Error) {
        self =
            switch error {
            case let error as GatewayError: error
            case let problem as GatewayAnswerProblem: .unbelievable(problem)
            case WorkplaceProblem.unreadable(let field): .unbelievable(.unreadable(field))
            case WorkplaceProblem.notJSON: .unbelievable(.unreadable(nil))
            case let problem as WorkplaceProblem: .unbelievable(.workplaces(problem))
            case is CancellationError: .cancelled
            case is NIOTooManyBytesError: .tooLarge
            case HTTPParserError.invalidEOFState: .unreachable
            case is HTTPParserError: .unbelievable(.unreadable(nil))
            case NIOSSLError.handshakeFailed(.sslError([.eofDuringHandshake])): .unreachable
            case is NIOSSLExtraError, NIOSSLError.handshakeFailed(.sslError): .untrusted
            case NIOSSLError.unableToValidateCertificate, NIOSSLError.noCertificateToValidate: .untrusted
            case let error as HTTPClientError where Self.timeouts.contains(error): .timedOut
            default: .unreachable
            }
    }

    private static let timeouts: [HTTPClientError] = [
        .connectTimeout, .tlsHandshakeTimeout, .readTimeout, .writeTimeout, .deadlineExceeded,
        .getConnectionFromPoolTimeout,
    ]
}
