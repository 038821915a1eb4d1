import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import PorticoBytes
import PorticoHTML
import PorticoViews

/// A page of the main section, created for one request.
package enum ResolvedPage: Sendable {
    /// A root page.
    case root(AnyPage, title: String)
    /// A page presented over its presenter.
    case presented(any Presentable)
    /// The reauthentication page in place of a page that requires it; alone if that page is a root page.
    case question(ReauthenticationPage, isAlone: Bool)
}

/// The route of a page, and its factory.
package struct PageRoute: Sendable {
    /// The path; a segment that begins with a colon captures.
    let pattern: String
    let make: @Sendable (Request, SignedInContext) async throws -> ResolvedPage

    package init(pattern: String, make: @escaping @Sendable (Request, SignedInContext) async throws -> ResolvedPage) {
        self.pattern = pattern
        self.make = make
    }

    /// The captures of `path`; nil if the route does not match.
    func captures(_ path: SitePath) -> Parameters? {
        let segments = path.path.fields(separatedBy: "/", omittingEmpty: true)
        let wanted = pattern.fields(separatedBy: "/", omittingEmpty: true)
        guard segments.count == wanted.count else { return nil }
        var captures = Parameters()
        for (segment, wanted) in zip(segments, wanted) {
            if wanted.begins(with: ":") {
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
    package var pattern: String { path.replacing(bytes: "/%3A", with: "/:") }
}
