import PorticoHTML

/// A presented page at its place in a ``Stack``, or alone, for script that opens it in place.
public struct Layer: HTMLRenderable {
    public var page: any Presentable
    /// The address of the page beneath it.
    public var presenter: SitePath
    /// The page's own address, with its query.
    public var url: SitePath
    /// What ``Presentation/Style/automatic`` stands for.
    public var automaticStyle: Presentation.Style
    /// For whom the page was made, where it is sent alone: script opens it, and for nobody else. Nil in a document, whose
    /// screen says it, and whose layers are open.
    public var account: String?
    /// What is shown beside the page because the server put it there.
    public var notices: Notices
    /// Whether another layer lies over it, as its ``Stack`` knows.
    var isCovered = false

    public init(
        page: any Presentable, presenter: SitePath, url: SitePath, automaticStyle: Presentation.Style = .pageSheet,
        account: String? = nil, notices: Notices = Notices()
    ) {
        self.page = page
        self.presenter = presenter
        self.url = url
        self.automaticStyle = automaticStyle
        self.account = account
        self.notices = notices
    }

    public func render(into html: inout HTMLWriter) {
        html.presenter = presenter
        show(page, into: &html)
    }

    private func show(_ page: some Presentable, into html: inout HTMLWriter) {
        Presented(page, layer: self).render(into: &html)
    }
}
