/// A statement that is not yet closed by `{% end %}`.
struct Branch: Sendable {
    enum Kind: String, Sendable {
        case `if`
        case `for`
        case `switch`
    }

    let kind: Kind
    let code: SwiftCode
    /// The tokenizer state at the statement; every body must begin and end in it.
    let start: HTMLCursor
    /// The attributes of the tag at the statement, and the literal part of the value there.
    let attributes: [String: String]
    let value: [UInt8]
    /// The number of elements open at the statement.
    let depth: Int
    /// ``ElementStack/floor`` of the enclosing branch.
    let outerFloor: Int
    /// The tokenizer state after the statement, merged from all bodies so far.
    var joined: HTMLCursor
    /// The attributes of the tag after the statement, from all bodies so far.
    var joinedAttributes: [String: String]
    var hasElse = false
    var hasCase = false

    /// Whether this is a `switch` without a `case` so far; only white space is allowed here.
    var awaitsCase: Bool { kind == .switch && !hasCase }

    /// The offset of its `{%`.
    var opening: Int { code.opening }

    init(_ kind: Kind, _ code: SwiftCode, tokenizer: HTMLTokenizer) {
        self.kind = kind
        self.code = code
        self.start = tokenizer.cursor
        self.attributes = tokenizer.attributes
        self.value = tokenizer.value
        self.depth = tokenizer.elements.depth
        self.outerFloor = tokenizer.elements.floor
        self.joined = tokenizer.cursor
        self.joinedAttributes = tokenizer.attributes
    }
}
