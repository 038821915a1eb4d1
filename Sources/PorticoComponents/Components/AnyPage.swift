import PorticoHTML

/// A type-erased page.
public struct AnyPage: HTMLRenderable {
    private let page: any HTMLRenderable

    public init(_ page: any HTMLRenderable) {
        self.page = page
    }

    public func render(into html: inout HTMLWriter) {
        page.render(into: &html)
    }
}
