/// Compiles one template to Swift, or reports all its errors.
struct TemplateCompiler {
    let source: SourceText
    var tokenizer: HTMLTokenizer
    var emitter: SwiftEmitter
    var branches: [Branch] = []
    /// Whether a statement was not recognized; its `{% end %}` is then not reported.
    private var hasUnknownStatement = false
    private let hasStrings: Bool
    private let publicFiles: Set<String>

    /// - Parameters:
    ///   - name: the struct of the template.
    ///   - hasStrings: whether the target has a string catalogue.
    ///   - module: the module to import, with the components.
    ///   - publicFiles: the names of the target's public files.
    init(
        _ source: SourceText, name: String, hasStrings: Bool, module: String = "PorticoHTML",
        publicFiles: Set<String> = []
    ) {
        self.source = source
        self.hasStrings = hasStrings
        self.publicFiles = publicFiles
        self.tokenizer = HTMLTokenizer(source)
        self.emitter = SwiftEmitter(source, name: name, hasStrings: hasStrings, module: module)
    }

    /// The generated file.
    ///
    /// - Throws: ``CompilationFailure`` with all errors.
    mutating func compile() throws(CompilationFailure) -> String {
        var reader = TemplateReader(source)
        let pieces = reader.read().droppingFinalLineFeed(in: source).droppingStatementLines(in: source)
        for piece in pieces {
            requireCatalogue(for: piece)
            requireAssets(of: piece)
            compile(piece)
        }
        if reader.diagnostics.all.isEmpty { finish() }
        let all = reader.diagnostics.all + tokenizer.diagnostics.all
        guard all.isEmpty else { throw CompilationFailure(all) }
        return emitter.finish()
    }

    mutating func error(_ message: String, at offset: Int) {
        tokenizer.error(message, at: offset)
    }

    private mutating func requireCatalogue(for piece: TemplatePiece) {
        guard !hasStrings, let use = piece.code?.catalogue else { return }
        error(
            "'t' is the string catalogue, and this target has none: add Localizable.xcstrings to the target's folder, and exclude it in Package.swift",
            at: use)
    }

    /// Reports each `asset("NAME")` that names no public file of the target.
    private mutating func requireAssets(of piece: TemplatePiece) {
        for use in piece.code?.assets ?? [] {
            guard let name = use.name else {
                error("asset() takes the name of a public file as text: write asset(\"NAME\")", at: use.offset)
                continue
            }
            guard !publicFiles.contains(name) else { continue }
            error(
                publicFiles.isEmpty
                    ? "the target has no public files: add \(name) to its folder Public, and the plugin PorticoPlugin"
                    : "the target's folder Public has no file \(name): correct the name, or add the file",
                at: use.offset)
        }
    }

    private mutating func compile(_ piece: TemplatePiece) {
        switch piece {
        case .comment: break
        case .literal(let range): compile(literal: range)
        case .value(let code):
            protectLineFeed()
            compile(value: code)
        case .statement(let code):
            protectLineFeed()
            compile(statement: code)
        }
    }

    private mutating func protectLineFeed() {
        if tokenizer.takesLineFeed() { emitter.literal([UInt8(ascii: "\n")]) }
    }

    private mutating func compile(literal range: Range<Int>) {
        if branches.last?.awaitsCase == true {
            guard let text = range.first(where: { !source.bytes[$0].isHTMLSpace }) else { return }
            errorBeforeCase(at: text)
        }
        tokenizer.feed(range)
        emitter.literal(source.bytes[range])
    }

    private mutating func compile(value code: SwiftCode) {
        if branches.last?.awaitsCase == true { errorBeforeCase(at: code.opening) }
        let isRepeated = branches.contains { branch in
            guard branch.kind == .for, case .quotedValue = branch.start.state else { return false }
            return branch.start.attributeStart == tokenizer.cursor.attributeStart
        }
        switch tokenizer.placeOfValue(isRepeated: isRepeated) {
        case .success(let place): emitter.value(code, in: place)
        case .failure(let misplaced): error(misplaced.message, at: code.opening)
        }
    }

    private mutating func compile(statement code: SwiftCode) {
        switch Statement.parse(source.text(code.range)) {
        case .failure(let problem):
            hasUnknownStatement = true
            error(problem.message, at: code.opening)
        case .success(let statement):
            if branches.last?.awaitsCase == true, statement != .case, statement != .end {
                errorBeforeCase(at: code.opening)
            }
            compile(statement, code)
        }
    }

    private mutating func compile(_ statement: Statement, _ code: SwiftCode) {
        tokenizer.settle(at: code.opening)
        switch statement {
        case .if: open(.if, code)
        case .for: open(.for, code)
        case .switch: open(.switch, code)
        case .elseIf, .else: continueWithElse(statement, code)
        case .case: continueWithCase(code)
        case .end:
            if !branches.isEmpty || !hasUnknownStatement { end(code) }
        }
    }

    private mutating func finish() {
        for branch in branches {
            error("'\(branch.kind.rawValue)' has no end: add {% end %} where it stops", at: branch.opening)
        }
        tokenizer.finish()
    }

    private mutating func errorBeforeCase(at offset: Int) {
        error("nothing may stand between {% switch %} and its first {% case %}: move this into a case", at: offset)
    }
}

/// All errors of one input.
struct CompilationFailure: Error {
    let diagnostics: [Diagnostic]

    init(_ diagnostics: [Diagnostic]) {
        self.diagnostics = diagnostics.sorted {
            ($0.location.line, $0.location.column) < ($1.location.line, $1.location.column)
        }
    }
}
