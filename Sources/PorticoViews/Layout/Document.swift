import PorticoHTML

/// A whole document with a screen.
public struct Document<Content: HTMLRenderable>: Sendable {
    public var head: DocumentHead
    public var content: Content

    public init(head: DocumentHead, content: Content) {
        self.head = head
        self.content = content
    }
}
