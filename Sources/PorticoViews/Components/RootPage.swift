import PorticoHTML

/// The content of a page that stands by itself, somewhere beneath the main screen.
public protocol RootPage: HTMLRenderable {
    /// What stands in the bar and in the document's title.
    /// - Parameter language: a BCP 47 tag.
    func title(in language: String) -> String
    /// The page to which the bar leads back, and its title; nil for the main screen.
    func back(in language: String) -> (title: String, path: SitePath)?
}

extension RootPage {
    /// The content in the chrome of a root page.
    public func framed(in language: String) -> Page<Self> {
        let leading = back(in: language).map {
            BarItem.link(BarLink(id: "back", title: $0.title, path: $0.path, isBack: true))
        }
        return Page(bar: Bar(title: title(in: language), leading: leading ?? .home), content: self)
    }
}
