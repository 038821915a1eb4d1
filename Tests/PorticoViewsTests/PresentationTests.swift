import PorticoHTML
import Testing

@testable import PorticoComponents
@testable import PorticoViews

@Suite("C1 C2 Presentation")
struct PresentationTests {
    private static func sample(_ sample: PresentationSample, at path: SitePath, over presenter: SitePath) -> Layer {
        Layer(page: SamplePage(sample: sample, path: path, presenter: presenter), presenter: presenter, url: path)
    }

    private static func page(_ stack: Stack<CellGroups>) -> String {
        render(
            Document(
                head: Samples.head("Sample", screen: .main),
                content: Screen(kind: .main, needsAuthentication: false, account: "local/ada", content: stack)))
    }

    @Test(arguments: PresentationSample.allCases)
    func `every style has its markup`(sample: PresentationSample) throws {
        guard let path = SitePath("/dev/presentations").adding(segment: sample.rawValue) else { return }
        let layer = render(Self.sample(sample, at: path, over: "/dev/presentations"))
        guard sample != .pageSheet else { return try Snapshot.expect(layer, named: "presented-page-sheet") }
        // With the names of this sample, so that only the effects of the style differ.
        let pageSheet = render(Self.sample(.pageSheet, at: path, over: "/dev/presentations"))
            .replacing("\"page-sheet-", with: "\"\(sample.rawValue)-")
            .replacing("text-page-sheet", with: "text-\(sample.rawValue)")
        try Snapshot.expect(layer, named: "presented-\(sample.rawValue)", asVariantOf: pageSheet)
    }

    @Test func `layers are siblings, and all but the topmost are inert`() throws {
        let stack = Stack(
            root: CellGroups([]),
            layers: [
                Self.sample(.pageSheet, at: "/a/page-sheet", over: "/a"),
                Self.sample(.formSheet, at: "/a/page-sheet/form-sheet", over: "/a/page-sheet"),
                Self.sample(
                    .confirmationDialog, at: "/a/page-sheet/form-sheet/q", over: "/a/page-sheet/form-sheet"),
            ])
        let page = Self.page(stack)
        try Snapshot.expect(page, named: "presented-three-deep")
        #expect(page.contains(#"<div class="presenter" tabindex="-1" inert>"#))
        #expect(count(of: "<dialog class=\"presented\" open inert", in: page) == 2)
        #expect(count(of: "<dialog class=\"presented\" open data-style", in: page) == 1)
    }

    @Test func `the presenter of a stack without layers can be used`() {
        let page = Self.page(Stack(root: CellGroups([])))
        #expect(page.contains(#"<div class="presenter" tabindex="-1">"#))
        #expect(count(of: "<dialog class=\"presented\" open", in: page) == 0)
    }

    @Test func `a page returns to the page beneath it without knowing its address`() {
        let first = render(Self.sample(.pageSheet, at: "/a/b", over: "/a"))
        let second = render(Self.sample(.pageSheet, at: "/c/b", over: "/c?page=2"))
        #expect(first.contains(#"href="/a" data-portico-dismiss>Close</a>"#))
        #expect(second.contains(#"href="/c?page=2" data-portico-dismiss>Close</a>"#))
    }

    @Test(arguments: [
        (Presentation.Style.pageSheet, "pageSheet"), (.formSheet, "formSheet"), (.fullScreen, "fullScreen"),
    ])
    func `the automatic style of the installation applies only to pages without a style`(
        style: Presentation.Style, name: String
    ) {
        var automatic = Self.sample(.automatic, at: "/a/b", over: "/a")
        automatic.automaticStyle = style
        #expect(render(automatic).contains(#"data-style="\#(name)""#))
        var popover = Self.sample(.popover, at: "/a/b", over: "/a")
        popover.automaticStyle = style
        #expect(render(popover).contains(#"data-style="popover""#))
    }

