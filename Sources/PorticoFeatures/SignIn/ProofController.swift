import HTTPTypes
import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// Reauthentication for a page that requires it.
struct ProofController: Sendable {
    /// Handles a reload of a failed reauthentication without script.
    func skip(_ request: Request, _ context: SignedInContext, _ pages: Pages) -> Response {
        .redirect(to: request.next)
    }

    func prove(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        let place = await pages.place(ofQuestionFor: request.next, request, context)
        return try await pages.proven(request, context, at: place) { request, context in
            return try await pages.response(at: request.next, to: request, context)
        }
    }
}

extension Request {
    /// The page to show after the reauthentication.
    fileprivate var next: SitePath {
        uri.queryParameters["next"].flatMap { SitePath(untrusted: String($0)) } ?? .launch
    }
}
