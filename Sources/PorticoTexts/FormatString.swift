/// A format string: `%@` is a `String`, `%lld` an `Int`, `%2$@` the second argument, `%%` a percent sign.
package struct FormatString: Equatable, Sendable {
    package enum Kind: String, Sendable {
        case string = "String"
        case integer = "Int"
    }

    package enum Segment: Equatable, Sendable {
        case literal(String)
        /// An argument by position, from 1.
        case argument(Int)
    }

    package private(set) var segments: [Segment] = []
    package private(set) var arguments: [Int: Kind] = [:]
    private var nextPosition = 1

    /// - Throws: ``CatalogueProblem`` for an unsupported specifier, or one argument with two types.
    package init(_ text: String) throws(CatalogueProblem) {
        var rest = text[...]
        while let percent = rest.firstIndex(of: "%") {
            append(literal: rest[..<percent])
            rest = rest[rest.index(after: percent)...]
            try appendSpecifier(&rest)
        }
        append(literal: rest)
    }

    private mutating func append(literal: Substring) {
        guard !literal.isEmpty else { return }
        if case .literal(let text) = segments.last {
            segments[segments.count - 1] = .literal(text + literal)
        } else {
            segments.append(.literal(String(literal)))
        }
    }

    private mutating func appendSpecifier(_ rest: inout Substring) throws(CatalogueProblem) {
        if rest.hasPrefix("%") {
            append(literal: rest.prefix(1))
            rest = rest.dropFirst()
            return
        }
        let whole = rest
        let position = Self.takePosition(&rest)
        guard let (specifier, kind) = Self.specifiers.first(where: { rest.hasPrefix($0.0) }) else {
            throw CatalogueProblem(
                "'%\(whole.prefix(4))' is not supported: use %@ for a String, %lld for an Int and %% for a percent sign"
            )
        }
        rest = rest.dropFirst(specifier.count)
        try append(kind, at: position)
    }

    private mutating func append(_ kind: Kind, at position: Int?) throws(CatalogueProblem) {
        let place = position ?? nextPosition
        if position == nil { nextPosition += 1 }
        guard arguments[place, default: kind] == kind else {
            throw CatalogueProblem(
                "argument \(place) is both a String and an Int: give each its own position, as in %\(place + 1)$@")
        }
        arguments[place] = kind
        segments.append(.argument(place))
    }

    private static let specifiers: [(String, Kind)] = [
        ("@", .string), ("lld", .integer), ("ld", .integer), ("d", .integer),
    ]

    private static func takePosition(_ rest: inout Substring) -> Int? {
        let digits = rest.prefix { ("0"..."9").contains($0) }
        guard let position = Int(digits), (1...9).contains(position), rest[digits.endIndex...].hasPrefix("$") else {
            return nil
        }
        rest = rest[digits.endIndex...].dropFirst()
        return position
    }
}

/// A problem in one text of the catalogue; the caller adds the key.
package struct CatalogueProblem: Error, Equatable {
    package let message: String

    package init(_ message: String) {
        self.message = message
    }
}
