/// How a page is shown over the page that presents it.
///
/// What a style looks like depends on the width there is, not on the device: under 40 rem of the browser's own text size
/// the width is compact, otherwise regular, and a page adapts at once when that changes.
public struct Presentation: Hashable, Sendable {
    public var style: Style
    /// The heights at which a sheet rests, the first one first; empty for one that is as high as it can be. They count
    /// where the page is shown as a sheet, that is in compact width.
    public var detents: [Detent]
    public var compactAdaptation: CompactAdaptation
    /// Whether the person cannot dismiss the page: a drag is resisted, keys and clicks outside do nothing. Buttons and
    /// script still close it. Page script may add and remove the attribute `data-modal-in-presentation` at any time.
    public var isModalInPresentation: Bool
    /// The gestures that dismiss the page, as far as its style has them.
    public var dismissPolicy: DismissPolicy
    public var transition: Transition
    /// The id of the presenter's element that a popover or a confirmation dialog points to in regular width. Script uses
    /// the link that was followed where this is nil.
    public var source: String?

    public init(
        style: Style = .automatic,
        detents: [Detent] = [],
        compactAdaptation: CompactAdaptation = .sheet,
        isModalInPresentation: Bool = false,
        dismissPolicy: DismissPolicy = .all,
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
    /// The ways a page can be presented.
    public enum Style: String, Sendable, CaseIterable {
        /// What the installation chose for pages that do not choose: ``pageSheet`` unless it says otherwise.
        case automatic
        /// A card of readable width, or a sheet from the bottom in compact width; the presenter recedes behind it.
        case pageSheet
        /// A smaller card for a short form; a sheet in compact width.
        case formSheet
        /// A bubble beside what was touched; a sheet in compact width.
        case popover
        /// Fills the window; the presenter is out of view and out of the accessibility tree.
        case fullScreen
        /// Fills the window; the presenter stays visible through it.
        case overFullScreen
        /// Covers what presents it and nothing else: the card of a sheet, or the element marked `data-context`.
        case currentContext
        /// A question with a few answers: an action sheet at the bottom in compact width, a popover in regular width.
        case confirmationDialog
    }

    /// What a form sheet, a popover or a page sheet becomes in compact width.
    public enum CompactAdaptation: String, Sendable, CaseIterable {
        /// A sheet from the bottom.
        case sheet
        /// A full screen.
        case fullScreen
        /// Nothing else: it stays what it is.
        case none
    }

    /// How a page comes and goes.
    public enum Transition: String, Sendable, CaseIterable {
        /// As its style does: sheets rise, cards and popovers fade.
        case automatic
        /// Rises from the bottom edge.
        case coverVertical
        /// Fades.
        case crossDissolve
        /// At once.
        case none
    }

    /// Gestures by which a person dismisses a page.
    public struct DismissPolicy: OptionSet, Hashable, Sendable {
        public let rawValue: Int

        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// Dragging it down, by touch, by the grabber or on a trackpad. Sheets and cards only.
        public static let drag = DismissPolicy(rawValue: 1)
        /// The Escape key.
        public static let escape = DismissPolicy(rawValue: 2)
        /// A click outside, for what leaves something outside.
        public static let backdrop = DismissPolicy(rawValue: 4)
        public static let all: DismissPolicy = [.drag, .escape, .backdrop]
    }
}
