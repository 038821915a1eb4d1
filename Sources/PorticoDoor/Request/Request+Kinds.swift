import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import PorticoBytes
import PorticoHTML
import PorticoViews

extension Request {
    /// Whether script made the request, so that the response goes to script and is not a page to display.
    package var isFromScript: Bool {
        if headers[.porticoRequest] != nil { return true }
        return headers[.secFetchMode].map { $0 != "navigate" } ?? false
    }

    /// Whether a browser navigates to a page, with any method, so that the login cover can replace the page. Browsers
    /// without `Sec-Fetch-Mode` ask for a page by `Accept`.
    package var isNavigation: Bool {
        if let mode = headers[.secFetchMode] { return mode == "navigate" }
        return headers[.accept]?.hasBytes(of: "text/html") == true && headers[.upgrade] == nil
    }

    /// Whether the response may include the notices waiting for the page, because a person is about to see the whole
    /// page.
    var takesNotices: Bool {
        guard method == .get, !wantsLayer, headers[.secPurpose]?.hasBytes(of: "prefetch") != true else { return false }
        return !isFromScript || headers[.porticoNotices] != nil
    }

    /// The address whose notices the response includes: that of the page, or another query of it. Script names the
    /// address with which a form was answered, when it fetches the page that the person sees, such as a filtered list.
    func addressOfNotices(at url: SitePath) -> SitePath {
        guard let named = headers[.porticoNotices].flatMap({ SitePath(untrusted: $0) }), named.path == url.path else {
            return url
        }
        return named
    }

    /// The page that sent the request, with its query; nil if the client does not say.
    package var requestingPage: SitePath? {
        guard let rest = headers[.referer]?.cut(at: ":")?.after.dropping(prefix: "//"),
            let path = rest.cut(at: "/")?.after
        else { return nil }
        return SitePath(untrusted: "/\(path)")
    }

    /// Whether a page of the same site loads the way to a protected application in a frame, or sends the form of the
    /// cover from such a frame.
    package var isFramed: Bool {
        guard headers[.secFetchDest] == "iframe", let site = headers[.secFetchSite] else { return false }
        switch uri.path {
        case SitePath.startProtected.path: return site == "same-origin" || site == "same-site"
        case SitePath.session.path, SitePath.sessionCode.path, SitePath.sessionEnrolment.path,
            SitePath.sessionPassword.path, SitePath.sessionStart.path, SitePath.newMailSignIn.path,
            SitePath.mailSignIn.path, SitePath.mailSignInCode.path:
            return site == "same-origin" && method == .post
        default: return false
        }
    }

    /// Whether the client accepts JSON and not HTML.
    package var prefersJSON: Bool {
        guard let accept = headers[.accept] else { return false }
        return accept.hasBytes(of: "json") && !accept.hasBytes(of: "text/html")
    }

    /// The path and query of the request.
    package var address: SitePath { SitePath(untrusted: uri.description) ?? .launch }

    /// The path and query of the request, for a page that leads back to it.
    ///
    /// - Throws: 414 for an address that is longer than those of pages, and would be lost.
    package var returnAddress: SitePath {
        get throws(WebError) {
            guard uri.description.utf8.count <= SitePath.maximumLength else { throw WebError(.uriTooLong) }
            return address
        }
    }

    /// A GET request for `path` with the same headers.
    package func asking(for path: SitePath) -> Request {
        var head = head
        head.method = .get
        head.path = path.description
        return Request(head: head, body: RequestBody(buffer: ByteBuffer()))
    }

    /// The presenter of a page that can appear over any other: `over` in the query, if it is a valid path of this site;
    /// otherwise `usual`.
    public func presenter(else usual: SitePath) -> SitePath {
        uri.queryParameters["over"].flatMap { SitePath(untrusted: String($0)) } ?? usual
    }

    /// The number of rows to show of a long list: that of the query field `count`, from 50 to 500.
    ///
    /// Script adds the field to the address when it has added rows to the list (`data-portico-more`), so that a reload
    /// shows the same rows.
    public var rowCount: Int {
        let asked = uri.queryParameters["count"].flatMap { Int($0) } ?? 0
        return min(max(asked, 50), 500)
    }

    /// Whether script requests the presented page without its presenters.
    package var wantsLayer: Bool { headers[.porticoPresent] != nil }
}

extension SitePath {
    /// The path alone. Open pages select events by it.
    package var withoutQuery: SitePath { description.has("?") ? SitePath(untrusted: path) ?? self : self }
}

extension Parameters {
    /// The captures, percent-decoded.
    package var decoded: Parameters {
        Parameters(map { (key: $0.key, value: $0.value.removingPercentEncoding?[...] ?? $0.value) })
    }
}
