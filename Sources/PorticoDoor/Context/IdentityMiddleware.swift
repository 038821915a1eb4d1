import Hummingbird
import PorticoAuth

/// Identifies the browser and the account of a request. The form arrives first, so that the permissions are those at
/// the time of the action, not at the start of the request.
package struct IdentityMiddleware: RouterMiddleware {
    package init() {}

    package func handle(
        _ request: Request, context: PorticoContext, next: (Request, PorticoContext) async throws -> Response
    ) async throws -> Response {
        let context = try await context.identifiedReader()
        do {
            return try await next(request, context)
        } catch var error as SignInRequired {
            // A form is in memory by now, and no code has read a form with files, so the whole form is available.
            guard error.identity.browser != nil else { throw error }
            // As in ``ThreadPoolMiddleware``: a long form takes long to read.
            error.form = await withTaskExecutorPreference(globalConcurrentExecutor) { await PostedForm(request) }
            throw error
        }
    }
}
