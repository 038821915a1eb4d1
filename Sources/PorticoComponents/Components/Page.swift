import PorticoHTML

/// The layout of a root page: a bar, and the content below it.
public struct Page<Content: HTMLRenderable>: Sendable {
    public var bar: Bar
    public var content: Content

    public init(bar: Bar, content: Content) {
        self.bar = bar
        self.bar.hasMenu = true
        self.content = content
    }
}
