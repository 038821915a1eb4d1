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
}

/// Swift code between markers, without surrounding white space.
struct SwiftCode: Equatable, Sendable {
    /// The offsets of the code.
    let range: Range<Int>
    /// The offset of its opening marker.
    let opening: Int
}
