import PorticoHTML

/// The layout of a root page: a bar, and the content below it, beside the navigation of its section.
public struct Page<Content: HTMLRenderable>: Sendable {
    public var bar: Bar
    /// nil for a page outside of sections.
    public var navigation: SectionNavigation?
    public var content: Content

    public init(bar: Bar, navigation: SectionNavigation? = nil, content: Content) {
        self.bar = bar
        self.bar.hasMenu = true
        self.navigation = navigation
        self.content = content
    }

    var main: PageMain<Content> { PageMain(title: bar.largeTitle, content: content) }
}

/// The content of a root page.
struct PageMain<Content: HTMLRenderable>: Sendable {
    /// The large title; nil if the bar has the title.
    var title: String?
    var content: Content
}
