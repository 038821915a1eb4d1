/// Markup that has been rendered already, to be put into other markup as it is.
///
/// It is made only from a component: there is no way to turn a string into `HTML`.
public struct HTML: HTMLRenderable {
    /// The rendered bytes, UTF-8.
    let bytes: [UInt8]

    /// Renders `component` once, in `language` (a BCP 47 tag).
    public init(_ component: some HTMLRenderable, language: String) {
        var writer = HTMLWriter(capacity: 1024, language: language)
        component.render(into: &writer)
        self.bytes = writer.output
    }

    public func render(into html: inout HTMLWriter) {
        html.output.append(contentsOf: bytes)
    }
}
