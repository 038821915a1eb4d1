/// A statement whose `{% end %}` has not come yet.
struct Branch: Sendable {
    enum Kind: String, Sendable {
        case `if`
        case `for`
        case `switch`
    }

    let kind: Kind
    let code: SwiftCode
    /// Where the markup stood when it began; every body begins and ends there.
    let start: HTMLCursor
    /// How many elements were open when it began.
    let depth: Int
    /// The floor of the branch around it.
    let outerFloor: Int
    /// The place behind the statement, from all bodies so far.
    var joined: HTMLCursor
    var hasElse = false
    var hasCase = false

    /// A `switch` whose first `case` has not come yet; only blanks may stand here.
    var awaitsCase: Bool { kind == .switch && !hasCase }

    /// Where its `{%` stands.
    var opening: Int { code.opening }

    init(_ kind: Kind, _ code: SwiftCode, tokenizer: HTMLTokenizer) {
        self.kind = kind
        self.code = code
        self.start = tokenizer.cursor
        self.depth = tokenizer.elements.depth
        self.outerFloor = tokenizer.elements.floor
        self.joined = tokenizer.cursor
    }
}
