import PorticoHTML

/// Stands where the screen goes while it is not known: the document is sent up to here, then the screen, then the rest.
public struct SplitPoint: HTMLRenderable {
    public init() {}

    public func render(into html: inout HTMLWriter) {
        html.split()
    }
}
