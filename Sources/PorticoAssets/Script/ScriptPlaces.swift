/// What the braces of a script hold, and where its words stand for variables.
///
/// A word is told by what is before and behind it. Where that is not enough, it counts as a variable whose name is kept.
struct ScriptPlaces {
    enum Brace {
        case block, classBody
        /// An object literal, a pattern, or what is imported or exported.
        case object
    }

    enum Place {
        /// A variable, a label or a keyword.
        case variable
        /// A variable that is the key of an object as well: `{ a }`, `{ a = 1 }`.
        case shorthand
        /// What follows a dot, a key of an object, a member of a class, or a word that goes with these.
        case property
    }

    /// By opening brace; nil for any other token.
    private(set) var braces: [Brace?]
    /// By word; nil for any other token.
    private(set) var places: [Place?]
    /// What is imported, exported in a list, or a label.
    private(set) var kept: Set<String> = []
    /// Whether anything is imported or exported, so that nobody else sees its variables.
    private(set) var isModule = false

    private let script: Script
    /// By bracket, and at the end for none: the questions that wait for their colon.
    private var questions: [Int]
    private var ternaryColons: Set<Int> = []
    /// The brackets in which a class waits for its body.
    private var classes: Set<Int> = []
    /// Whether names are imported, or exported in a list, here.
    private var isListing = false

    init(_ script: Script) {
        self.script = script
        braces = Array(repeating: nil, count: script.tokens.count)
        places = Array(repeating: nil, count: script.tokens.count)
        questions = Array(repeating: 0, count: script.tokens.count + 1)
        for index in script.tokens.indices { visit(index) }
    }

    /// What the brace holds that a token stands in; nil outside of braces and in other brackets.
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

    /// Whether it is a member behind `get`, `static`, `*` and the like.
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
