import NIOCore
import Testing

@testable import PorticoHTML

@Suite("Escaping")
struct EscapingTests {
    @Test(
        "Text and attributes, character by character",
        arguments: [
            ("&", "&amp;", "&amp;"), ("<", "&lt;", "&lt;"), (">", "&gt;", "&gt;"), ("\"", "\"", "&quot;"),
            ("'", "'", "&#39;"),
            ("`", "`", "`"), ("=", "=", "="), ("/", "/", "/"), ("\n", "\n", "\n"), ("\t", "\t", "\t"),
            ("\u{0C}", "\u{0C}", "\u{0C}"),
            ("\r", "&#13;", "&#13;"), ("\r\n", "&#13;\n", "&#13;\n"), ("\0", "\u{FFFD}", "\u{FFFD}"),
            ("\u{1B}", "\u{FFFD}", "\u{FFFD}"),
            ("\u{7F}", "\u{7F}", "\u{7F}"), ("é🎉漢", "é🎉漢", "é🎉漢"), ("\u{2028}", "\u{2028}", "\u{2028}"), ("", "", ""),
            ("&amp;", "&amp;amp;", "&amp;amp;"), ("a<b", "a&lt;b", "a&lt;b"),
            ("<<>>", "&lt;&lt;&gt;&gt;", "&lt;&lt;&gt;&gt;"),
            ("</script>", "&lt;/script&gt;", "&lt;/script&gt;"),
            ("'><img src=x>", "'&gt;&lt;img src=x&gt;", "&#39;&gt;&lt;img src=x&gt;"),
        ])
    func matrix(value: String, text: String, attribute: String) {
        #expect(written { $0.text(value) } == text)
        #expect(written { $0.text(value[...]) } == text)
        #expect(written { $0.attribute(value) } == attribute)
        #expect(written { $0.attribute(value[...]) } == attribute)
    }

    @Test("Every other ASCII character is unchanged")
    func clean() {
        let special: Set<UInt8> = Set("&<>\"'".utf8)
        let value = String(decoding: (UInt8(0x20)...0x7E).filter { !special.contains($0) }, as: UTF8.self)
        #expect(written { $0.text(value) } == value)
        #expect(written { $0.attribute(value) } == value)
    }

    @Test("Every control character except white space is replaced")
    func controls() {
        for code in (UInt8(0)..<0x20) where ![0x09, 0x0A, 0x0C, 0x0D].contains(code) {
            let value = String(UnicodeScalar(code))
            #expect(written { $0.text(value) } == "\u{FFFD}")
            #expect(written { $0.attribute(value) } == "\u{FFFD}")
        }
    }

    @Test("Long values are escaped to their end")
    func long() {
        let value = String(repeating: "0123456789<é", count: 5000)
        #expect(written { $0.text(value) } == value.replacing("<", with: "&lt;"))
    }

    @Test("Integers are written in digits")
    func integers() {
        #expect(written { $0.text(0) } == "0")
        #expect(written { $0.text(-1) } == "-1")
        #expect(written { $0.text(Int.min) } == "\(Int.min)")
        #expect(written { $0.text(UInt64.max) } == "\(UInt64.max)")
        #expect(written { $0.text(Int128.min) } == "\(Int128.min)")
        #expect(written { $0.attribute(Int8(-128)) } == "-128")
    }

    @Test("Addresses are escaped as attributes")
    func addresses() throws {
        let mail = try #require(WebURL("mailto:o'neil@example.org?a=1&b=2"))
        #expect(written { $0.url(SitePath("/a?b=1&c='2'")) } == "/a?b=1&amp;c=&#39;2&#39;")
        #expect(written { $0.url(mail) } == "mailto:o&#39;neil@example.org?a=1&amp;b=2")
        #expect(written { $0.attribute(SitePath("/a?b=1&c=2")) } == "/a?b=1&amp;c=2")
        #expect(written { $0.attribute(mail) } == "mailto:o&#39;neil@example.org?a=1&amp;b=2")
    }
}

func written(_ write: (inout HTMLWriter) -> Void) -> String {
    var html = HTMLWriter()
    write(&html)
    return String(buffer: html.buffer)
}
