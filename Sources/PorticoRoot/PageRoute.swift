import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import PorticoAuth
import PorticoBytes
import PorticoHTML
import PorticoViews

/// A page of the main section, created for one request.
package enum ResolvedPage: Sendable {
    /// A root page.
    case root(AnyPage, title: String)
    /// A page presented over its presenter.
    case presented(any Presentable)
    /// The reauthentication page in place of a page that requires it. It is alone if that page is a root page.
    case question(ReauthenticationPage, isAlone: Bool, level: ProofLevel)
}

/// The route of a page, and its factory.
package struct PageRoute: Sendable {
    /// The path; a segment that begins with a colon captures.
    let pattern: String
    let make: @Sendable (Request, SignedInContext) async throws -> ResolvedPage
    private let segments: [Segment]

    private enum Segment {
        case literal(Substring)
        case capture(Substring)

        var isCapture: Bool { if case .capture = self { true } else { false } }
    }

    package init(pattern: String, make: @escaping @Sendable (Request, SignedInContext) async throws -> ResolvedPage) {
        self.pattern = pattern
        self.make = make
        segments = pattern.fields(separatedBy: "/", omittingEmpty: true).map {
            $0.begins(with: ":") ? .capture($0.dropFirst()) : .literal($0)
        }
    }

    /// Whether the router takes this route before another one that also matches: literal segments precede captures.
    func precedes(_ other: PageRoute) -> Bool {
        segments.lexicographicallyPrecedes(other.segments) { !$0.isCapture && $1.isCapture }
    }

    /// The captures of a path in segments; nil if the route does not match.
    func captures(_ path: [Substring]) -> Parameters? {
        guard path.count == segments.count else { return nil }
        var captures = Parameters()
        for (segment, wanted) in zip(path, segments) {
            switch wanted {
            case .capture(let name): captures[name] = segment
            case .literal(let literal) where literal != segment: return nil
            case .literal: continue
            }
        }
        return captures.decoded
    }
}

extension SitePath {
    /// The path as a route pattern: a segment that begins with a colon captures, percent-encoded or not.
    package var pattern: String { path.replacing(bytes: "/%3A", with: "/:") }
}
