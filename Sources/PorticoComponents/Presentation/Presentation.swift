/// The way in which a page is shown over its presenter.
///
/// The look of a style depends on the available width, not on the device: below 40 rem of the browser's text size the
/// width is compact, otherwise regular. A page adapts at once when the width changes.
public struct Presentation: Hashable, Sendable {
    public var style: Style
    /// The heights at which a sheet rests, starting with the initial one; empty for the maximum height. Used in compact
    /// width only.
    public var detents: [Detent]
    /// The form in compact width.
    public var compactAdaptation: CompactAdaptation
    /// Whether gestures cannot dismiss the page: dragging meets resistance, keys and clicks outside have no effect.
    /// Buttons and script still close it. Script may add and remove the attribute `data-portico-modal-in-presentation`
    /// at any time.
    public var isModalInPresentation: Bool
    /// The gestures that dismiss the page, if its style supports them; nil for ``Style/dismissPolicy``.
    public var dismissPolicy: DismissPolicy?
    public var transition: Transition
    /// The id of the presenter's element to which a popover or confirmation dialog is attached in regular width. If
    /// nil, script uses the followed link.
    public var source: String?

    public init(
        style: Style = .automatic,
        detents: [Detent] = [],
        compactAdaptation: CompactAdaptation = .sheet,
        isModalInPresentation: Bool = false,
        dismissPolicy: DismissPolicy? = nil,
        transition: Transition = .automatic,
        source: String? = nil
    ) {
        self.style = style
        self.detents = detents
        self.compactAdaptation = compactAdaptation
        self.isModalInPresentation = isModalInPresentation
        self.dismissPolicy = dismissPolicy
        self.transition = transition
        self.source = source
    }
}

extension Presentation {
    /// The presentation styles.
    public enum Style: String, Sendable, CaseIterable {
        /// The default of the installation; ``pageSheet`` unless configured.
        case automatic
        /// A card of readable width, or a sheet at the bottom in compact width; the presenter recedes behind it.
        case pageSheet
        /// A smaller card for a short form; a sheet in compact width.
        case formSheet
        /// A bubble at the element that opened it; a sheet in compact width.
        case popover
        /// Fills the window; the presenter is invisible and removed from the accessibility tree.
        case fullScreen
        /// Fills the window; the presenter shows through.
        case overFullScreen
        /// Covers only its presenter: the card of a sheet, or the element marked `data-portico-context`.
        case currentContext
        /// A question with a few answers: an action sheet at the bottom in compact width, a popover in regular width.
        case confirmationDialog

        /// The default gestures that dismiss a page of this style: none for a style that fills the window or covers its
        /// presenter, all for the others.
        public var dismissPolicy: DismissPolicy {
            switch self {
            case .fullScreen, .overFullScreen, .currentContext: []
            case .automatic, .pageSheet, .formSheet, .popover, .confirmationDialog: .all
            }
        }
    }

    /// The form of a form sheet, popover or page sheet in compact width.
    public enum CompactAdaptation: String, Sendable, CaseIterable {
        /// A sheet from the bottom.
        case sheet
        /// A full screen.
        case fullScreen
        /// Unchanged.
        case none
    }

    /// The animation of a page when it opens and closes.
    public enum Transition: String, Sendable, CaseIterable {
        /// The default of the style: sheets slide up, cards and popovers fade.
        case automatic
        /// Slides up from the bottom edge.
        case coverVertical
        /// Fades.
        case crossDissolve
        /// No animation.
        case none
    }

    /// The gestures that dismiss a page.
    public struct DismissPolicy: OptionSet, Hashable, Sendable {
        public let rawValue: Int

        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// Dragging down, by touch, with the grabber or on a trackpad. Sheets and cards only.
        public static let drag = DismissPolicy(rawValue: 1)
        /// The Escape key.
        public static let escape = DismissPolicy(rawValue: 2)
        /// A click outside, for styles that do not fill the window.
        public static let backdrop = DismissPolicy(rawValue: 4)
        /// All gestures.
        public static let all: DismissPolicy = [.drag, .escape, .backdrop]
    }
}
