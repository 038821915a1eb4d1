/// A script as its tokens, each in its brackets. The parts of a template that `${…}` divides are brackets, too: one in the
/// middle closes the one before and opens the next.
struct Script {
    /// The script holds something that is not known here, or ends in the middle of something.
    struct NotUnderstood: Error {}

    private(set) var tokens: [ScriptToken] = []
    /// By token: the bracket that it stands in.
    private(set) var enclosing: [Int?] = []
    /// By opening bracket: the one that closes it; by any other token: itself.
    private(set) var closing: [Int] = []
    /// By closing bracket: the one that opens it; by any other token: itself.
    private(set) var opening: [Int] = []
    /// The brackets that are open at the end.
    private var open: [Int] = []

    /// - Throws: where it closes what is not open.
    mutating func append(_ token: ScriptToken) throws(NotUnderstood) {
        let index = tokens.count
        tokens.append(token)
        closing.append(index)
        opening.append(index)
        if token.closes {
            guard let bracket = open.popLast(), tokens[bracket].isClosed(by: token) else { throw NotUnderstood() }
            closing[bracket] = index
            opening[index] = bracket
        }
        enclosing.append(open.last)
        if token.opens { open.append(index) }
    }

    var openBracket: Int? { open.last }

    /// All of its tokens.
    var range: ClosedRange<Int> { 0...max(0, tokens.count - 1) }

    /// The text of a token; empty before the first and after the last.
    func text(_ index: Int) -> String {
        tokens.indices.contains(index) ? tokens[index].text : ""
    }

    func isWord(_ index: Int) -> Bool {
        tokens.indices.contains(index) && tokens[index].kind == .word
    }

    func isString(_ index: Int) -> Bool {
        tokens.indices.contains(index) && tokens[index].kind == .string
    }

    /// The last token of what begins with one: a bracket ends where it is closed, anything else where it begins.
    func end(of index: Int) -> Int {
        var end = index
        while closing[end] != end { end = closing[end] }
        return end
    }

    /// Whether a token follows a dot, and so is the name of a property whatever its word means elsewhere.
    func isBehindDot(_ index: Int) -> Bool {
        [".", "?."].contains(text(index - 1))
    }

    /// Whether a break before a token ends the statement or the field of a class before it.
    func startsAnew(_ index: Int) -> Bool {
        guard index > 0, tokens[index].isAfterBreak, !tokens[index].continuesExpression else { return false }
        return tokens[index - 1].endsExpression || isBehindDot(index - 1)
    }

    /// Whether brackets are those of `if (…)`, `for (…)` and the like, behind which a statement begins.
    func isHead(_ bracket: Int) -> Bool {
        let word = bracket - 1
        if text(word) == "await" { return text(word - 1) == "for" }
        return ["if", "for", "while", "with"].contains(text(word)) && !isBehindDot(word)
    }

    /// Goes over what begins at a token, brackets as a whole, until something ends it.
    ///
    /// - Returns: the first token that no longer belongs to it; there may be none behind it.
    func index(from start: Int, until isEnd: (Int) -> Bool) -> Int {
        var index = start
        while index < tokens.count, opening[index] == index, !isEnd(index) { index = end(of: index) + 1 }
        return index
    }
}
