import PorticoHTML

/// The document of the launch: the splash is the fallback of the slot that the screen goes into, so it is painted when
/// the screen is late, and replaced by the engine when the screen arrives, without script or a second request.
public struct LaunchDocument<Content: HTMLRenderable>: Sendable {
    public var head: DocumentHead
    /// The screen, or a ``SplitPoint`` where it follows later.
    public var content: Content

    public init(head: DocumentHead, content: Content) {
        self.head = head
        self.content = content
    }
}
