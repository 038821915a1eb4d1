/// Something that can write itself as HTML: a page or a component.
///
/// Conformances are generated from templates. A conformance written by hand may call only the methods of
/// ``HTMLWriter``, so that nothing reaches a page unescaped.
public protocol HTMLRenderable: Sendable {
    /// Writes the markup of this value.
    func render(into html: inout HTMLWriter)
}
