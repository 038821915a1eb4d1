import PorticoHTML

/// How a page shows its title.
public enum TitleDisplay: Sendable {
    /// In the middle of the bar.
    case inline
    /// Large, under the bar, and collapsing into it on scrolling: for root pages.
    case large
}

/// The bar of a page: a title, and an item at each edge.
public struct Bar: Sendable {
    /// Empty while the page's title is not known.
    public var title: String
    public var titleDisplay: TitleDisplay
    public var leading: BarItem?
    public var trailing: BarItem?

    public init(
        title: String = "", titleDisplay: TitleDisplay = .inline, leading: BarItem? = nil, trailing: BarItem? = nil
    ) {
        self.title = title
        self.titleDisplay = titleDisplay
        self.leading = leading
        self.trailing = trailing
    }
}
