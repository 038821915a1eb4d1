import PorticoHTML

/// How a page shows its title.
public enum TitleDisplay: Sendable {
    /// In the middle of the bar.
    case inline
    /// Large, under the bar, and collapsing into it on scrolling: for root pages.
    case large
}

/// The chrome of a page: a bar with a title, a leading and a trailing item, and the content under it.
public struct Page<Content: HTMLRenderable>: Sendable {
    public var title: String
    public var titleDisplay: TitleDisplay
    public var leading: BarItem?
    public var trailing: BarItem?
    public var content: Content

    public init(
        title: String,
        titleDisplay: TitleDisplay = .inline,
        leading: BarItem? = nil,
        trailing: BarItem? = nil,
        content: Content
    ) {
        self.title = title
        self.titleDisplay = titleDisplay
        self.leading = leading
        self.trailing = trailing
        self.content = content
    }
}
