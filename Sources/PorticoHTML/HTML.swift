/// Rendered markup, inserted into other markup unchanged.
///
/// Only a component can create it: a string cannot become `HTML`.
public struct HTML: HTMLRenderable {
    /// The rendered bytes, UTF-8.
    let bytes: [UInt8]

    /// Renders `component` once, in `language` (a BCP 47 tag).
    ///
    /// The result does not depend on a page: links back lead to the launch, and the mark is Portico's own.
    public init(_ component: some HTMLRenderable, language: String) {
        var writer = HTMLWriter(capacity: 1024, language: language)
        component.render(into: &writer)
        self.bytes = writer.output
    }

    /// Writes the rendered bytes unchanged.
    public func render(into html: inout HTMLWriter) {
        html.output.append(contentsOf: bytes)
    }
}
