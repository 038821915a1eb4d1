import PorticoHTML

/// An ordinary page: the whole document around a screen.
public struct Document<Content: HTMLRenderable>: Sendable {
    public var head: DocumentHead
    public var content: Content

    public init(head: DocumentHead, content: Content) {
        self.head = head
        self.content = content
    }
}
