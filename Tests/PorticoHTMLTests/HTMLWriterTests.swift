import NIOCore
import Testing

@testable import PorticoHTML

@Suite("Writing a page")
struct HTMLWriterTests {
    private struct Item: HTMLRenderable {
        let name: String

        func render(into html: inout HTMLWriter) {
            html.markup("<i lang=\"é\">")
            html.text(name)
            html.markup("</i>")
        }
    }

    private struct Language: HTMLRenderable {
        func render(into html: inout HTMLWriter) {
            html.text(html.language)
        }
    }

    @Test(
        "The direction is that of the language's script",
        arguments: [("en", "ltr"), ("ar", "rtl"), ("ar-EG", "rtl"), ("he", "rtl"), ("art-x-test", "ltr"), ("", "ltr")])
    func direction(language: String, direction: String) {
        #expect(HTMLWriter(language: language).direction == direction)
    }

    @Test("Components render in place, alone, in a row, of different types, and as HTML from before")
    func components() {
        #expect(written { $0.text(Item(name: "<")) } == "<i lang=\"é\">&lt;</i>")
        #expect(written { $0.text([Item(name: "a"), Item(name: "b")]) } == "<i lang=\"é\">a</i><i lang=\"é\">b</i>")
        #expect(written { $0.text([Item(name: "a"), Language()] as [any HTMLRenderable]) } == "<i lang=\"é\">a</i>en")
        #expect(written { $0.text(HTML(Item(name: "&"), language: "en")) } == "<i lang=\"é\">&amp;</i>")
    }

    @Test("HTML from before keeps its language")
    func language() {
        let made = HTML(Language(), language: "de")
        var html = HTMLWriter(language: "fr")
        html.text(made)
        html.text(Language())
        #expect(String(buffer: html.buffer) == "defr")
    }

    @Test("A page that outgrows its capacity is complete")
    func growth() {
        var html = HTMLWriter(capacity: 1)
        for _ in 0..<1000 { html.markup("<b>x</b>") }
        #expect(html.buffer.readableBytes == 8000)
    }

    @Test("A document is cut at the first split")
    func split() {
        var html = HTMLWriter()
        #expect(html.splitIndex == nil)
        html.markup("é")
        html.split()
        html.markup("b")
        html.split()
        #expect(html.splitIndex == 2)
    }
}
