import PorticoHTML

/// The document of the launch. The splash is the fallback content of the screen's slot: it is painted if the screen is
/// late, and the browser replaces it when the screen arrives, without script or a second request.
public struct LaunchDocument<Content: HTMLRenderable>: Sendable {
    public var head: DocumentHead
    /// The screen, or a ``SplitPoint`` if it follows later.
    public var content: Content

    public init(head: DocumentHead, content: Content) {
        self.head = head
        self.content = content
    }
}
