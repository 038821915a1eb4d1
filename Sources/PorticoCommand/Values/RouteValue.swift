import PorticoAuth
import PorticoFeatures

/// The output for a path of the server: its methods with the same rule.
struct RouteValue: Encodable {
    let path: String
    /// By name.
    let methods: [String]
    /// `everyone`, `signed-in`, `groups` or `administrators`.
    let audience: String
    /// Of which an account must have one; nil for another audience.
    let groups: [String]?
    /// Whether it requires a recent authentication.
    let proof: Bool
    /// Whether it requires a second factor, proved recently.
    let secondFactor: Bool

    private init(_ routes: [RouteDescription]) {
        path = routes[0].path
        methods = routes.map(\.method)
        proof = routes[0].needsProof > .nothing
        secondFactor = routes[0].needsProof == .secondFactor
        var groups: [String]?
        switch routes[0].audience {
        case .everyone: audience = "everyone"
        case .signedIn: audience = "signed-in"
        case .members(let names):
            audience = "groups"
            groups = names.names
        case .administrators: audience = "administrators"
        }
        self.groups = groups
    }

    /// - Parameter routes: by path and method.
    static func values(_ routes: [RouteDescription]) -> [RouteValue] {
        var rules: [[RouteDescription]] = []
        for route in routes {
            let same = rules.lastIndex {
                $0[0].path == route.path && $0[0].audience == route.audience && $0[0].needsProof == route.needsProof
            }
            if let same { rules[same].append(route) } else { rules.append([route]) }
        }
        return rules.map(RouteValue.init)
    }

    static let columns = ["PATH", "METHODS", "FOR"]

    var cells: [String] {
        let people = groups.map { "groups \($0.joined(separator: " "))" } ?? audience
        let proven = secondFactor ? ", proven by a second factor" : proof ? ", proven" : ""
        return [path, methods.joined(separator: " "), people + proven]
    }
}
