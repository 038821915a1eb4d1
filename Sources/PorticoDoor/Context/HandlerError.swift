import HTTPTypes
import Hummingbird

/// An error with a status that a handler threw, such as Hummingbird's `HTTPError`. Like every error, it becomes a page
/// or a problem document.
package struct HandlerError: Error {
    package let error: any HTTPResponseError

    package var status: HTTPResponse.Status { error.status }

    /// The headers that the handler wants in the response.
    package var headers: HTTPFields { (error as? HTTPError)?.headers ?? [:] }
}

/// Wraps errors with a status: otherwise the router would make their responses. A redirect that a handler throws stays
/// a redirect.
package struct HandlerErrorMiddleware: RouterMiddleware {
    package init() {}

    package func handle(
        _ request: Request, context: PorticoContext, next: (Request, PorticoContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as any HTTPResponseError where error.status.code >= 400 {
            throw HandlerError(error: error)
        }
    }
}
