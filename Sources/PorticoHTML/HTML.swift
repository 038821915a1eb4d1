/// Rendered markup, inserted into other markup unchanged.
///
/// Only a component can create it: a string cannot become `HTML`.
public struct HTML: HTMLRenderable {
    /// The rendered bytes, UTF-8.
    let bytes: [UInt8]

    /// Renders `component` once, in `language` (a BCP 47 tag).
    ///
    /// It does not know the page that it will stand in: a way back leads to the launch, and a mark is Portico's own.
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
