/// A presentable page without its presenter, as the whole content.
public struct PageAlone: Sendable {
    public var page: AnyPage

    public init(page: AnyPage) {
        self.page = page
    }
}
