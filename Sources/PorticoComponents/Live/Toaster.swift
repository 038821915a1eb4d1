/// The list of toasts of a page, and two live regions in which script announces messages. The live regions are part of
/// the page from the start, because a region inserted together with its text is not announced.
public struct Toaster: Sendable {
    public var notices: Notices

    public init(notices: Notices = Notices()) {
        self.notices = notices
    }

    var items: [ToastItem] { notices.toasts.map(ToastItem.init) + notices.huds.map(ToastItem.init) }
}
