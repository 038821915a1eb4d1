import PorticoAuth
import PorticoBytes

/// A method of a path of the server, and the rule for it.
package struct RouteDescription: Hashable, Sendable {
    package let method: String
    /// With the captured segments: `/books/:number`.
    package let path: String
    package let audience: RouteAudience
    /// The recent proof that the person needs.
    package let needsProof: ProofLevel

    /// - Parameter path: as the router describes it, with captured segments in braces.
    package init(_ method: String, _ path: String, _ audience: RouteAudience, needsProof: ProofLevel = .nothing) {
        self.method = method
        self.path = path.replacing(bytes: "{", with: ":").replacing(bytes: "}", with: "")
        self.audience = audience
        self.needsProof = needsProof
    }
}

/// The permitted people of a route.
package enum RouteAudience: Hashable, Sendable {
    /// Everybody, signed in or not.
    case everyone
    case signedIn
    /// Signed-in people of one of these groups.
    case members(of: Set<GroupName>)
    case administrators
}
