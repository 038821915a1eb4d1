import Foundation
import PorticoConfig
import PorticoHTML
import PorticoTestSupport
import Testing

@testable import PorticoComponents
@testable import PorticoViews

@Suite("D2 D3 HUD and toasts as values")
struct HudTests {
    private func decode<Value: Decodable>(_ json: String, as type: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(type, from: Data(json.utf8))
    }

    private static let full: HudContent = {
        var content = HudContent.progress(0.4, "Exporting \"all\"…")
        content.id = "export"
        content.html = "drawing"
        content.animation = .init(curve: .easeInOut, duration: 0.25)
        content.transition = [.opacity, .scale, .move(.bottom)]
        content.alignment = .bottomTrailing
        content.ignoresSafeAreaEdges = [.top, .leading]
        content.background = HudColor(red: 1, green: 0.5, blue: 0, opacity: 0.25)
        content.interactiveHide = true
        content.grace = 0.3
        content.minimum = 0.5
        content.duration = 2
        content.cancel = "/tasks/7/cancel"
        content.path = "/account/data?a=1"
        return content
    }()

    @Test func `every field of a content has its name in JSON, and comes back`() throws {
        let json = """
            {"alignment":"bottomTrailing","animation":{"curve":"easeInOut","duration":0.25},"background":"#ff800040",\
            "cancel":"/tasks/7/cancel","duration":2,"grace":0.3,"html":"drawing","id":"export",\
            "ignoresSafeAreaEdges":["top","leading"],"interactiveHide":true,"kind":"progress","minimum":0.5,\
            "path":"/account/data?a=1","text":"Exporting \\"all\\"…","transition":["opacity","scale","moveBottom"],\
            "value":0.4,"version":1}
            """
        #expect(CompactJSON.text(Self.full) == json)
        #expect(try decode(json) == Self.full)
        #expect(Mirror(reflecting: Self.full).children.count == 16, "a new field needs a place in this test")
    }

    @Test func `nil values are left out`() throws {
        let json = #"{"id":"hud","kind":"activity","version":1}"#
        #expect(CompactJSON.text(HudContent(id: "hud")) == json)
        #expect(try decode(json) == HudContent(id: "hud"))
        #expect(try decode(#"{"id":"hud"}"#) == HudContent(id: "hud"))
        #expect(try decode(#"{"id":"a","html":"drawing"}"#) == HudContent.custom(template: "drawing", id: "a"))
    }

    @Test func `a content without an id gets one of its own`() throws {
        let contents: [HudContent] = [
            HudContent(), .activity(), .info("One"), .info("One"), try decode("{}"), try decode("{}"),
        ]
        #expect(Set(contents.map(\.id)).count == contents.count)
    }

