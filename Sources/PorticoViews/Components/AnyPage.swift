import PorticoHTML

/// A page of any type, where only one type can stand.
public struct AnyPage: HTMLRenderable {
    private let page: any HTMLRenderable

    public init(_ page: any HTMLRenderable) {
        self.page = page
    }

    public func render(into html: inout HTMLWriter) {
        page.render(into: &html)
    }
}
