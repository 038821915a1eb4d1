import PorticoBytes

/// A page of the presentation gallery, for developers and browser tests. The gallery does not exist in production, so
/// its texts are not in the string catalogue.
package enum PresentationSample: String, CaseIterable, Sendable {
    case automatic
    case pageSheet = "page-sheet"
    case formSheet = "form-sheet"
    case popover
    case fullScreen = "full-screen"
    case overFullScreen = "over-full-screen"
    case currentContext = "current-context"
    case confirmationDialog = "confirmation-dialog"
    case medium
    case mediumAndLarge = "medium-and-large"
    case fraction
    case height
    case compactFullScreen = "compact-full-screen"
    case compactNone = "compact-none"
    case popoverEverywhere = "popover-everywhere"
    case modal
    case keysOnly = "keys-only"
    case noGesture = "no-gesture"
    case coverVertical = "cover-vertical"
    case crossDissolve = "cross-dissolve"
    case noTransition = "no-transition"

    static let styles: [PresentationSample] = [
        .pageSheet, .formSheet, .popover, .fullScreen, .overFullScreen, .currentContext, .confirmationDialog,
    ]

    /// The title of the page.
    package var title: String {
        let words = rawValue.replacing(bytes: "-", with: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    /// The presentation that the page demonstrates.
    package var presentation: Presentation {
        switch self {
        case .automatic: Presentation()
        case .pageSheet: Presentation(style: .pageSheet)
        case .formSheet: Presentation(style: .formSheet)
        case .popover: Presentation(style: .popover)
        case .fullScreen: Presentation(style: .fullScreen)
        case .overFullScreen: Presentation(style: .overFullScreen)
        case .currentContext: Presentation(style: .currentContext)
        case .confirmationDialog: Presentation(style: .confirmationDialog)
        case .medium: Presentation(detents: [.medium])
        case .mediumAndLarge: Presentation(detents: [.medium, .large])
        case .fraction: Presentation(detents: [.fraction(0.35), .fraction(0.75)])
        case .height: Presentation(detents: [.height(280), .large])
        case .compactFullScreen: Presentation(style: .formSheet, compactAdaptation: .fullScreen)
        case .compactNone: Presentation(style: .formSheet, compactAdaptation: .none)
        case .popoverEverywhere: Presentation(style: .popover, compactAdaptation: .none)
        case .modal: Presentation(isModalInPresentation: true)
        case .keysOnly: Presentation(dismissPolicy: .escape)
        case .noGesture: Presentation(dismissPolicy: [])
        case .coverVertical: Presentation(style: .formSheet, transition: .coverVertical)
        case .crossDissolve: Presentation(transition: .crossDissolve)
        case .noTransition: Presentation(transition: .none)
        }
    }

    /// A suggestion for trying the page.
    var sentence: String {
        switch self {
        case .automatic: "What the installation chose for pages that leave it open."
        case .pageSheet: "A sheet in compact width, a card of readable width in regular."
        case .formSheet: "A sheet in compact width, a smaller card in regular."
        case .popover: "A sheet in compact width, beside its link in regular."
        case .fullScreen: "Its presenter is out of view."
        case .overFullScreen: "Its presenter shows through."
        case .currentContext: "Covers what presents it: the window here, the card of a sheet over one."
        case .confirmationDialog: "A question with a few answers."
        case .medium: "Half of the window, nothing else."
        case .mediumAndLarge: "Half of the window first; the grabber steps to all of it."
        case .fraction: "35 percent of the window, then 75."
        case .height: "280 pixels, then all of the window."
        case .compactFullScreen: "A full screen in compact width, a card in regular."
        case .compactNone: "A card at every width."
        case .popoverEverywhere: "Beside its link at every width."
        case .modal: "Nothing but Close dismisses it; a drag is resisted."
        case .keysOnly: "Escape dismisses it; a drag and a click outside do not."
        case .noGesture: "No gesture dismisses it, and none is resisted."
        case .coverVertical: "A card that rises from the bottom edge."
        case .crossDissolve: "A sheet that fades."
        case .noTransition: "A sheet that is there at once."
        }
    }
}
