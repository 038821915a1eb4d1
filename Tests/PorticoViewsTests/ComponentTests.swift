import Foundation
import PorticoHTML
import Testing

@testable import PorticoComponents
@testable import PorticoViews

@Suite("E1 E2 Components")
struct ComponentTests {
    @Test func `rows are the only children of their list, so the last one has no divider`() {
        let markup = render(
            CellGroup(
                id: "g",
                cells: ["a", "b", "c"].map { .detail(DetailCell(id: $0, title: $0, value: .text($0))) }))
        #expect(count(of: #"<li class="cell""#, in: markup) == 3)
        let list = markup.split(separator: #"<ul class="cells" role="list">"#)[1].split(separator: "</ul>")[0]
        #expect(list.trimmingPrefix { $0.isWhitespace }.hasPrefix(#"<li class="cell" id="a">"#))
        #expect(list.contains(#"<li class="cell" id="c">"#))
        #expect(String(list.reversed().drop { $0.isWhitespace }.reversed()).hasSuffix("</li>"))
    }

    @Test func `a group without cells says that it is empty, or is hidden`() {
        let hidden = render(CellGroup(id: "g", header: "Orders", cells: []))
        #expect(hidden.contains(#"aria-labelledby="g-header" hidden>"#))
        let empty = render(CellGroup(id: "g", header: "Orders", cells: [], empty: "No orders <yet>."))
        #expect(empty.contains(#"aria-labelledby="g-header">"#) && empty.contains("No orders &lt;yet&gt;."))
        #expect(count(of: #"<li class="cell""#, in: empty) == 1)
        let filled = render(
            CellGroup(
                id: "g", cells: [.detail(DetailCell(id: "a", title: "a", value: .text("a")))], empty: "No orders."))
        #expect(!filled.contains("No orders."))
    }

    @Test func `a refused field gets the focus, also without script`() {
        var input = FormInput(values: ["a": "1", "b": "2"])
        input.refuse("b", "No.")
        let isFocused = ["a", "b"].map {
            render(Field(id: $0, kind: .text, label: $0, input: input)).contains(" autofocus")
        }
        #expect(isFocused == [false, true])
    }

    @Test func `dividers are drawn on all rows but the last`() throws {
        #expect(try PublicFiles.text("css/main.css").contains(".cell:not(:last-child):after"))
    }

    @Test(arguments: [true, false])
    func `a toggle sends its next state`(isOn: Bool) {
        let markup = render(
            ToggleCell(
                id: "wifi", title: "Wi-Fi", isOn: isOn, action: "/settings/wifi", account: "local:ada"))
        #expect(markup.contains(#"<form method="post" action="/settings/wifi" data-toggle>"#))
        #expect(markup.contains(#"<input type="hidden" name="account" value="local:ada">"#))
        #expect(markup.contains(#"role="switch" aria-checked="\#(isOn)" name="value" value="\#(isOn ? "off" : "on")""#))
    }

    @Test(arguments: [
        (0, "Less than a minute"), (59, "Less than a minute"), (60, "1 minute"), (7_199, "119 minutes"),
        (7_200, "2 hours"), (172_799, "47 hours"), (172_800, "2 days"), (864_000, "10 days"),
    ])
    func `a length of time is told in one unit, of which it has two or more`(seconds: Int, words: String) {
        #expect(ReaderFormat(Strings(language: "en")).duration(.seconds(seconds)) == words)
    }

    @Test func `the cover is named, covers everything and cannot be dismissed`() {
        let cover = render(Presented(LoginCover(appName: "Portico")))
        #expect(cover.contains(#"data-style="fullScreen" data-portico-modal-in-presentation closedby="none""#))
        #expect(cover.contains(#"aria-label="Please log in""#))
        #expect(!cover.contains("data-url"))
    }
}
