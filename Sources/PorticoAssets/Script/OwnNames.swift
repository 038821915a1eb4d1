/// The names in a script that can be shortened, with all their uses.
///
/// A name bound in one scope may refer to a browser global in another. So a name that is used outside the scopes that
/// bind it is never shortened.
struct OwnNames {
    struct Own {
        let name: String
        /// The union of the overlapping scopes that bind the name.
        var range: ClosedRange<Int>
        /// The indices of the tokens in `range` that use the name.
        var uses: [Int] = []
    }

    private(set) var variables: [Own] = []
    private(set) var privateNames: [Own] = []
    /// Variable names that are not shortened, and keywords.
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

    /// A private name is valid in its class. The outermost brackets around it are used as its range, which contains the
    /// class.
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
