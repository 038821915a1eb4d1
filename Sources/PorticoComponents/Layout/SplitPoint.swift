import PorticoHTML

/// The place of the screen in a streamed document: the part before it is sent first, then the screen and the rest.
public struct SplitPoint: HTMLRenderable {
    public init() {}

    public func render(into html: inout HTMLWriter) {
        html.split()
    }
}
