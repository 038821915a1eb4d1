import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle

/// The ids that an open page has more than once.
private struct RepeatedIDs: Decodable {
    let page: String
    let ids: String
}

/// Routes for development only.
struct DevelopmentController: Sendable {
    let settings: DevelopmentSettings
    /// A new id for every start, by which an open page detects a restart.
    private let bootID = UUID().uuidString

    /// An event stream that stays open until the server stops. It sends the id of this start, and the reason why the
    /// last build failed as a JSON string, which is empty after a successful build.
    func reload(_ request: Request, context: PorticoContext) async throws -> Response {
        let body = ResponseBody { [bootID, settings] writer in
            try await writer.write(ByteBuffer(string: "retry: 300\nevent: release\ndata: \(bootID)\n\n"))
            var known = ""
            while !Task.isCancelled {
                let problems = settings.buildProblems.flatMap { try? String(contentsOfFile: $0, encoding: .utf8) } ?? ""
                if problems != known {
                    let data = String(decoding: try JSONEncoder().encode(problems), as: UTF8.self)
                    try await writer.write(ByteBuffer(string: "event: problems\ndata: \(data)\n\n"))
                    known = problems
                }
                do {
                    try await cancelWhenGracefulShutdown { try await Task.sleep(for: .milliseconds(300)) }
                } catch {
                    break
                }
            }
            try await writer.finish(nil)
        }
        return Response(
            status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"], body: body)
    }

    /// Writes the repeated ids of an open page to the log, where the author of the page sees them too.
    func noteRepeatedIDs(_ request: Request, context: PorticoContext) async throws -> Response {
        let form = try await context.form(RepeatedIDs.self)
        context.logger.warning(
            "ids stand twice in a page and those beneath it: \(form.ids)", metadata: ["page": "\(form.page)"])
        return Response(status: .noContent)
    }

    func set(_ request: Request, context: PorticoContext) async throws -> Response {
        let form = try await context.form(DevelopmentForm.self)
        guard form.isInRange else { throw WebError(.unprocessableContent) }
        settings.set(form)
        return Response(status: .noContent)
    }
}
