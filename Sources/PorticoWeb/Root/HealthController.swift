import HTTPTypes
import Hummingbird
import NIOCore
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
            return .text("the store does not answer\n", status: .serviceUnavailable)
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
