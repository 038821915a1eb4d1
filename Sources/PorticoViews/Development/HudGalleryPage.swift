import PorticoHTML

/// The gallery of the HUD and of toasts: every field of both, from script, from markup and from the server.
public struct HudGalleryPage: Sendable {
    public var path: SitePath
    /// The address of a sheet over it that shows the same.
    public var sheet: SitePath
    /// Where a form is sent that has the server show something (POST).
    public var served: SitePath
    /// Where a form is sent whose answer takes a second (POST).
    public var slow: SitePath
    /// Where a form is sent that begins long work (POST).
    public var work: SitePath
    /// The account the page is rendered for.
    public var account: String

    public init(path: SitePath, sheet: SitePath, served: SitePath, slow: SitePath, work: SitePath, account: String) {
        self.path = path
        self.sheet = sheet
        self.served = served
        self.slow = slow
        self.work = work
        self.account = account
    }

    /// Where something can be shown to from Swift.
    public enum Audience: String, CaseIterable, Sendable {
        case response, browser, account, everyone
    }

    /// What the server can be asked to show.
    public enum What: String, CaseIterable, Sendable {
        case toast, failure, hud, hide, hideAll
    }

    static let transitions = ["opacity", "scale", "moveTop", "moveLeading", "moveBottom", "moveTrailing"]

    /// The buttons of the HUD's form: what script does, and what they are called.
    static let acts = [
        ("show", "Show"), ("three", "Show three"), ("burst", "Burst of 50"), ("update", "Update progress"),
        ("hide", "Hide"), ("hide-all", "Hide all"),
    ]

    static let toastActs = [
        ("toast", "Show"), ("toast-five", "Show five"), ("toast-burst", "Burst of 50"), ("toast-hide", "Hide"),
    ]

    var link: CellGroup {
        CellGroup(
            id: "layers", header: "Layers",
            cells: [
                .link(LinkCell(id: "hud-sheet", title: "The same over a sheet", path: sheet, opening: .presents))
            ])
    }
}

/// A sheet with buttons that show the HUD and toasts over it.
public struct HudSheetPage: Presentable, Sendable {
    public var presenter: SitePath

    public let presentation = Presentation(style: .pageSheet, detents: [.medium, .large])

    public init(presenter: SitePath) {
        self.presenter = presenter
    }

    public func title(in language: String) -> String { "Over a sheet" }
}

/// A row of buttons, each with something that script does.
struct ActButtons: Sendable {
    var acts: [(name: String, title: String)]
}

/// A field in which one of several texts is chosen, or none.
struct PickField: Sendable {
    var id: String
    var label: String
    var values: [String]
}

/// A field for one line.
struct LineField: Sendable {
    var id: String
    var label: String
    var value = ""
}
