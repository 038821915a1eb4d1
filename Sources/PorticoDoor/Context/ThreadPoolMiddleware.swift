import Hummingbird

/// Runs handlers on Swift's own threads, and what writes a body of unknown length. If they computed for long on the thread
/// of an event loop, they would hold up all connections of the loop.
package struct ThreadPoolMiddleware: RouterMiddleware {
    package init() {}

    package func handle(
        _ request: Request, context: SignedInContext,
        next: (Request, SignedInContext) async throws -> Response
    ) async throws -> Response {
        var response = try await withTaskExecutorPreference(globalConcurrentExecutor) {
            try await next(request, context)
        }
        if response.body.contentLength == nil {
            response.body = ResponseBody { [body = response.body] writer in
                let writer = writer
                try await withTaskExecutorPreference(globalConcurrentExecutor) { try await body.write(writer) }
            }
        }
        return response
    }
}
