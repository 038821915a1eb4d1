import Hummingbird

/// Runs handlers on Swift's own threads. A handler that computes for long on the thread of an event loop would hold up
/// all connections of the loop.
package struct ThreadPoolMiddleware: RouterMiddleware {
    package init() {}

    package func handle(
        _ request: Request, context: SignedInContext,
        next: (Request, SignedInContext) async throws -> Response
    ) async throws -> Response {
        try await withTaskExecutorPreference(globalConcurrentExecutor) { try await next(request, context) }
    }
}
