import PorticoHTML

/// A whole document with a screen.
public struct Document<Content: HTMLRenderable>: Sendable {
    public var head: DocumentHead
    /// The screen, or a ``SplitPoint`` if it follows later.
    public var content: Content
    /// Whether it has the splash of a launch. The splash is the fallback content of the screen's slot: it is painted if
    /// the screen is late, and the browser replaces it when the screen arrives, without script or a second request.
    public var showsSplash: Bool

    public init(head: DocumentHead, content: Content, showsSplash: Bool = false) {
        self.head = head
        self.content = content
        self.showsSplash = showsSplash
    }
}
