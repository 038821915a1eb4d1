/// A page that can be presented, but stands by itself, since its presenter is not there.
public struct PageAlone: Sendable {
    public var page: AnyPage

    public init(page: AnyPage) {
        self.page = page
    }
}
