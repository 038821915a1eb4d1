/// The names of a script that may as well be others, with all the places where they stand.
///
/// What is bound in one place may be the browser's own in another. So a name that stands anywhere outside of the scopes
/// that bind it is left alone everywhere.
struct OwnNames {
    struct Own {
        let name: String
        /// The scopes of one name that overlap, as one.
        var range: ClosedRange<Int>
        /// The tokens in it.
        var uses: [Int] = []
    }

    private(set) var variables: [Own] = []
    private(set) var privateNames: [Own] = []
    /// The names of variables that stay, and keywords.
    private(set) var others: Set<String>
    private let script: Script

    init(_ script: Script, places: ScriptPlaces) {
        self.script = script
        let bindings = ScriptScopes(script, places: places)
        others = places.kept.union(bindings.kept)
        if !places.isModule {
            others.formUnion(bindings.scopes.lazy.filter { $0.range == script.range }.map(\.name))
        }
        findVariables(bindings.scopes.sorted { $0.range.lowerBound < $1.range.lowerBound }, places: places)
        findPrivateNames()
    }

    private mutating func findVariables(_ scopes: [ScriptScopes.Scope], places: ScriptPlaces) {
        var found: [Own] = []
        var latest: [String: Int] = [:]
        var scopes = scopes[...]
        for (index, token) in script.tokens.enumerated() {
            while scopes.first?.range.lowerBound == index, let scope = scopes.popFirst() {
                if let own = latest[scope.name], found[own].range.upperBound >= index {
                    let end = max(found[own].range.upperBound, scope.range.upperBound)
                    found[own].range = found[own].range.lowerBound...end
                } else {
                    latest[scope.name] = found.count
                    found.append(Own(name: scope.name, range: scope.range))
                }
            }
            guard let place = places.places[index], place != .property else { continue }
            if let own = latest[token.text], found[own].range.upperBound >= index {
                found[own].uses.append(index)
            } else {
                others.insert(token.text)
            }
        }
        variables = found.filter { !others.contains($0.name) }
    }

    /// A private name holds in its class, and so in all of the outermost brackets around it.
    private mutating func findPrivateNames() {
        var latest: [String: Int] = [:]
        for (index, token) in script.tokens.enumerated() where token.kind == .privateName {
            var bracket = index
            while let outer = script.enclosing[bracket] { bracket = outer }
            let own = latest[token.text].flatMap { privateNames[$0].range.lowerBound == bracket ? $0 : nil }
            if own == nil {
                latest[token.text] = privateNames.count
                privateNames.append(Own(name: token.text, range: bracket...script.end(of: bracket)))
            }
            privateNames[own ?? privateNames.count - 1].uses.append(index)
        }
    }
}
