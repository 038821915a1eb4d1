import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import PorticoHTML
import PorticoViews

/// A page of the main section, made for one request.
enum ResolvedPage: Sendable {
    /// One that stands by itself.
    case root(AnyPage, title: String)
    /// One that stands over its presenter.
    case presented(any Presentable)
    /// The question who is there, in the place of a page that needs the proof. It stands by itself where that page does.
    case question(ReauthenticationPage, isAlone: Bool)

    /// The page that this one stands over; nil where it stands by itself.
    var presenter: SitePath? {
        guard case .presented(let page) = self else { return nil }
        return page.presenter
    }
}

/// Where a page is, and how it is made.
struct PageRoute: Sendable {
    /// Segments; one that begins with a colon captures.
    let pattern: String
    let make: @Sendable (Request, SignedInContext) async throws -> ResolvedPage

    /// What `path` captures; nil where this is not its route.
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
    /// The path as routes have it: a segment that begins with a colon captures, whether it was written so or added.
    var pattern: String { path.replacing("/%3A", with: "/:") }
}

extension Parameters {
    /// The captures as they were meant: what stands in an address is percent-encoded.
    var decoded: Parameters {
        Parameters(map { (key: $0.key, value: $0.value.removingPercentEncoding?[...] ?? $0.value) })
    }
}

extension Request {
    /// The address that was asked for.
    var address: SitePath { SitePath(untrusted: uri.description) ?? .launch }

    /// A request for the page at `path` by whoever made this one.
    func asking(for path: SitePath) -> Request {
        var head = head
        head.method = .get
        head.path = path.description
        return Request(head: head, body: RequestBody(buffer: ByteBuffer()))
    }

    /// The page over which one that can appear over any other is shown: the query's `over`, where it is a path of this
    /// site.
    public func presenter(else usual: SitePath) -> SitePath {
        uri.queryParameters["over"].flatMap { SitePath(untrusted: String($0)) } ?? usual
    }

    /// Whether script wants the presented page alone, to open it over what is there.
    var wantsLayer: Bool { headers[.porticoPresent] != nil }
}
