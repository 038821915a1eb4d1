import Foundation
import PorticoTestSupport
import Testing

@testable import PorticoConfig

@Suite("A localized text")
struct LocalizedTextTests {
    private func json(_ text: LocalizedText) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(text), as: UTF8.self)
    }

    private func decode(_ json: String) throws -> LocalizedText {
        try JSONDecoder().decode(LocalizedText.self, from: Data(json.utf8))
    }

    @Test("has the language of each reader, in its arguments too")
    func languages() {
        let text = LocalizedText.hello(.guests(3))
        #expect(text.string(in: "en") == "Hello 3 guests")
        #expect(text.string(in: "de") == "Hallo 3 Gäste")
        #expect(LocalizedText.hello("Ada").string(in: "de") == "Hallo Ada")
        #expect("\(text)" == "Hello 3 guests")
    }

    @Test("without an entry is the same in every language")
    func verbatim() throws {
        let text: LocalizedText = "Order \(7) sent"
        #expect(text.string(in: "de") == "Order 7 sent")
        #expect(try json(text) == #""Order 7 sent""#)
        #expect(try decode(#""Order 7 sent""#) == text)
        #expect("".localizedText.isEmpty && !text.isEmpty)
    }

    @Test("is stored as its key and arguments")
    func stored() throws {
        let text = LocalizedText.hello(.guests(3))
        let stored = #"""
            {"arguments":[{"arguments":[3],"catalogue":"PorticoTestSupport.GreetingTexts","key":"guests"}],\#
            "catalogue":"PorticoTestSupport.GreetingTexts","key":"hello"}
            """#
        #expect(try json(text) == stored)
        #expect(try decode(stored) == text)
        #expect(try decode(stored).string(in: "de") == "Hallo 3 Gäste")
    }

    @Test("of an entry that no catalogue has is its key, and missing arguments are empty")
    func unknown() throws {
        let text = try decode(#"{"arguments":["Ada"],"catalogue":"Other.Strings","key":"goodbye"}"#)
        #expect(text.string(in: "en") == "goodbye")
        #expect(try decode(try json(text)) == text)
        #expect(LocalizedText(entry: text, text: "Goodbye, Ada").string(in: "de") == "Goodbye, Ada", "as it was stored")
        #expect(LocalizedText(entry: .hello("Ada"), text: "Hello Ada").string(in: "de") == "Hallo Ada")
        GreetingTexts.register()
        let named = { (key: String) in
            try decode(#"{"arguments":[],"catalogue":"PorticoTestSupport.GreetingTexts","key":"\#(key)"}"#)
        }
        #expect(try named("goodbye").string(in: "en") == "goodbye")
        #expect(try named("hello").string(in: "en") == "Hello ")
        #expect(try named("guests").string(in: "en") == "0 guests")
    }
}
