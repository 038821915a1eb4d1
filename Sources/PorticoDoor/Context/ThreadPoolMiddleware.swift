import Hummingbird

/// Runs handlers, and the writing of long bodies, on Swift's own threads. Long computations on the thread of an event
/// loop would delay all connections of the loop.
package struct ThreadPoolMiddleware: RouterMiddleware {
    package init() {}

    /// The length in bytes from which a body is long. Most shorter bodies are in memory already, and need no other
    /// thread.
    private static let long = 65_536

    package func handle(
        _ request: Request, context: SignedInContext,
        next: (Request, SignedInContext) async throws -> Response
    ) async throws -> Response {
        try await Self.response { try await next(request, context) }
    }

    /// The response. If its body is long, or of unknown length, Swift's own threads also write the body.
    package static func response(_ make: () async throws -> Response) async throws -> Response {
        var response = try await withTaskExecutorPreference(globalConcurrentExecutor, operation: make)
        let length = response.body.contentLength
        guard length ?? .max >= long else { return response }
        response.body = ResponseBody(contentLength: length) { [body = response.body] writer in
            let writer = writer
            try await withTaskExecutorPreference(globalConcurrentExecutor) { try await body.write(writer) }
        }
        return response
    }
}
