import Hummingbird
import PorticoAuth

/// Finds out who is asking.
struct VisitorMiddleware: RouterMiddleware {
    let authenticator: Authenticator
    let cookies: SessionCookies
    let overlays: Overlays

    func handle(
        _ request: Request, context: PorticoContext, next: (Request, PorticoContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.overlays = overlays
        context.events = overlays.live.position
        context.visitor = try await authenticator.visitor(cookies.credentials(in: request))
        return try await next(request, context)
    }
}
