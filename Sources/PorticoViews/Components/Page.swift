import PorticoHTML

/// The chrome of a root page: a bar, and the content under it.
public struct Page<Content: HTMLRenderable>: Sendable {
    public var bar: Bar
    public var content: Content

    public init(bar: Bar, content: Content) {
        self.bar = bar
        self.content = content
    }
}
