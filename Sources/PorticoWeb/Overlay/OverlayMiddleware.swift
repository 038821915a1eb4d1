import HTTPTypes
import Hummingbird
import PorticoHTML
import PorticoViews

/// Sees to it that what a handler wanted shown with its response is shown where the response is no page: on the page it
/// leads to or, where it leads nowhere, on the page it was asked for from.
///
/// What a handler said before it failed is not shown.
struct OverlayMiddleware: RouterMiddleware {
    typealias Context = SignedInContext

    func handle(
        _ request: Request, context: SignedInContext,
        next: (Request, SignedInContext) async throws -> Response
    ) async throws -> Response {
        let response = try await next(request, context)
        let notices = context.notices.take()
        guard !notices.isEmpty else { return response }
        let location = response.headers[.location] ?? response.headers[.porticoLocation]
        if let path = location.flatMap(SitePath.init(untrusted:)) {
            context.overlays.board.put(notices, for: NoticeAddress(person: context.person, path: path))
        } else {
            show(notices, on: request.asker, context)
        }
        return response
    }

    private func show(_ notices: Notices, on page: SitePath?, _ context: SignedInContext) {
        let live = context.overlays.live
        for content in notices.huds {
            var content = content
            content.path = content.path ?? page
            live.hud.show(content, to: context.audience(.browser))
        }
        for toast in notices.toasts { live.toast(toast, to: context.audience(.browser), at: page) }
    }
}
