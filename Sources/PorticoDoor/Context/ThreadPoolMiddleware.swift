import Hummingbird

/// Runs handlers on Swift's own threads, and what writes long bodies. If they computed for long on the thread of an event
/// loop, they would hold up all connections of the loop.
package struct ThreadPoolMiddleware: RouterMiddleware {
    package init() {}

    /// Up to how many bytes a body is written on the event loop, which is faster for one that is there already.
    private static let longest = 65_536

    package func handle(
        _ request: Request, context: SignedInContext,
        next: (Request, SignedInContext) async throws -> Response
    ) async throws -> Response {
        try await Self.response { try await next(request, context) }
    }

    package static func response(_ make: () async throws -> Response) async throws -> Response {
        var response = try await withTaskExecutorPreference(globalConcurrentExecutor, operation: make)
        guard response.body.contentLength.map({ $0 > longest }) ?? true else { return response }
        response.body = ResponseBody(contentLength: response.body.contentLength) { [body = response.body] writer in
            let writer = writer
            try await withTaskExecutorPreference(globalConcurrentExecutor) { try await body.write(writer) }
        }
        return response
    }
}
