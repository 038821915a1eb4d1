import Hummingbird
import PorticoAuth

/// Finds out who is asking.
struct VisitorMiddleware: RouterMiddleware {
    let visitors: Visitors
    let overlays: Overlays

    func handle(
        _ request: Request, context: PorticoContext, next: (Request, PorticoContext) async throws -> Response
    ) async throws -> Response {
        let request = try await request.withReceivedForm()
        var context = context
        context.overlays = overlays
        context.events = overlays.live.position
        let visitor = try await visitors.visitor(request, on: context.channel)
        context.visitor = visitor
        context.isProven = visitor.signIn.map(visitors.authenticator.isProven) ?? false
        return try await next(request, context)
    }
}
