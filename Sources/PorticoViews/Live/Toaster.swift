/// Where a page shows its notices: the region for toasts, and the two in which script has what appears announced. Those
/// stand in the page from the beginning, since a region that comes together with its text is not announced.
public struct Toaster: Sendable {
    public var notices: Notices

    public init(notices: Notices = Notices()) {
        self.notices = notices
    }

    var items: [ToastItem] { notices.toasts.map(ToastItem.init) + notices.huds.map(ToastItem.init) }
}
