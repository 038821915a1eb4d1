import PorticoConfig
import PorticoHTML

/// The gallery of the HUD and of toasts: all their fields, from script, from markup and from the server.
package struct HudGalleryPage: Sendable {
    /// The path of a sheet over the page with the same content.
    package var sheet: SitePath
    /// The path of a form that makes the server show a toast or a HUD (POST).
    package var served: SitePath
    /// The path of a form whose response takes a second (POST).
    package var slow: SitePath
    /// The path of a form that starts a job (POST).
    package var work: SitePath
    /// The account that the page is rendered for.
    package var account: String

    package init(sheet: SitePath, served: SitePath, slow: SitePath, work: SitePath, account: String) {
        self.sheet = sheet
        self.served = served
        self.slow = slow
        self.work = work
        self.account = account
    }

    /// The recipients of a toast or HUD from Swift.
    package enum Audience: String, CaseIterable, Sendable {
        case response, browser, account, everyone
    }

    /// The content that the server can show or hide.
    package enum What: String, CaseIterable, Sendable {
        case toast, undo, failure, hud, hide, hideAll
    }

    static let curves = HudDefaults.Curve.allCases.map(\.rawValue)
    static let transitions = HudDefaults.Effect.allCases.map(\.rawValue)
    static let alignments = HudDefaults.Alignment.allCases.map(\.rawValue)
    static let edges = HudDefaults.Edge.allCases.map(\.rawValue)

    /// The buttons of the HUD form: the action in script, and the label.
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
                .link(
                    LinkCell(
                        id: "hud-sheet", title: "The same over a sheet", path: sheet, opening: .presents(as: .pageSheet)
                    ))
            ])
    }
}

/// A sheet with buttons that show the HUD and toasts over it.
package struct HudSheetPage: Presentable, Sendable {
    package var presenter: SitePath

    package let presentation = Presentation(style: .pageSheet, detents: [.medium, .large])

    package init(presenter: SitePath) {
        self.presenter = presenter
    }

    package func title(in language: String) -> String { "Over a sheet" }
}

/// A row of buttons with script actions.
struct ActButtons: Sendable {
    var acts: [(name: String, title: String)]
}

/// A selection of one text or none.
struct PickField: Sendable {
    var id: String
    var label: String
    var values: [String]
}

/// A single-line text field.
struct LineField: Sendable {
    var id: String
    var label: String
    var value = ""
}
