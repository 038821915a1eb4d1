import Foundation
import PorticoHTML
import Testing

@testable import PorticoComponents
@testable import PorticoViews

@Suite("E2 The gallery of components")
struct GalleryTests {
    private static let page = ComponentsPage(
        path: "/dev/components", account: AccountSamples.account, now: AccountSamples.time, style: "/style.css")
    private static var components: [ComponentSamples] { page.families.flatMap(\.components) }

    @Test(arguments: [
        "Badge", "Card", "CardGroup", "DescriptionList", "Pagination", "ProgressBar", "Tabs",
    ])
    func `a component in all its states`(name: String) throws {
        let component = try #require(Self.components.first { $0.component == name })
        let markup = component.samples.map { "<!-- \($0.state) -->\n" + render(AnyPage($0.content)) }.joined()
        try Snapshot.expect(markup, named: "component-\(name)")
    }

    @Test func `every sample is shown, with its code`() {
        let shown = Self.components.flatMap { component in
            component.samples.filter { $0.shown == nil }.map { "\(component.component), \($0.state)" }
        }
        #expect(shown.sorted() == ComponentSamples.code.keys.sorted())
        #expect(Set(shown).count == shown.count)
        let markup = render(Self.page)
        #expect(count(of: #"<details class="gallery-code">"#, in: markup) == shown.count)
        for component in Self.components {
            #expect(count(of: "<a class=\"link\" href=\"#\(component.id)\">", in: markup) == 1)
        }
    }

    @Test func `no id is repeated`() {
        let shown = render(Self.page).replacing(/<pre>[^<]*<\/pre>/, with: "")
        let ids = shown.matches(of: /\sid="([^"]+)"/).map { String($0.output.1) }
        #expect(Dictionary(grouping: ids) { $0 }.filter { $0.value.count > 1 }.isEmpty)
    }

    @Test func `its look is that of its address, if the page offers it`() {
        var page = Self.page
        page.look = ComponentsPage.Look(direction: "rtl", appearance: "dark", textSize: "XXXL")
        let markup = render(page)
        #expect(markup.contains(#"<div id="components" dir="rtl" data-theme="dark" data-shown-size="XXXL">"#))
        #expect(markup.contains(#"href="/dev/components?appearance=light&amp;direction=rtl&amp;size=XXXL""#))
        #expect(count(of: #"aria-current="page""#, in: markup) == 5, "three switches, and two samples")
        #expect(
            ComponentsPage.Look(direction: "up", appearance: "blue", textSize: "L")
                == ComponentsPage.Look(textSize: "L"))
    }

    @Test func `a progress is between nothing and everything`() {
        let written = [-1, 0.25, 7, .nan].map { ProgressBar(id: "p", label: "p", value: $0).written }
        #expect(written == ["0.0", "0.25", "1.0", "0.0"])
    }
}
