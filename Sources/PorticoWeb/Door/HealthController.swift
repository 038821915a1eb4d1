import HTTPTypes
import Hummingbird
import NIOCore

/// For whoever watches the process: is it up, and can it do its work.
struct HealthController: Sendable {
    /// Throws where the store does not answer.
    let checkStore: @Sendable () async throws -> Void

    static let paths: Set = ["/healthz", "/readyz"]

    func addRoutes(to routes: Router<PorticoContext>) {
        routes.get("healthz") { _, _ in Response.text("ok\n") }
        routes.get("readyz", use: ready)
    }

    @Sendable func ready(_ request: Request, context: PorticoContext) async throws -> Response {
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
