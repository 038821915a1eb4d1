import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle

/// Routes for development only.
struct DevelopmentController: Sendable {
    let settings: DevelopmentSettings
    /// A new id for every start, by which an open page detects a restart.
    private let bootID = UUID().uuidString

    init(settings: DevelopmentSettings) {
        self.settings = settings
    }

    /// An event stream that sends the id of this start, and stays open until the server stops.
    func reload(_ request: Request, context: PorticoContext) async throws -> Response {
        let body = ResponseBody { [bootID] writer in
            try await writer.write(ByteBuffer(string: "retry: 300\nevent: release\ndata: \(bootID)\n\n"))
            try? await cancelWhenGracefulShutdown { try await Task.sleep(for: .seconds(3600)) }
            try await writer.finish(nil)
        }
        return Response(
            status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"], body: body)
    }

    func set(_ request: Request, context: PorticoContext) async throws -> Response {
        let form = try await FormReader.read(DevelopmentForm.self, from: request).form
        guard form.isInRange else { throw WebError(.unprocessableContent) }
        settings.set(form)
        return Response(status: .noContent)
    }
}
