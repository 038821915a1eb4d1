/// The kind of each brace in a script, and the role of each word.
///
/// The role follows from the neighbouring tokens. A word whose role is unclear is treated as a variable that keeps its
/// name.
struct ScriptPlaces {
    enum Brace {
        case block, classBody
        /// An object literal, a pattern, or an import or export list.
        case object
    }

    enum Place {
        /// A variable, a label or a keyword.
        case variable
        /// A variable that is also an object key: `{ a }`, `{ a = 1 }`.
        case shorthand
        /// A property name, an object key, a class member, or a modifier of one.
        case property
    }

    /// By opening brace; nil for other tokens.
    private(set) var braces: [Brace?]
    /// By word; nil for other tokens.
    private(set) var places: [Place?]
    /// Imported names, names in export lists, and labels.
    private(set) var kept: Set<String> = []
    /// Whether the script imports or exports, so that its top-level variables are not global.
    private(set) var isModule = false

    private let script: Script
    /// By bracket, and for the top level at the end: the number of `?` without their `:`.
    private var questions: [Int]
    private var ternaryColons: Set<Int> = []
    /// The brackets that contain a class whose body has not begun.
    private var classes: Set<Int> = []
    /// Whether the current token is in an import, or in an export list.
    private var isListing = false

    init(_ script: Script) {
        self.script = script
        braces = Array(repeating: nil, count: script.tokens.count)
        places = Array(repeating: nil, count: script.tokens.count)
        questions = Array(repeating: 0, count: script.tokens.count + 1)
        for index in script.tokens.indices { visit(index) }
    }

    /// The kind of the brace directly around a token; nil at the top level and in other brackets.
    func braceAround(_ index: Int) -> Brace? {
        script.enclosing[index].flatMap { braces[$0] }
    }

    private mutating func visit(_ index: Int) {
        let token = script.tokens[index]
        let bracket = script.enclosing[index] ?? script.tokens.count
        if isListing, token.kind == .string || token.text == ";" || script.startsAnew(index) { isListing = false }
        switch token.text {
        case "{": braces[index] = classes.remove(bracket) == nil ? brace(index) : .classBody
        case "?": questions[bracket] += 1
        case ":" where questions[bracket] > 0:
            questions[bracket] -= 1
            ternaryColons.insert(index)
        default:
            guard token.kind == .word else { return }
            let place = place(index)
            places[index] = place
            if place == .variable { visitVariable(index, in: bracket) }
        }
    }

    private mutating func visitVariable(_ index: Int, in bracket: Int) {
        let next = script.text(index + 1)
        switch script.text(index) {
        case "class" where next == "{" || script.isWord(index + 1): classes.insert(bracket)
        case "import" where next != "(" && next != ".": (isModule, isListing) = (true, true)
        case "export": (isModule, isListing) = (true, next == "{" || next == "*")
        case let word:
            let isInBlock = script.enclosing[index] == nil || braceAround(index) == .block
            let isLabel = isInBlock && next == ":" && questions[bracket] == 0 && script.text(index - 1) != "case"
            if isListing || isLabel { kept.insert(word) }
        }
    }

    private func brace(_ index: Int) -> Brace {
        guard index > 0 else { return .block }
        let before = script.tokens[index - 1]
        switch before.text {
        case "{", ";", "=>", "else", "do": return .block
        case ":": return ternaryColons.contains(index - 1) || braceAround(index) == .object ? .object : .block
        case "const", "let", "var", "import", "export", "default": return .object
        default: return before.endsExpression || script.isBehindDot(index - 1) ? .block : .object
        }
    }

    private func place(_ index: Int) -> Place {
        if script.isBehindDot(index) { return .property }
        if isListing { return script.text(index) == "from" && script.isString(index + 1) ? .property : .variable }
        let before = script.text(index - 1)
        let isFirst = script.enclosing[index] == index - 1
        switch braceAround(index) {
        case .object where isModified(index): return .property
        case .object where isFirst || before == ",":
            return [",", "}", "="].contains(script.text(index + 1)) ? .shorthand : .property
        case .classBody where isFirst || before == ";" || before == "}" || script.startsAnew(index):
            return .property
        case .classBody where isModified(index): return .property
        default: return .variable
        }
    }

    /// Whether the word is a member after `get`, `set`, `async`, `static` or `*`.
    private func isModified(_ index: Int) -> Bool {
        guard script.text(index - 1) == "*" else { return isModifier(index - 1) }
        let isFirst = script.enclosing[index] == index - 2 || [",", ";", "}"].contains(script.text(index - 2))
        return isFirst || isModifier(index - 2)
    }

    private func isModifier(_ index: Int) -> Bool {
        ["get", "set", "async", "static"].contains(script.text(index)) && places[index] == .property
            && !script.isBehindDot(index)
    }
}
