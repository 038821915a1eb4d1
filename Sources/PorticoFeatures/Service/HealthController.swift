import HTTPTypes
import Hummingbird
import NIOCore
import PorticoConfig
import PorticoHTML
import PorticoViews

/// Liveness and readiness, for monitoring.
struct HealthController: Sendable {
    /// Throws ``NotReady``, or an error of the store.
    let checkReadiness: @Sendable () async throws -> Void

    func live(_ request: Request, context: PorticoContext) -> Response { .text("ok\n") }

    func ready(_ request: Request, context: PorticoContext) async throws -> Response {
        do {
            try await checkReadiness()
            return .text("ready\n")
        } catch let problem as NotReady {
            return .text("not ready: \(problem.reason)\n", status: .serviceUnavailable)
        } catch {
            _ = context.report(error)
            return .text("not ready: \(Self.reason(of: error))\n", status: .serviceUnavailable)
        }
    }

    /// Reveals nothing about the installation, because anybody may ask.
    private static func reason(of error: any Error) -> String {
        (error as? StorageFailure)?.cause.rawValue ?? "the check of the database failed; the log says why"
    }
}

extension Response {
    static func text(_ text: String, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status, headers: [.contentType: "text/plain; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}
