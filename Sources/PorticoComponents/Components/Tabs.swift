import PorticoHTML

/// Links between pages that show the same thing from different sides, or different parts of one list. Each tab has an
/// address of its own, so it works without script, and Back leads to the tab before.
public struct Tabs: Sendable {
    /// A link to one of the pages.
    public struct Tab: Sendable {
        public var title: String
        /// The number of entries on the page; nil for none.
        public var count: Int?
        public var path: SitePath
        /// Whether its page is shown.
        public var isCurrent: Bool

        public init(title: String, count: Int? = nil, path: SitePath, isCurrent: Bool = false) {
            self.title = title
            self.count = count
            self.path = path
            self.isCurrent = isCurrent
        }
    }

    public var id: String
    /// The name of the landmark, such as "Orders by state".
    public var label: String
    public var tabs: [Tab]

    public init(id: String, label: String, tabs: [Tab]) {
        self.id = id
        self.label = label
        self.tabs = tabs
    }
}
