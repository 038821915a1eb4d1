import HTTPTypes
import Hummingbird
import PorticoHTML
import PorticoViews

/// Turns away what does not come from our own pages, before anything else looks at it.
struct OriginGuard: Sendable {
    let origin: PublicOrigin
    private static let healthChecks: Set = [SitePath.healthz.path, SitePath.readyz.path]

    /// Health checks are let in under any `Host`: whoever probes a process asks by its address.
    ///
    /// - Throws: 400 without one `Host`, 421 for a foreign one, 403 for an unsafe request from another site's page.
    func check(_ request: Request) throws(WebError) {
        guard !Self.healthChecks.contains(request.uri.path) else { return }
        guard let authority = request.head.authority, !authority.isEmpty else { throw WebError(.badRequest) }
        // The first is the authority; a second one makes the request ambiguous (RFC 9112, 3.2).
        guard request.headers[.host] == nil else { throw WebError(.badRequest) }
        guard origin.accepts(authority: authority) else { throw WebError(.misdirectedRequest) }
        switch request.method {
        case .get, .head, .options, .trace: return
        default: try checkUnsafe(request, authority: authority)
        }
    }

    /// Browsers say by `Sec-Fetch-Site` where a request comes from (`none`: the person typed it), and by `Origin`, of which
    /// older ones send that alone. A client that sends neither is no browser and carries no one's cookies by accident.
    private func checkUnsafe(_ request: Request, authority: String) throws(WebError) {
        let site = request.headers[.secFetchSite]
        guard [nil, "same-origin", "none"].contains(site) else { throw WebError(.forbidden) }
        guard let from = request.headers[.origin] else { return }
        // A page of ours that sends no referrer has the origin `null`.
        let isOurs = origin.accepts(origin: from, authority: authority) || (site == "same-origin" && from == "null")
        guard isOurs else { throw WebError(.forbidden) }
    }
}
