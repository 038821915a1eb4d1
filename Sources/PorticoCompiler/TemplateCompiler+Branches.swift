/// Statements and their bodies: each body must begin and end in the tokenizer state of its statement.
extension TemplateCompiler {
    mutating func open(_ kind: Branch.Kind, _ code: SwiftCode) {
        branches.append(Branch(kind, code, tokenizer: tokenizer))
        tokenizer.elements.floor = tokenizer.elements.depth
        if kind == .for, tokenizer.cursor.isInTag { tokenizer.cursor.state = .afterAttribute }
        emitter.open(kind, code)
    }

    mutating func continueWithElse(_ statement: Statement, _ code: SwiftCode) {
        let word = statement == .else ? "else" : "else if"
        guard let branch = branches.last, branch.kind == .if else {
            return error(
                "'\(word)' stands outside {% if %}: remove it, or end what began inside the {% if %} first",
                at: code.opening)
        }
        guard !branch.hasElse else {
            return error("'\(word)' comes after {% else %}, which is the last branch: move it before", at: code.opening)
        }
        endBody(at: code.opening)
        branches[branches.count - 1].hasElse = statement == .else
        emitter.continueIf(code, isPlain: statement == .else)
    }

    mutating func continueWithCase(_ code: SwiftCode) {
        guard let branch = branches.last, branch.kind == .switch else {
            return error(
                "'case' stands outside {% switch %}: remove it, or end what began inside the case first",
                at: code.opening)
        }
        if source.bytes[code.range.upperBound - 1] == UInt8(ascii: ":") {
            error("a case has no colon here: write {% case .open %}", at: code.opening)
        }
        if branch.hasCase { endBody(at: code.opening) }
        branches[branches.count - 1].hasCase = true
        emitter.continueSwitch(code, from: branch.hasCase ? nil : branch.code)
    }

    mutating func end(_ code: SwiftCode) {
        guard let branch = branches.last else {
            return error(
                "'end' ends nothing: remove it, or begin with {% if %}, {% for %} or {% switch %}", at: code.opening)
        }
        if branch.awaitsCase {
            error("this switch has no case: add {% case .open %}, or {% case _ %} for the rest", at: branch.opening)
        }
        endBody(at: code.opening)
        let ended = branches.removeLast()
        tokenizer.cursor = ended.joined
        tokenizer.attributes = ended.joinedAttributes
        tokenizer.elements.floor = branch.outerFloor
        emitter.end(branch.kind)
    }

    /// Checks that a body ends in the state in which it began, and restores that state for the next body.
    private mutating func endBody(at offset: Int) {
        let branch = branches[branches.count - 1]
        for element in tokenizer.elements.truncate(to: branch.depth) where element.start > branch.opening {
            error(
                "<\(element.name)> is opened in this {% %} body but not closed in it: close it before the body ends",
                at: element.start)
        }
        if tokenizer.cursor.isSamePlace(as: branch.start) {
            if case .quotedValue = tokenizer.cursor.state { tokenizer.checkAddress() }
            branches[branches.count - 1].joined = branch.joined.joined(with: tokenizer.cursor)
            branches[branches.count - 1].joinedAttributes.merge(tokenizer.attributes) { $1 }
        } else {
            error(
                "this body began \(branch.start.description) and ends \(tokenizer.cursor.description): "
                    + "a body must end where it began, so move the quote or tag into it or out of it",
                at: offset)
        }
        tokenizer.cursor = branch.start
        tokenizer.attributes = branch.attributes
        tokenizer.value = branch.value
    }
}
