import Foundation
import PorticoConfig
import PorticoHTML
import Testing

@testable import PorticoComponents
@testable import PorticoViews

@Suite("D6 Notices beside a page")
struct NoticeTests {
    private static let notices: Notices = {
        var export = HudContent.progress(0.4, "Exporting \"all\"…")
        export.id = "task-7"
        export.cancel = "/tasks/7/cancel"
        return Notices(
            toasts: [
                Toast("Saved <b>", kind: .success, id: "profile"),
                Toast("Gone", kind: .failure, action: .init(label: "Undo", href: "/orders/7?a=1&b=2"), duration: 7.5),
            ],
            huds: [export, .activity(id: "hud")])
    }()

    private static func layer(_ sample: PresentationSample, at path: SitePath, over presenter: SitePath) -> Layer {
        Layer(page: SamplePage(sample: sample, path: path, presenter: presenter), presenter: presenter, url: path)
    }

    /// The toasts in a part of a page.
    private static func texts(_ markup: some StringProtocol) -> [String] {
        let markup = String(markup)
        return markup.matches(of: /<span class="toast-text">([^<]*)</).map { String($0.output.1) }.filter {
            !$0.isEmpty
        }
    }

    @Test func `the page contains toasts and the contents of the HUD`() throws {
        try Snapshot.expect(render(Toaster(notices: Self.notices)), named: "toaster")
        try Snapshot.expect(render(Toaster()), named: "toaster-empty")
    }

    @Test func `script has the templates of the HUD and toasts`() throws {
        try Snapshot.expect(render(HudHost()), named: "hud-host")
    }

    @Test func `the root shows the notices while no layer is over it`() throws {
        let page = render(Stack(root: CellGroups([]), notices: Self.notices))
        #expect(Self.texts(page).count == 3)
        let presenter = try #require(page.range(of: #"<div class="presenter""#))
        #expect(Self.texts(page[presenter.upperBound...]).first == "Saved &lt;b&gt;")
    }

    @Test func `otherwise the topmost layer shows them`() throws {
        let stack = Stack(
            root: CellGroups([]),
            layers: [
                Self.layer(.pageSheet, at: "/a/b", over: "/a"), Self.layer(.formSheet, at: "/a/b/c", over: "/a/b"),
            ], notices: Notices(toasts: ["Saved"]))
        let page = render(stack)
        #expect(Self.texts(page) == ["Saved"])
        let top = try #require(page.range(of: #"data-url="/a/b/c""#))
        #expect(Self.texts(page[top.upperBound...]) == ["Saved"])
    }

    @Test func `a layer that is sent alone has its own notices`() {
        var layer = Self.layer(.pageSheet, at: "/a/b", over: "/a")
        layer.notices = Notices(toasts: ["Of the layer"])
        #expect(Self.texts(render(layer)) == ["Of the layer"])
        let stack = Stack(root: CellGroups([]), layers: [layer], notices: Notices(toasts: ["Of the page"]))
        #expect(Self.texts(render(stack)) == ["Of the layer", "Of the page"])
    }

    @Test func `the cover has a place for toasts, and the template of the HUD`() {
        let cover = render(Presented(LoginCover(appName: "Portico")))
        #expect(cover.contains(#"<div class="toaster">"#))
        #expect(cover.contains(#"<template id="hud""#))
    }

    @Test func `an added notice replaces the one with its id`() {
        var notices = Notices(toasts: [Toast("One", id: "a"), "Two", "Two"], huds: [.info("One", id: "hud")])
        notices.append(
            Notices(toasts: [Toast("Three", id: "a"), Toast("Four", id: "b")], huds: [.info("Two", id: "hud")]))
        #expect(notices.toasts.map(\.text) == ["Two", "Two", "Three", "Four"])
        #expect(notices.huds.map(\.text) == ["Two"])
    }

    @Test func `every place for toasts has its live regions from the beginning`() {
        let page = render(Stack(root: CellGroups([]), layers: [Self.layer(.pageSheet, at: "/a/b", over: "/a")]))
        let places = count(of: #"<div class="toaster">"#, in: page)
        #expect(places == 4, "the HUD's, the root's, the sheet's, the waiting one's")
        #expect(count(of: #"role="status" aria-atomic="false"></p>"#, in: page) == places)
        #expect(count(of: #"role="alert" aria-atomic="false"></p>"#, in: page) == places)
    }

    @Test func `a screen has the look of its HUD only if it is not the default, and its position in the events`() {
        func screen(_ style: HudStyle, events: String? = nil) -> String {
            render(
                Screen(
                    kind: .main, needsAuthentication: false, styleOfHud: style, events: events, content: CellGroups([]))
            )
        }
        var style = HudStyle()
        #expect(!screen(style).contains("data-hud-style"))
        #expect(!screen(style).contains("data-events"))
        style.alignment = .top
        let markup = screen(style, events: "f00d-7")
        #expect(markup.contains(#"data-hud-style="{&quot;alignment&quot;:&quot;top&quot;,&quot;version&quot;:1}""#))
        #expect(markup.contains(#"data-events="f00d-7""#))
    }
}
