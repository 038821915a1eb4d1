/// Generates the Swift code of one template.
///
/// `#sourceLocation` and padding give each expression and statement the line and column it has in the template.
struct SwiftEmitter {
    private let source: SourceText
    private let name: String
    private let hasStrings: Bool
    private let module: String
    private static let reset = "#sourceLocation()\n"
    private var body = ""
    private var pending: [UInt8] = []
    private var mentionsStrings = false
    /// Whether the current `case` is empty so far; Swift requires a statement in it.
    private var isCaseEmpty = false

    init(_ source: SourceText, name: String, hasStrings: Bool, module: String) {
        self.source = source
        self.name = name
        self.hasStrings = hasStrings
        self.module = module
    }

    /// Markup; adjacent literals are joined.
    mutating func literal(_ bytes: some Sequence<UInt8>) {
        pending += bytes
    }

    mutating func value(_ code: SwiftCode, in place: ValuePlace) {
        flush()
        isCaseEmpty = false
        let head = "html.\(place.rawValue)("
        let text = noted(code)
        let column = source.location(of: code.range.lowerBound).column
        if column > head.utf8.count {
            placed(code, text + text.closing(")"), before: head)
        } else {
            // The call does not fit before the expression on its line. `#sourceLocation` is not allowed inside a call,
            // but is inside a closure.
            directive(for: code)
            body += head + "{ () in\n"
            placed(code, text + "\n}())")
        }
    }

    mutating func open(_ kind: Branch.Kind, _ code: SwiftCode) {
        flush()
        isCaseEmpty = false
        let text = noted(code)
        placed(code, text + text.closing(" {"))
        if kind == .switch { body.removeLast(Self.reset.count + 1) }
    }

    mutating func continueIf(_ code: SwiftCode, isPlain: Bool) {
        flush()
        let text = noted(code)
        if isPlain { body += "} else {\n" } else { placed(code, text + text.closing(" {"), before: "} ") }
    }

    /// `#sourceLocation` is not allowed between `switch` and its first `case`, so white space keeps the position.
    mutating func continueSwitch(_ code: SwiftCode, from switchCode: SwiftCode?) {
        let text = noted(code)
        if let switchCode {
            body += blanks(between: switchCode, and: code) + text + text.closing(":") + "\n" + Self.reset
        } else {
            finishCase()
            placed(code, text + text.closing(":"))
        }
        isCaseEmpty = true
    }

    mutating func end(_ kind: Branch.Kind) {
        if kind == .switch { finishCase() } else { flush() }
        isCaseEmpty = false
        body += "}\n"
    }

    /// The generated file.
    mutating func finish() -> String {
        flush()
        let strings = hasStrings && mentionsStrings ? "let t = Strings(language: html.language)\n_ = t\n" : ""
        return """
            // Made from a template by the template compiler. Edit the template instead.
            import \(module)

            #sourceLocation(file: \(SwiftLiteral.quoted(source.file)), line: 1)
            extension \(name): HTMLRenderable {
            #sourceLocation()
            /// Writes the template of this struct.
            public func render(into html: inout HTMLWriter) {
            \(strings)\(body)}
            }

            """
    }

    private mutating func finishCase() {
        flush()
        if isCaseEmpty { body += "break\n" }
    }

    private mutating func flush() {
        guard !pending.isEmpty else { return }
        body += "html.markup(\(SwiftLiteral.quoted(String(decoding: pending, as: UTF8.self))))\n"
        pending = []
        isCaseEmpty = false
    }

    /// Writes `text` at the position of `code` in the template, with `head` directly before it.
    private mutating func placed(_ code: SwiftCode, _ text: String, before head: String = "") {
        directive(for: code)
        let column = source.location(of: code.range.lowerBound).column
        body += String(repeating: " ", count: max(0, column - 1 - head.utf8.count)) + head + text + "\n"
        body += Self.reset
    }

    /// White space from after the ` {` of the first code to the start of the second.
    private func blanks(between first: SwiftCode, and second: SwiftCode) -> String {
        let between = source.bytes[first.range.upperBound..<second.range.lowerBound]
        let lineFeed = between.firstIndex(of: UInt8(ascii: "\n")) ?? between.endIndex
        let rest = between.dropFirst(min(" {".utf8.count, lineFeed - between.startIndex))
        return String(decoding: rest.map { $0 == UInt8(ascii: "\n") ? $0 : UInt8(ascii: " ") }, as: UTF8.self)
    }

    private mutating func directive(for code: SwiftCode) {
        let line = source.location(of: code.range.lowerBound).line
        body += "#sourceLocation(file: \(SwiftLiteral.quoted(source.file)), line: \(line))\n"
    }

    /// The text of `code`; records whether it uses the string catalogue.
    private mutating func noted(_ code: SwiftCode) -> String {
        if code.catalogue != nil { mentionsStrings = true }
        return source.text(code.range)
    }
}

extension String {
    /// The end of a construct begun before this code, on its own line if the code may contain a `//` comment.
    fileprivate func closing(_ closing: String) -> String {
        contains("//") ? "\n" + closing : closing
    }
}
