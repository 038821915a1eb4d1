import PorticoConfig
import PorticoHTML

extension LocalizedText: HTMLRenderable {
    /// Writes the text in the language of the page.
    public func render(into html: inout HTMLWriter) { html.text(string(in: html.language)) }
}
