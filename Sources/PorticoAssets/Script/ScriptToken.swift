/// A token of a script: a word, a punctuator or a literal. White space and comments are not tokens.
struct ScriptToken {
    enum Kind {
        case word, privateName, number, string, regularExpression, sign
        /// A template literal, or one of its parts between `${…}`: from the back quote or brace to the next one.
        case template
    }

    let kind: Kind
    /// The source text; a literal with its quotes, a private name with its `#`.
    let text: String
    /// Whether a line break precedes the token.
    let isAfterBreak: Bool

    /// Whether the token opens a bracket, or `${` in a template literal.
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

    /// Whether an expression can end with the token.
    var endsExpression: Bool {
        switch kind {
        case .word: !Self.beforeExpression.contains(text)
        case .sign: [")", "]", "}", "++", "--"].contains(text)
        case .template: !text.hasSuffix("${")
        case .privateName, .number, .string, .regularExpression: true
        }
    }

    /// Whether the token continues an expression from the line before.
    var continuesExpression: Bool {
        switch kind {
        case .word: ["in", "instanceof"].contains(text)
        case .sign: !["{", "}", "++", "--", "!", "~"].contains(text)
        case .template: true
        case .privateName, .number, .string, .regularExpression: false
        }
    }

    /// Keywords that an expression follows.
    static let beforeExpression: Set = [
        "await", "case", "delete", "do", "else", "extends", "in", "instanceof", "new", "of", "return", "throw",
        "typeof", "void", "yield",
    ]

    /// Keywords and contextual keywords: never replaced, and never used as short names.
    static let reserved: Set = [
        "NaN", "Infinity", "arguments", "as", "async", "await", "break", "case", "catch", "class", "const", "continue",
        "debugger", "default", "delete", "do", "else", "enum", "eval", "export", "extends", "false", "finally", "for",
        "function", "get", "if", "implements", "import", "in", "instanceof", "interface", "let", "new", "null", "of",
        "package", "private", "protected", "public", "return", "set", "static", "super", "switch", "this", "throw",
        "true", "try", "typeof", "undefined", "using", "var", "void", "while", "with", "yield",
    ]
}
