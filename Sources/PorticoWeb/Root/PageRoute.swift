import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import PorticoHTML
import PorticoViews

/// A page of the main section, created for one request.
enum ResolvedPage: Sendable {
    /// A root page.
    case root(AnyPage, title: String)
    /// A page presented over its presenter.
    case presented(any Presentable)
    /// The reauthentication page in place of a page that requires it; alone if that page is a root page.
    case question(ReauthenticationPage, isAlone: Bool)
}

/// The route of a page, and its factory.
struct PageRoute: Sendable {
    /// The path; a segment that begins with a colon captures.
    let pattern: String
    let make: @Sendable (Request, SignedInContext) async throws -> ResolvedPage

    /// The captures of `path`; nil if the route does not match.
    func captures(_ path: SitePath) -> Parameters? {
        let segments = path.path.split(separator: "/")
        let wanted = pattern.split(separator: "/")
        guard segments.count == wanted.count else { return nil }
        var captures = Parameters()
        for (segment, wanted) in zip(segments, wanted) {
            if wanted.hasPrefix(":") {
                captures[wanted.dropFirst()] = segment
            } else if segment != wanted {
                return nil
            }
        }
        return captures.decoded
    }
}

extension SitePath {
    /// The path as a route pattern: a segment that begins with a colon captures, percent-encoded or not.
    var pattern: String { path.replacing("/%3A", with: "/:") }
}

extension Parameters {
    /// The captures, percent-decoded.
    var decoded: Parameters {
        Parameters(map { (key: $0.key, value: $0.value.removingPercentEncoding?[...] ?? $0.value) })
    }
}

extension Request {
    /// The path and query of the request.
    var address: SitePath { SitePath(untrusted: uri.description) ?? .launch }

    /// A GET request for `path` with the same headers.
    func asking(for path: SitePath) -> Request {
        var head = head
        head.method = .get
        head.path = path.description
        return Request(head: head, body: RequestBody(buffer: ByteBuffer()))
    }

    /// The presenter of a page that can appear over any other: `over` in the query, if it is a valid path of this site.
    public func presenter(else usual: SitePath) -> SitePath {
        uri.queryParameters["over"].flatMap { SitePath(untrusted: String($0)) } ?? usual
    }

    /// Whether script requests the presented page without its presenters.
    var wantsLayer: Bool { headers[.porticoPresent] != nil }
}
