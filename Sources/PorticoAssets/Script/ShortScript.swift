/// Minifies a script of this project: removes comments and white space, and shortens local names.
///
/// It relies on the style of these scripts: no code reads the name of a function or class, or assigns to a constant, so
/// `const` is written as `let`. Exported and imported names, browser globals, properties, keys, labels and strings
/// stay. A script with unknown syntax, a licence comment (`/*!`), `eval` or `with` is returned unchanged.
enum ShortScript {
    static func shortened(_ bytes: [UInt8]) -> [UInt8] {
        guard String(validating: bytes, as: UTF8.self) != nil, let script = try? ScriptReader.read(bytes) else {
            return bytes
        }
        let places = ScriptPlaces(script)
        let own = OwnNames(script, places: places)
        guard own.others.isDisjoint(with: ["eval", "with"]) else { return bytes }
        return written(script, names: ShortNames(script, own: own).names, places: places)
    }

    private static func written(_ script: Script, names: [String?], places: ScriptPlaces) -> [UInt8] {
        var bytes: [UInt8] = []
        let further = furtherDeclarations(in: script, places: places)
        for (index, token) in script.tokens.enumerated()
        where !isNeedless(index, in: script) && !further.contains(index) {
            let name = names[index]
            let text =
                switch places.places[index] {
                case .shorthand: name.map { "\(token.text):\($0)" } ?? token.text
                case .variable where token.text == "const": "let"
                default: further.contains(index + 1) ? "," : name ?? token.text
                }
            if index > 0, let last = bytes.last, let first = text.utf8.first {
                let before = script.tokens[index - 1]
                if needsBreak(before, token) {
                    bytes.append(UInt8(ascii: "\n"))
                } else if needsSpace(before, last: last, first: first) {
                    bytes.append(UInt8(ascii: " "))
                }
            }
            bytes += text.utf8
        }
        return bytes
    }

    /// Declarations that directly follow another one, so that a comma replaces `; const`.
    private static func furtherDeclarations(in script: Script, places: ScriptPlaces) -> Set<Int> {
        var further: Set<Int> = []
        var last: [Int?: Int] = [:]
        for index in script.tokens.indices
        where ["const", "let"].contains(script.text(index)) && places.places[index] == .variable
            && script.text(index - 1) != "export"
        {
            let before = last.updateValue(index, forKey: script.enclosing[index])
            if let before, script.text(index - 1) == ";", script.endOfStatement(before) == index - 1 {
                further.insert(index)
            }
        }
        return further
    }

    /// Whether the token is a trailing comma.
    private static func isNeedless(_ index: Int, in script: Script) -> Bool {
        guard script.tokens[index].text == ",", let next = script.tokens.dropFirst(index + 1).first else {
            return false
        }
        return next.kind == .sign && ["}", ")"].contains(next.text)
    }

    /// Whether the line break between two tokens must stay, because it may end a statement.
    private static func needsBreak(_ before: ScriptToken, _ token: ScriptToken) -> Bool {
        token.isAfterBreak && !goingOn.contains(before.text) && !following.contains(token.text)
    }

    private static let goingOn: Set = ["{", ";", ",", "(", "[", "=>", "&&", "||", "?", ":", "="]
    private static let following: Set = [".", "?.", "&&", "||", "??", ":", "?", "}", ")", "]", ";", ","]

    /// Whether two tokens without a space would form another token or start a comment.
    private static func needsSpace(_ before: ScriptToken, last: UInt8, first: UInt8) -> Bool {
        switch before.kind {
        case .regularExpression: first.isInWord
        case .number where first == UInt8(ascii: "."): true
        case .sign:
            last == first && "+-/".utf8.contains(last) || last == UInt8(ascii: "<") && first == UInt8(ascii: "!")
        default: last.isInWord && first.isInWord
        }
    }
}
