/// A script as tokens, with the brackets around each.
///
/// The parts of a template literal between `${…}` are brackets too: a middle part closes the part before it and opens
/// the next.
struct Script {
    /// The script has unknown syntax, or ends inside a token or bracket.
    struct NotUnderstood: Error {}

    private(set) var tokens: [ScriptToken] = []
    /// By token: the index of the innermost bracket around it.
    private(set) var enclosing: [Int?] = []
    /// By opening bracket: its closing bracket; by any other token: the token itself.
    private(set) var closing: [Int] = []
    /// By closing bracket: its opening bracket; by any other token: the token itself.
    private(set) var opening: [Int] = []
    /// The brackets that are open after the last token.
    private var open: [Int] = []

    /// - Throws: if the token closes a bracket that is not open.
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

    /// The range of all tokens.
    var range: ClosedRange<Int> { 0...max(0, tokens.count - 1) }

    /// The text of a token; empty if the index is out of range.
    func text(_ index: Int) -> String {
        tokens.indices.contains(index) ? tokens[index].text : ""
    }

    func isWord(_ index: Int) -> Bool {
        tokens.indices.contains(index) && tokens[index].kind == .word
    }

    func isString(_ index: Int) -> Bool {
        tokens.indices.contains(index) && tokens[index].kind == .string
    }

    /// The last token of the element that starts at `index`: the closing bracket, or the token itself.
    func end(of index: Int) -> Int {
        var end = index
        while closing[end] != end { end = closing[end] }
        return end
    }

    /// Whether the token follows a dot, and so is a property name even if it is a keyword.
    func isBehindDot(_ index: Int) -> Bool {
        [".", "?."].contains(text(index - 1))
    }

    /// Whether the line break before a token ends the statement or class field before it.
    func startsAnew(_ index: Int) -> Bool {
        guard index > 0, tokens[index].isAfterBreak, !tokens[index].continuesExpression else { return false }
        return tokens[index - 1].endsExpression || isBehindDot(index - 1)
    }

    /// Whether the bracket belongs to `if (…)`, `for (…)` and the like, which a statement follows.
    func isHead(_ bracket: Int) -> Bool {
        let word = bracket - 1
        if text(word) == "await" { return text(word - 1) == "for" }
        return ["if", "for", "while", "with"].contains(text(word)) && !isBehindDot(word)
    }

    /// Skips elements, each bracket pair as a whole, until `isEnd` is true or the enclosing bracket closes.
    ///
    /// - Returns: the index of the first token that is not skipped, or the number of tokens.
    func index(from start: Int, until isEnd: (Int) -> Bool) -> Int {
        var index = start
        while index < tokens.count, opening[index] == index, !isEnd(index) { index = end(of: index) + 1 }
        return index
    }
}
