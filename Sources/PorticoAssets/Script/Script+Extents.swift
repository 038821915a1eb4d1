/// The ends of functions, classes and statements: the index of their last token.
extension Script {
    /// The end of the function with this arrow.
    func endOfArrow(_ arrow: Int) -> Int {
        if text(arrow + 1) == "{" { return closing[arrow + 1] }
        var questions = 0
        return index(from: arrow + 1) { index in
            switch text(index) {
            case ",", ";": return true
            case "?": questions += 1
            case ":" where questions == 0: return true
            case ":": questions -= 1
            default: return index > arrow + 1 && startsAnew(index)
            }
            return false
        } - 1
    }

    /// The end of the function or class with this keyword: its closing brace.
    func endOfBody(_ keyword: Int) -> Int {
        let body = index(from: keyword) { text($0) == "{" }
        return body < tokens.count ? closing[body] : keyword
    }

    /// The end of the statement that starts at a token.
    func endOfStatement(_ start: Int) -> Int {
        var start = start
        while start < tokens.count {
            if text(start) == "{" { return closing[start] }
            if ["do", "switch", "try", "else", "function", "class"].contains(text(start)) { return start }
            let bracket = text(start + 1) == "await" ? start + 2 : start + 1
            guard text(bracket) == "(", isHead(bracket) else { break }
            // `else` starts a statement of its own here.
            start = end(of: bracket) + 1
        }
        let end = index(from: start) { text($0) == ";" || ($0 > start && startsAnew($0)) }
        return text(end) == ";" ? end : end - 1
    }
}
