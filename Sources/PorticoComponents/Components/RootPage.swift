import PorticoHTML

/// The content of a page below the main screen.
public protocol RootPage: HTMLRenderable {
    /// The title in the bar and of the document.
    /// - Parameter language: a BCP 47 tag.
    func title(in language: String) -> String
    /// The title and path of the page to which the bar links back; nil for the main screen.
    func back(in language: String) -> (title: String, path: SitePath)?
    /// The item in the bar before the menu; nil for none.
    func trailing(in language: String) -> BarItem?
    /// The navigation of the section of this page; nil outside of sections.
    func navigation(in language: String) -> SectionNavigation?
}

extension RootPage {
    public func trailing(in language: String) -> BarItem? { nil }
    public func navigation(in language: String) -> SectionNavigation? { nil }

    /// The content with the bar of a root page, and the navigation of its section.
    public func framed(in language: String) -> Page<Self> {
        var bar = Bar(title: title(in: language), leading: .home, trailing: trailing(in: language))
        var navigation = navigation(in: language)
        if let (title, path) = back(in: language) {
            bar.leading = .link(BarLink(id: "back", title: title, path: path, isBack: true))
            let isCurrent = path == navigation?.path
            bar.isLeadingNarrow = isCurrent
            navigation?.isBelowCurrent = !isCurrent
        }
        return Page(bar: bar, navigation: navigation, content: self)
    }
}
