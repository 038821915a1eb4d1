import Hummingbird
import PorticoAuth

/// Finds out who is asking.
struct IdentityMiddleware: RouterMiddleware {
    let identities: IdentityResolver
    let overlays: LiveUI

    func handle(
        _ request: Request, context: PorticoContext, next: (Request, PorticoContext) async throws -> Response
    ) async throws -> Response {
        let request = try await request.withReceivedForm()
        let context = try await identities.identified(context, by: request, overlays: overlays)
        do {
            return try await next(request, context)
        } catch var error as SignInRequired {
            // A protected route reads nothing before there is somebody, so all of the form is still to be had.
            if error.identity.browser != nil { error.form = await PostedForm(request) }
            throw error
        }
    }
}
