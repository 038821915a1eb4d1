import CCurl
import PorticoAuth
import PorticoBytes
import PorticoConfig
import PorticoTransfer

extension GatewayError {
    /// The error of a call as a `GatewayError`. Details of the error are dropped.
    init(_ error: any Error) {
        self =
            switch error {
            case let error as GatewayError: error
            case let problem as GatewayAnswerProblem: .invalidAnswer(problem)
            case WorkplaceProblem.unreadable(let field): .invalidAnswer(.unreadable(field))
            case WorkplaceProblem.notJSON: .invalidAnswer(.unreadable(nil))
            case let problem as WorkplaceProblem: .invalidAnswer(.workplaces(problem))
            case is CancellationError, TransferError.cancelled: .cancelled
            case TransferError.failed(let code, let detail): Self.meaning(of: code, detail)
            default: .unreachable
            }
    }

    private static func meaning(of code: CURLcode, _ detail: String) -> GatewayError {
        switch code {
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR: .untrusted
        // OpenSSL's own errors mean a problem of TLS. Without one, the connection broke.
        case CURLE_SSL_CONNECT_ERROR: detail.hasBytes(of: "error:") ? .untrusted : .unreachable
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY: .invalidAnswer(.unreadable(nil))
        default: .unreachable
        }
    }
}
