import HTTPTypes
import Hummingbird
import PorticoHTML
import PorticoViews

/// Sees to it that what a handler wanted shown with its response is shown where the response is no page: on the page it
/// leads to or, where it leads nowhere, on the page it was asked for from. So is what comes when the response is made.
///
/// What a handler said before it failed is not shown.
struct OverlayMiddleware: RouterMiddleware {
    typealias Context = SignedInContext

    func handle(
        _ request: Request, context: SignedInContext,
        next: (Request, SignedInContext) async throws -> Response
    ) async throws -> Response {
        let response = try await next(request, context)
        let (live, audience) = (context.overlays.live, context.audience(.browser))
        let show = { @Sendable (notices: Notices) in
            live.show(
                notices, to: audience, at: (request.method == .get ? request.address : request.asker)?.withoutQuery)
        }
        let notices = context.notices.close(show)
        guard !notices.isEmpty else { return response }
        let location = response.headers[.location] ?? response.headers[.porticoLocation]
        if let path = location.flatMap(SitePath.init(untrusted:)) {
            context.overlays.board.put(notices, for: NoticeAddress(person: context.person, path: path))
        } else {
            show(notices)
        }
        return response
    }
}

extension LiveEvents {
    /// Shows what was meant for a response on open pages: those at a path or, where it is nil, all.
    fileprivate func show(_ notices: Notices, to audience: Audience, at path: SitePath?) {
        for content in notices.huds {
            var content = content
            content.path = content.path ?? path
            hud.show(content, to: audience)
        }
        for one in notices.toasts { toast(one, to: audience, at: path) }
    }
}
