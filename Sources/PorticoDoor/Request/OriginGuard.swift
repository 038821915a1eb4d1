import HTTPTypes
import Hummingbird
import PorticoBytes
import PorticoHTML
import PorticoViews

/// Rejects requests from other origins before they reach any other code.
package struct OriginGuard: Sendable {
    let origin: PublicOrigin
    /// The hosts of protected applications.
    var protectedHosts: Set<String> = []
    /// The paths that take forms of other sites: they change nothing, and lead to another address.
    var openPaths: Set<String> = []

    package init(origin: PublicOrigin, protectedHosts: Set<String> = [], openPaths: Set<String> = []) {
        self.origin = origin
        self.protectedHosts = protectedHosts
        self.openPaths = openPaths
    }

    /// The routes of this server at protected hosts.
    package static let protectedPaths: Set = [
        SitePath.beginProtected.path, SitePath.endProtected.path, SitePath.protectedSession.path,
        SitePath.sessionScript.path,
    ]
    private static let healthChecks: Set = [SitePath.healthz.path, SitePath.readyz.path]

    /// For the application behind this server, only the host is checked: the application decides which requests of
    /// other sites it accepts.
    ///
    /// Health checks may have any `Host`, because probes use the address of the process. Questions of proxies may, too:
    /// other headers name their address.
    ///
    /// - Throws: 400 unless there is exactly one `Host`, 421 for a foreign one, 403 for an unsafe method from another
    ///   site.
    package func check(_ request: Request, isPassedOn: Bool = false) throws(WebError) {
        guard !Self.healthChecks.contains(request.uri.path) else { return }
        guard isPassedOn || request.uri.path != SitePath.checkProtected.path else { return }
        guard let authority = request.head.authority, !authority.isEmpty else { throw WebError(.badRequest) }
        // The first `Host` is the authority; a second one makes the request ambiguous (RFC 9112, 3.2).
        guard request.headers[.host] == nil else { throw WebError(.badRequest) }
        guard
            origin.accepts(authority: authority)
                || (isPassedOn || Self.protectedPaths.contains(request.uri.path)) && isProtected(authority)
        else { throw WebError(.misdirectedRequest) }
        guard !isPassedOn else { return }
        switch request.method {
        case .get, .head, .options, .trace: return
        case .post where openPaths.contains(request.uri.path): return
        default: try checkUnsafe(request, authority: authority)
        }
    }

    private func isProtected(_ authority: String) -> Bool {
        origin.canonical(authority: authority).map(protectedHosts.contains) ?? false
    }

    /// The address without the dot at the end of its host; nil if there is no such dot, or the host is not this
    /// server's. To DNS it is the same host, but to browsers it is another one, with other cookies.
    package func addressWithoutDot(of request: Request) -> String? {
        guard let authority = request.head.authority, let target = request.head.path, target.begins(with: "/"),
            authority.before(":").ends(with: "."), !Self.healthChecks.contains(request.uri.path),
            request.uri.path != SitePath.checkProtected.path,
            let host = origin.canonical(authority: authority),
            origin.accepts(authority: host) || protectedHosts.contains(host)
        else { return nil }
        return "http\(origin.isSecure ? "s" : "")://\(host)\(target)"
    }

    /// Browsers send `Sec-Fetch-Site` (`none`: the person entered the address) and `Origin`; older ones send only
    /// `Origin`. A client that sends neither is not a browser, so it sends no cookies of an unaware person.
    private func checkUnsafe(_ request: Request, authority: String) throws(WebError) {
        let site = request.headers[.secFetchSite]
        guard [nil, "same-origin", "none"].contains(site) else { throw WebError(.forbidden) }
        guard let from = request.headers[.origin] else { return }
        // A page without a referrer sends the origin `null`.
        let isOurs = origin.accepts(origin: from, authority: authority) || (site == "same-origin" && from == "null")
        guard isOurs else { throw WebError(.forbidden) }
    }
}
