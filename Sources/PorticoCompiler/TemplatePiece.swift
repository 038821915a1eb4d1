/// A piece of a template, in file order.
enum TemplatePiece: Equatable, Sendable {
    /// Markup, written unchanged.
    case literal(Range<Int>)
    /// `{{ expression }}`
    case value(SwiftCode)
    /// `{% statement %}`
    case statement(SwiftCode)
    /// `{# comment #}`
    case comment(Range<Int>)

    /// The code of a value or a statement.
    var code: SwiftCode? {
        switch self {
        case .value(let code), .statement(let code): code
        case .literal, .comment: nil
        }
    }
}

/// Swift code between markers, without surrounding white space.
struct SwiftCode: Equatable, Sendable {
    /// The offsets of the code.
    let range: Range<Int>
    /// The offset of its opening marker.
    let opening: Int
    /// The offset of the first `t`, the string catalogue: of `t.title`, or as an argument in `sentence(t)`; nil if the
    /// code does not use it.
    let catalogue: Int?
    /// The calls of `asset`.
    let assets: [AssetUse]
}

/// A call of `asset` in Swift code.
struct AssetUse: Equatable, Sendable {
    let offset: Int
    /// The name of the file; nil if it is not written as text.
    let name: String?
}