    @Test func `only code dismisses a page that fills the window, unless the page allows more`() {
        for sample in [PresentationSample.fullScreen, .overFullScreen, .currentContext] {
            #expect(render(Self.sample(sample, at: "/a/b", over: "/a")).contains(#"data-dismiss="""#))
        }
        for sample in [PresentationSample.pageSheet, .formSheet, .popover, .confirmationDialog] {
            #expect(
                render(Self.sample(sample, at: "/a/b", over: "/a")).contains(#"data-dismiss="drag escape backdrop""#))
        }
        var automatic = Self.sample(.automatic, at: "/a/b", over: "/a")
        automatic.automaticStyle = .fullScreen
        #expect(render(automatic).contains(#"data-dismiss="""#))
        automatic.page = SamplePage(sample: .keysOnly, path: "/a/b", presenter: "/a")
        #expect(render(automatic).contains(#"data-dismiss="escape""#))
    }

    @Test func `a link names the style of the page that it presents`() {
        func link(_ opening: LinkCell.Opening) -> String {
            render(LinkCell(id: "a", title: "A", path: "/a", opening: opening))
        }
        #expect(link(.presents).contains(#"href="/a" data-portico-present>"#))
        #expect(link(.presents(as: .formSheet)).contains(#"href="/a" data-portico-present="formSheet">"#))
        #expect(link(.replaces(as: .popover)).contains(#"data-portico-present="popover" data-portico-dismiss>"#))
        #expect(!link(.navigates).contains("data-portico-present"))
        let bar = BarLink(id: "b", title: "B", path: "/b", presents: true, style: .confirmationDialog)
        #expect(render(bar).contains(#"data-portico-present="confirmationDialog">"#))
    }

    @Test func `a page whose link names no style loads in the style of the installation`() {
        #expect(Self.page(Stack(root: CellGroups([]))).contains(#"data-style="pageSheet" data-compact="sheet""#))
        let stack = Stack(root: CellGroups([]), automaticStyle: .fullScreen)
        #expect(Self.page(stack).contains(#"data-style="fullScreen" data-compact="sheet""#))
    }

    @Test func `only visible parts of an editor can have the focus`() {
        let editor = RecordPage(name: "Oak door", path: "/dev/records/1", presenter: "/dev/records")
        let markup = render(Layer(page: editor, presenter: editor.presenter, url: editor.path))
        #expect(markup.contains(#"<button class="default-button" type="submit" form="record"></button>"#))
        #expect(!markup.contains(#"type="submit" form="record" tabindex="-1""#))
    }

    @Test func `heights are named in the markup and for people`() {
        let names = [Detent.medium, .large, .fraction(0.35), .height(280)].map { $0.name(Strings(language: "en")) }
        #expect(names == ["Half", "Full", "35 percent", "280 pixels"])
        #expect([Detent.fraction(2), .fraction(0), .height(1)].map(\.attribute) == ["1.0", "0.1", "44px"])
    }

    @Test func `a question about unsaved input keeps every field of the draft`() throws {
        let page = UnsavedChangesPage(
            draft: [("name", "A \"b\""), ("note", "<c>")], save: "/profile", keep: "/profile/edit", discard: "/",
            presenter: "/profile/edit")
        try Snapshot.expect(
            render(Layer(page: page, presenter: "/profile/edit", url: "/profile/edit/leave")), named: "unsaved-changes")
    }

    @Test func `an editor asks about unsaved input, inside a sheet and as one`() throws {
        let sheet = RecordPage(name: "Oak door", path: "/dev/records/1", presenter: "/dev/records")
        try Snapshot.expect(
            render(Layer(page: sheet, presenter: sheet.presenter, url: sheet.path)), named: "record-sheet")
        let inside = RecordPage(
            name: "", path: "/dev/library/1", presenter: "/dev/presentations", list: "/dev/library", isDirty: true,
            isInvalid: true)
        try Snapshot.expect(
            render(Layer(page: inside, presenter: inside.presenter, url: inside.path)), named: "record-inside")
    }

    @Test func `an editor shows the state that its record has meanwhile`() throws {
        let conflicts = ["changed": Conflict.changed(theirs: ["record-name": "Elm <door>"]), "deleted": .deleted]
        for (name, conflict) in conflicts {
            let page = RecordPage(
                name: "Ash door", version: 2, path: "/dev/records/1", presenter: "/dev/records", isDirty: true,
                conflict: conflict)
            try Snapshot.expect(
                render(Layer(page: page, presenter: page.presenter, url: page.path)), named: "record-\(name)")
        }
    }
}
