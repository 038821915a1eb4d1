import PorticoHTML

/// The navigation of a section of root pages: links to its pages, beside the content of each in a window of 64 rem or
/// more. In a narrower window it is hidden, and the pages link back to the first page of the section, which has the
/// same links as rows.
public struct SectionNavigation: Sendable {
    /// A link to a page of the section.
    public struct Link: Sendable {
        public var id: String
        public var title: String
        public var path: SitePath

        public init(id: String, title: String, path: SitePath) {
            self.id = id
            self.title = title
            self.path = path
        }
    }

    /// The name of the section, which assistive technology announces.
    public var title: String
    /// The first page of the section.
    public var path: SitePath
    public var links: [Link]
    /// The path of the link to the shown page, or to the page to which it leads back.
    public var current: SitePath
    /// Whether the shown page is not the page of the current link, but one that leads back to it.
    var isBelowCurrent = false

    public init(title: String, path: SitePath, links: [Link], current: SitePath) {
        self.title = title
        self.path = path
        self.links = links
        self.current = current
    }

    /// The value of `aria-current` (WAI-ARIA 1.2); nil for the other links.
    func state(of link: Link) -> String? {
        guard link.path == current else { return nil }
        return isBelowCurrent ? "true" : "page"
    }
}