    @Test func `script has the same defaults as the server`() throws {
        let file = PublicFiles.folder.deletingLastPathComponent().appending(path: "js/main/hud.js")
        let script = try String(contentsOf: file, encoding: .utf8)
        let style = HudStyle()
        let transition = try decode(CompactJSON.text(style.transition), as: [String].self).joined(separator: ",")
        for line in [
            #"alignment: "\#(style.alignment)", transition: "\#(transition)""#,
            #"ignoresSafeAreaEdges: "", background: "\#(style.background.hex)", minimum: \#(Int(style.minimum))"#,
            #"animation: { curve: "\#(style.animation.curve)", duration: \#(style.animation.duration) }"#,
        ] { #expect(script.contains(line)) }
        #expect(style.ignoresSafeAreaEdges.isEmpty && !style.interactiveHide && style.grace == 0)
    }

    @Test(arguments: HudContent.Kind.allCases, HudContent.Alignment.allCases)
    func `kinds and alignments come back`(kind: HudContent.Kind, alignment: HudContent.Alignment) throws {
        var content = HudContent(kind: kind)
        content.alignment = alignment
        #expect(try decode(CompactJSON.text(content)) == content)
    }

    @Test(arguments: HudContent.Edge.allCases, HudContent.Animation.Curve.allCases)
    func `transitions, edges and curves come back`(edge: HudContent.Edge, curve: HudContent.Animation.Curve) throws {
        for transition: HudContent.Transition in [[], .move(edge), [.opacity, .move(edge)]] {
            var content = HudContent()
            content.transition = transition
            content.ignoresSafeAreaEdges = [edge]
            content.animation = .init(curve: curve, duration: 1)
            #expect(try decode(CompactJSON.text(content)) == content)
        }
    }

    @Test func `defaults of the installation are left out`() throws {
        #expect(CompactJSON.text(HudStyle()) == #"{"version":1}"#)
        var style = HudStyle()
        style.background = try #require(HudColor(hex: "#102030"))
        style.interactiveHide = true
        style.animation = .init(curve: .ease, duration: 0.3)
        style.transition = []
        style.alignment = .top
        style.ignoresSafeAreaEdges = [.bottom]
        style.grace = 0.2
        style.minimum = 0.4
        let json = """
            {"alignment":"top","animation":{"curve":"ease","duration":0.3},"background":"#102030ff","grace":0.2,\
            "ignoresSafeAreaEdges":["bottom"],"interactiveHide":true,"minimum":0.4,"transition":[],"version":1}
            """
        #expect(CompactJSON.text(style) == json)
        #expect(try decode(json) == style)
    }

    @Test func `every field of a toast has its name in JSON, and comes back`() throws {
        let toast = Toast(
            "Order 7 is gone", kind: .failure, id: "order", action: .init(label: "Undo", href: "/orders/7"), duration: 0
        )
        let json = """
            {"action":{"href":"/orders/7","label":"Undo"},"duration":0,"id":"order","kind":"failure",\
            "text":"Order 7 is gone","version":1}
            """
        #expect(CompactJSON.text(toast) == json)
        #expect(try decode(json) == toast)
        let minimal: Toast = "Saved"
        #expect(CompactJSON.text(minimal) == #"{"kind":"info","text":"Saved","version":1}"#)
        #expect(try decode(#"{"text":"Saved"}"#) == minimal)
    }

    @Test func `stored toasts and HUDs have the entries of a catalogue, and texts for earlier versions`() throws {
        let toast = Toast(.hello("Ada"), action: .init(label: .guests(2), href: "/guests"))
        let stored = CompactJSON.text(toast)
        #expect(stored.contains(#""label":"2 guests""#) && stored.contains(#""text":"Hello Ada""#))
        #expect(try decode(stored) == toast)
        let hud = HudContent.success(.guests(2), id: "hud")
        #expect(CompactJSON.text(hud).contains(#""text":"2 guests""#))
        #expect(try decode(CompactJSON.text(hud)) == hud)
    }

    @Test func `a list of ten thousand items is stored, too`() throws {
        let toast = Toast.settingsImported(1, unknown: (1...10_000).map { "name\($0)" })
        let stored = CompactJSON.text(toast)
        #expect(try decode(stored) == toast)
        #expect(toast.text.description.contains("name20") && !toast.text.description.contains("name21"))
    }

    @Test func `toasts and HUDs are written in the language of the page`() {
        let notices = Notices(toasts: [Toast(.hello("Ada"))], huds: [.success(.guests(2), id: "hud")])
        let markup = render(Toaster(notices: notices), in: "de")
        #expect(markup.contains(#"<span class="toast-text">Hallo Ada</span>"#))
        #expect(markup.contains("&quot;text&quot;:&quot;2 Gäste&quot;"))
    }

    @Test func `the action of a toast can be a form, which has the account of the page that shows it`() throws {
        let undo = Toast.Action(label: "Undo", posting: ["order": "7", "by": "\"ada\""], to: "/orders/restored")
        let toast = Toast("Deleted", action: undo)
        let json = #"""
            {"action":{"fields":{"by":"\"ada\"","order":"7"},"label":"Undo","post":"/orders/restored"},"kind":"info","text":"Deleted","version":1}
            """#
        #expect(CompactJSON.text(toast) == json)
        #expect(try decode(json) == toast)
        let html = render(Toaster(notices: Notices(toasts: [toast]).on(pageOf: "local/ada")))
        #expect(
            html.contains(
                """
                <form method="post" action="/orders/restored" data-toggle>\
                <input type="hidden" name="account" value="local/ada">\
                <input type="hidden" name="by" value="&quot;ada&quot;"><input type="hidden" name="order" value="7">\
                <button class="bar-item bar-item-strong toast-action" type="submit">Undo</button></form>
                """), "\(html)")
        let link = Toast("Sent", action: .init(label: "Open", href: "/orders/7"))
        #expect(Notices(toasts: [link]).on(pageOf: "local/ada").toasts == [link])
        #expect(try decode(CompactJSON.text(link)) == link)
    }

    @Test func `a newer version is refused`() {
        let json = #"{"id":"a","text":"b","version":2}"#
        #expect(throws: DecodingError.self) { try decode(json, as: HudContent.self) }
        #expect(throws: DecodingError.self) { try decode(json, as: HudStyle.self) }
        #expect(throws: DecodingError.self) { try decode(json, as: Toast.self) }
    }

    @Test func `unknown names are skipped`() throws {
        #expect(try decode(#"{"id":"a","shape":{"round":true},"version":1}"#) == HudContent(id: "a"))
        #expect(try decode(#"{"text":"b","sound":"bell"}"#) == Toast("b"))
    }

    @Test(arguments: [
        #"{"kind":"party"}"#, #"{"transition":["spin"]}"#, #"{"background":"red"}"#, ##"{"background":"#12345g78"}"##,
        #"{"cancel":"https://elsewhere.example/"}"#, #"{"path":"//elsewhere.example"}"#, #"{"value":"half"}"#,
    ])
    func `invalid values are refused`(json: String) {
        #expect(throws: DecodingError.self) { try decode(json, as: HudContent.self) }
    }

    @Test func `a colour has 255 steps`() {
        #expect(HudColor(red: 0.2, green: -1, blue: 7, opacity: .nan).hex == "#3300ff00")
        #expect(HudColor(hex: "#0a0B0c")?.hex == "#0a0b0cff")
        #expect(HudColor(hex: HudStyle().background.hex) == HudStyle().background)
        for hex in ["", "#", "0a0b0c", "#0a0b0", "#0a0b0c0", "#+a0b0c", "#ＡＡ"] { #expect(HudColor(hex: hex) == nil) }
    }

    @Test func `a number that JSON cannot express does no harm`() {
        #expect(
            CompactJSON.text(HudContent.progress(.nan, id: "hud"))
                == #"{"id":"hud","kind":"progress","value":0,"version":1}"#)
        #expect(CompactJSON.text(Toast("Saved", duration: .infinity)) == CompactJSON.text(Toast("Saved", duration: 0)))
        #expect(ToastItem(Toast("Saved", duration: .infinity)).duration == 0, "in the page too")
        var content = HudContent.success("Saved", id: "hud")
        content.animation = .init(duration: .infinity)
        content.duration = .infinity
        let animation = #""animation":{"curve":"linear","duration":0}"#
        #expect(
            CompactJSON.text(content)
                == "{\(animation),\"duration\":0,\"id\":\"hud\",\"kind\":\"success\",\"text\":\"Saved\",\"version\":1}")
        var style = HudStyle()
        style.animation = .init(duration: .nan)
        style.minimum = .infinity
        #expect(CompactJSON.text(style) == "{\(animation),\"version\":1}")
    }
}
