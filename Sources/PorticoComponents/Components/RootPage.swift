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
}

extension RootPage {
    public func trailing(in language: String) -> BarItem? { nil }

    /// The content with the bar of a root page.
    public func framed(in language: String) -> Page<Self> {
        let leading = back(in: language).map {
            BarItem.link(BarLink(id: "back", title: $0.title, path: $0.path, isBack: true))
        }
        return Page(
            bar: Bar(title: title(in: language), leading: leading ?? .home, trailing: trailing(in: language)),
            content: self)
    }
}
