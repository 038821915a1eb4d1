/// The statements allowed in `{% %}`. The Swift code after the keyword is copied unchanged.
enum Statement: Equatable, Sendable {
    case `if`
    case elseIf
    case `else`
    case `for`
    case `switch`
    case `case`
    case end

    /// Recognizes a statement, or returns a message with the correction.
    static func parse(_ code: String) -> Result<Statement, Problem> {
        let words = code.split(whereSeparator: \.isWhitespace).prefix(3).map(String.init)
        switch (words.first ?? "", words.count) {
        case ("if", 1): return .failure(Problem(message: "'if' needs a condition: {% if isOpen %}"))
        case ("if", _): return .success(.if)
        case ("for", 1): return .failure(Problem(message: "'for' needs a sequence: {% for item in items %}"))
        case ("for", _): return .success(.for)
        case ("switch", 1): return .failure(Problem(message: "'switch' needs a value: {% switch state %}"))
        case ("switch", _): return .success(.switch)
        case ("case", 1):
            return .failure(Problem(message: "'case' needs a pattern: {% case .open %}, or {% case _ %} for the rest"))
        case ("case", _): return .success(.case)
        case ("else", 1): return .success(.else)
        case ("else", 3) where words[1] == "if": return .success(.elseIf)
        case ("else", _): return .failure(Problem(message: "'else' stands alone or as {% else if condition %}"))
        case ("end", 1): return .success(.end)
        case ("end", _): return .failure(Problem(message: "'end' stands alone: {% end %} ends the innermost statement"))
        default: return .failure(unknown(words.first ?? code))
        }
    }

    /// A message with the correction.
    struct Problem: Error, Equatable {
        let message: String
    }

    private static func unknown(_ word: String) -> Problem {
        let keyword = String(word.prefix { $0.isLetter })
        let advice =
            switch word {
            case "elif", "elseif", "elsif": "write {% else if condition %}"
            case "endif", "endfor", "endswitch", "}": "write {% end %}"
            case "default", "default:": "write {% case _ %}"
            case "let", "var", "guard", "while", "import", "func":
                "templates only choose and repeat: do this in the page's struct"
            case _ where ["if", "for", "switch", "case"].contains(keyword): "write a blank after '\(keyword)'"
            default: "a statement is if, else if, else, for, switch, case or end"
            }
        return Problem(message: "unknown statement '\(word)': \(advice)")
    }
}
