/// A value that renders itself as HTML: a page or a component.
///
/// Conformances are generated from templates. A hand-written conformance may call only the methods of ``HTMLWriter``,
/// so that all values are escaped.
public protocol HTMLRenderable: Sendable {
    /// Writes the markup of this value.
    func render(into html: inout HTMLWriter)
}
