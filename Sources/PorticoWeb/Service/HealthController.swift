import HTTPTypes
import Hummingbird
import NIOCore
import PorticoConfig
import PorticoHTML
import PorticoViews

/// Liveness and readiness, for monitoring.
struct HealthController: Sendable {
    /// Throws if the store is unavailable.
    let checkStore: @Sendable () async throws -> Void

    func live(_ request: Request, context: PorticoContext) -> Response { .text("ok\n") }

    func ready(_ request: Request, context: PorticoContext) async throws -> Response {
        do {
            try await checkStore()
            return .text("ready\n")
        } catch {
            _ = context.report(error)
            return .text("not ready: \(Self.reason(of: error))\n", status: .serviceUnavailable)
        }
    }

    /// Says nothing of the installation: anybody may ask.
    private static func reason(of error: any Error) -> String {
        switch error as? StorageFailure {
        case let failure? where failure.isOutOfReach: "the database does not answer"
        case _?: "the database cannot be written; its disk may be full or read-only"
        case nil: "the check of the database failed; the log says why"
        }
    }
}

extension Response {
    static func text(_ text: String, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status, headers: [.contentType: "text/plain; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}
