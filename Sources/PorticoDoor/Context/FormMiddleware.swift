import Hummingbird
import Logging

/// Receives the posted form of a request.
package struct FormMiddleware: RouterMiddleware {
    package init() {}

    package func handle(
        _ request: Request, context: PorticoContext, next: (Request, PorticoContext) async throws -> Response
    ) async throws -> Response {
        guard request.hasForm else { return try await next(request, context) }
        var (request, context) = (request, context)
        do {
            context.form = try await request.receiveForm()
        } catch let error as WebError {
            context.logger.info("a form was refused", metadata: ["status": "\(error.status.code)"])
            throw error
        }
        return try await next(request, context)
    }
}
