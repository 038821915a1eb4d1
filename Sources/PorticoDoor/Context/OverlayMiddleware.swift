import HTTPTypes
import Hummingbird
import PorticoHTML
import PorticoViews

/// Shows a handler's toasts and HUDs if the response is not a page: on the page it redirects to or, without a target,
/// on the page that sent the request. The same applies to notices added after the response was created.
///
/// Notices of a handler that throws are dropped.
package struct OverlayMiddleware: RouterMiddleware {
    package init() {}

    package typealias Context = SignedInContext

    package func handle(
        _ request: Request, context: SignedInContext,
        next: (Request, SignedInContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        let (live, audience) = (context.liveUI.live, context.audience(.browser))
        let show = { @Sendable (notices: Notices) in
            live.show(
                notices, to: audience,
                at: (request.method == .get ? request.address : request.requestingPage)?.withoutQuery)
        }
        let notices = context.notices.close(show)
        guard !notices.isEmpty else { return response }
        let location = response.headers[.location] ?? response.headers[.porticoLocation]
        if let path = location.flatMap(SitePath.init(untrusted:)) {
            await context.liveUI.keep(
                notices, for: NoticeAddress(person: context.person, path: path), on: &response)
        } else {
            show(notices)
        }
        return response
    }
}

extension LiveEvents {
    /// Shows the notices of a response on open pages: on those at `path`, or on all if it is nil.
    fileprivate func show(_ notices: Notices, to audience: Audience, at path: SitePath?) {
        for content in notices.huds {
            var content = content
            content.path = content.path ?? path
            hud.show(content, to: audience)
        }
        for one in notices.toasts { toast(one, to: audience, at: path) }
    }
}
