/// The bar of a page: a title, and an item at each edge.
public struct Bar: Sendable {
    /// Empty while the title is unknown.
    public var title: String
    /// Whether the title is large, below the bar, and collapses into it on scrolling; for root pages.
    public var isTitleLarge: Bool
    /// The large title; nil if that is not large.
    var largeTitle: String? { isTitleLarge ? greeting ?? title : nil }
    /// The large title, if it differs from the title in the bar.
    package var greeting: String?
    public var leading: BarItem?
    public var trailing: BarItem?
    /// Whether it links to the menu with account, settings and administration: in every bar of a root page.
    package var hasMenu = false
    /// Whether a link to the main screen replaces the leading item in a wide window, where the navigation of the section
    /// leads to the same page.
    var isLeadingNarrow = false

    public init(
        title: String = "", isTitleLarge: Bool = false, leading: BarItem? = nil, trailing: BarItem? = nil
    ) {
        self.title = title
        self.isTitleLarge = isTitleLarge
        self.leading = leading
        self.trailing = trailing
    }
}
