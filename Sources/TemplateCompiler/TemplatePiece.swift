/// What a template consists of, in the order of the file.
enum TemplatePiece: Equatable, Sendable {
    /// Markup that is written as it is.
    case literal(Range<Int>)
    /// `{{ expression }}`
    case value(SwiftCode)
    /// `{% statement %}`
    case statement(SwiftCode)
    /// `{# comment #}`
    case comment(Range<Int>)
}

/// Swift between the markers, without the blanks at its ends.
struct SwiftCode: Equatable, Sendable {
    /// Where the code stands.
    let range: Range<Int>
    /// Where its opening marker stands.
    let opening: Int
}
