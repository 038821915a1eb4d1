import PorticoHTML

/// A presented page: in a ``Stack``, or sent alone for script to present.
public struct Layer: HTMLRenderable {
    public var page: any Presentable
    /// The path of the page below it.
    public var presenter: SitePath
    /// The path of the page itself, with its query.
    public var url: SitePath
    /// The style used for ``Presentation/Style/automatic``.
    public var automaticStyle: Presentation.Style
    /// The account that the page was rendered for, if it is sent alone: script presents it only on a page of the same
    /// account. nil in a document, whose screen has the account.
    public var account: String?
    /// The toasts and HUDs that the server adds to the page.
    public var notices = Notices()
    /// Whether another layer covers it; set by ``Stack``.
    var isCovered = false

    public init(
        page: any Presentable, presenter: SitePath, url: SitePath, automaticStyle: Presentation.Style = .pageSheet
    ) {
        self.page = page
        self.presenter = presenter
        self.url = url
        self.automaticStyle = automaticStyle
    }

    public func render(into html: inout HTMLWriter) {
        html.presenter = presenter
        show(page, into: &html)
    }

    private func show(_ page: some Presentable, into html: inout HTMLWriter) {
        Presented(page, layer: self).render(into: &html)
    }
}
