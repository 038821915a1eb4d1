/// What a script consists of, apart from the spaces and comments between: a word, a sign or a literal.
struct ScriptToken {
    enum Kind {
        case word, privateName, number, string, regularExpression, sign
        /// A template, or one of the parts into which `${…}` divides it: from the back quote or brace to the next.
        case template
    }

    let kind: Kind
    /// As it is written; a literal with its quotes, a private name with its `#`.
    let text: String
    /// Whether a line ends between the token before and this one.
    let isAfterBreak: Bool

    /// Whether it opens brackets, or a place for an expression in a template.
    var opens: Bool {
        switch text {
        case "(", "[", "{": true
        default: kind == .template && text.hasSuffix("${")
        }
    }

    var closes: Bool {
        switch text {
        case ")", "]", "}": true
        default: kind == .template && text.hasPrefix("}")
        }
    }

    func isClosed(by token: ScriptToken) -> Bool {
        switch text {
        case "(": token.text == ")"
        case "[": token.text == "]"
        case "{": token.text == "}"
        default: token.kind == .template
        }
    }

    /// Whether an expression may end with it.
    var endsExpression: Bool {
        switch kind {
        case .word: !Self.beforeExpression.contains(text)
        case .sign: [")", "]", "}", "++", "--"].contains(text)
        case .template: !text.hasSuffix("${")
        case .privateName, .number, .string, .regularExpression: true
        }
    }

    /// Whether an expression that has not ended by the line before goes on with it.
    var continuesExpression: Bool {
        switch kind {
        case .word: ["in", "instanceof"].contains(text)
        case .sign: !["{", "}", "++", "--", "!", "~"].contains(text)
        case .template: true
        case .privateName, .number, .string, .regularExpression: false
        }
    }

    /// Words that an expression follows.
    static let beforeExpression: Set = [
        "await", "case", "delete", "do", "else", "extends", "in", "instanceof", "new", "of", "return", "throw",
        "typeof", "void", "yield",
    ]

    /// Words that name nothing, or something else in some places than in others; none is given or taken as a name.
    static let reserved: Set = [
        "NaN", "Infinity", "arguments", "as", "async", "await", "break", "case", "catch", "class", "const", "continue",
        "debugger", "default", "delete", "do", "else", "enum", "eval", "export", "extends", "false", "finally", "for",
        "function", "get", "if", "implements", "import", "in", "instanceof", "interface", "let", "new", "null", "of",
        "package", "private", "protected", "public", "return", "set", "static", "super", "switch", "this", "throw",
        "true", "try", "typeof", "undefined", "using", "var", "void", "while", "with", "yield",
    ]
}
