/// How a page is shown over the page that presents it.
public struct Presentation: Hashable, Sendable {
    /// The ways a page can be presented.
    public enum Style: String, Sendable, CaseIterable {
        /// What suits most pages; resolves to ``pageSheet``.
        case automatic
        /// A card of readable width; the presenter recedes behind it.
        case pageSheet
        /// A smaller card for a short form.
        case formSheet
        /// A bubble beside what was touched.
        case popover
        /// Fills the window; the presenter is out of view.
        case fullScreen
        /// Fills the window; the presenter stays visible through it.
        case overFullScreen
        /// Covers the region that presents it.
        case currentContext
        /// A question with a few answers.
        case confirmationDialog

        /// The style itself, or what ``automatic`` stands for.
        public var resolved: Style { self == .automatic ? .pageSheet : self }
    }

    public var style: Style
    /// Whether the person cannot dismiss the page: no gesture, key or click outside closes it.
    public var isModalInPresentation: Bool

    public init(style: Style = .automatic, isModalInPresentation: Bool = false) {
        self.style = style
        self.isModalInPresentation = isModalInPresentation
    }
}
