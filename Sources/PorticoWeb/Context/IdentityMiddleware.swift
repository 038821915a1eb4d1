import Hummingbird
import PorticoAuth

/// Identifies the browser and the account of a request.
struct IdentityMiddleware: RouterMiddleware {
    let identities: IdentityResolver
    let liveUI: LiveUI

    func handle(
        _ request: Request, context: PorticoContext, next: (Request, PorticoContext) async throws -> Response
    ) async throws -> Response {
        let request = try await request.withReceivedForm()
        let context = try await identities.identified(context, by: request, liveUI: liveUI)
        do {
            return try await next(request, context)
        } catch var error as SignInRequired {
            // A protected route reads no body before the account is known, so the whole form is still available.
            if error.identity.browser != nil { error.form = await PostedForm(request) }
            throw error
        }
    }
}
