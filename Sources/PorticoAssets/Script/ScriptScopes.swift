/// The names that a script binds, and the scope of each binding.
///
/// Bindings are `const`, `let`, `var`, functions, classes, parameters and `catch` variables, with patterns and
/// defaults. Brackets end a scope; after an arrow or a loop without braces, the end of the expression or statement
/// does. If unclear, the smaller scope is assumed.
struct ScriptScopes {
    struct Scope {
        let name: String
        /// The first to the last token of the scope.
        let range: ClosedRange<Int>
    }

    private(set) var scopes: [Scope] = []
    /// Exported names, and names declared by `var`, which has function scope.
    private(set) var kept: Set<String> = []
    private let script: Script
    private let places: ScriptPlaces

    init(_ script: Script, places: ScriptPlaces) {
        self.script = script
        self.places = places
        for index in script.tokens.indices { visit(index) }
    }

    private mutating func visit(_ index: Int) {
        switch script.text(index) {
        case "(" where hasParameters(index):
            bindAll(in: index, range: index...script.end(of: script.closing[index] + 1))
        case "=>" where index > 0:
            let range = script.opening[index - 1]...script.endOfArrow(index)
            if script.text(index - 1) == ")" {
                bindAll(in: range.lowerBound, range: range)
            } else {
                bind(index - 1, range: range)
            }
        case "const", "let", "var":
            if places.places[index] == .variable { bindDeclared(index) }
        case "class", "function":
            if places.places[index] == .variable { bindNamed(index) }
        default: return
        }
    }

    /// Whether the brackets contain the parameters of a function or method, or a `catch` variable.
    private func hasParameters(_ bracket: Int) -> Bool {
        guard script.text(script.closing[bracket] + 1) == "{" else { return false }
        if [.object, .classBody].contains(places.braceAround(bracket)) { return true }
        let before = script.text(bracket - 1) == "*" ? bracket - 2 : bracket - 1
        return ["function", "catch"].contains(script.text(before)) || isFunctionName(before)
    }

    private func isFunctionName(_ index: Int) -> Bool {
        let before = script.text(index - 1) == "*" ? index - 2 : index - 1
        return script.text(before) == "function" && !script.isBehindDot(before)
    }

    /// Binds the name of a declaration in the surrounding block, that of an expression in the expression alone.
    private mutating func bindNamed(_ index: Int) {
        let name = script.text(index + 1) == "*" ? index + 2 : index + 1
        guard script.isWord(name), script.text(name) != "extends" else { return }
        let start = script.text(index - 1) == "async" ? index - 1 : index
        let before = script.text(start - 1)
        let isStatement = ["", ";", "{", "}", "export", "default"].contains(before) || script.startsAnew(start)
        bind(name, range: isStatement ? blockAround(index) : index...script.endOfBody(index))
        if before == "export" || before == "default" { kept.insert(script.text(name)) }
    }

    /// `const a = 1, { b, c: [d] } = e`
    private mutating func bindDeclared(_ index: Int) {
        let isKept = script.text(index) == "var" || script.text(index - 1) == "export"
        let range = blockAround(index)
        let first = scopes.count
        var target = index + 1
        while target < script.tokens.count {
            bindTarget(target, range: range)
            let end = script.index(from: script.end(of: target) + 1) {
                [",", ";"].contains(script.text($0)) || script.startsAnew($0)
            }
            guard script.text(end) == "," else { break }
            target = end + 1
        }
        if isKept { kept.formUnion(scopes[first...].map(\.name)) }
    }

    /// The block or loop that is the scope of a declaration.
    private func blockAround(_ index: Int) -> ClosedRange<Int> {
        guard let bracket = script.enclosing[index] else { return script.range }
        let end = script.end(of: bracket)
        return bracket...(script.text(bracket) == "(" ? script.endOfStatement(end + 1) : end)
    }

    /// Binds the targets in brackets: parameters, or the elements of a pattern.
    private mutating func bindAll(in bracket: Int, range: ClosedRange<Int>) {
        let end = script.closing[bracket]
        var index = bracket + 1
        while index < end {
            if script.text(index) == "..." { index += 1 }
            let isKey = script.text(index) == "[" || script.text(index + 1) == ":"
            if places.braces[bracket] == .object, isKey { index = script.end(of: index) + 2 }
            guard index < end else { return }
            bindTarget(index, range: range)
            index = script.index(from: index) { script.text($0) == "," } + 1
        }
    }

    private mutating func bindTarget(_ index: Int, range: ClosedRange<Int>) {
        if ["[", "{"].contains(script.text(index)) {
            bindAll(in: index, range: range)
        } else {
            bind(index, range: range)
        }
    }

    private mutating func bind(_ index: Int, range: ClosedRange<Int>) {
        let name = script.text(index)
        guard script.isWord(index), !ScriptToken.reserved.contains(name) else { return }
        scopes.append(Scope(name: name, range: range))
    }
}
