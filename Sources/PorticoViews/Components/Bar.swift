/// The position of a page's title.
public enum TitleDisplay: Sendable {
    /// Centred in the bar.
    case inline
    /// Large, below the bar, collapsing into it on scrolling; for root pages.
    case large
}

/// The bar of a page: a title, and an item at each edge.
public struct Bar: Sendable {
    /// Empty while the title is unknown.
    public var title: String
    public var titleDisplay: TitleDisplay
    public var leading: BarItem?
    public var trailing: BarItem?
    /// Whether it links to the menu with account, settings and administration: in every bar of a root page.
    var hasMenu = false

    public init(
        title: String = "", titleDisplay: TitleDisplay = .inline, leading: BarItem? = nil, trailing: BarItem? = nil
    ) {
        self.title = title
        self.titleDisplay = titleDisplay
        self.leading = leading
        self.trailing = trailing
    }
}
