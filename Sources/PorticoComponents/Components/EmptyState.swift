import PorticoHTML

/// The place of a list without rows: an icon, one sentence and the next step.
public struct EmptyState: Sendable {
    /// The next step, as a link.
    public struct Action: Sendable {
        public var title: String
        public var path: SitePath
        /// The style in which it presents its page over the current one; nil to leave the page.
        public var style: Presentation.Style?

        public init(title: String, path: SitePath, presents style: Presentation.Style? = nil) {
            self.title = title
            self.path = path
            self.style = style
        }
    }

    public var id: String
    public var icon: Icon.Name
    /// One sentence, such as "No emails are waiting."
    public var text: String
    public var action: Action?
    /// The id of the sentence in the result of a search, which screen readers read aloud; nil in another list.
    public var result: String?

    public init(id: String, icon: Icon.Name, text: String, action: Action? = nil, result: String? = nil) {
        self.id = id
        self.icon = icon
        self.text = text
        self.action = action
        self.result = result
    }
}
