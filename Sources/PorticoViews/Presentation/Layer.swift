import PorticoHTML

/// A presented page at its place in a ``Stack``.
public struct Layer: HTMLRenderable {
    public var page: any Presentable
    /// The address of the page beneath it.
    public var presenter: SitePath
    /// The page's own address, with its query.
    public var url: SitePath
    /// What ``Presentation/Style/automatic`` stands for.
    public var automaticStyle: Presentation.Style
    /// Whether the markup shows it; script opens what it fetched by itself.
    public var isOpen: Bool
    /// Whether another layer lies over it.
    public var isCovered: Bool
    /// The account the page was made for, where it is sent alone: script shows it to nobody else.
    public var account: String?

    public init(
        page: any Presentable, presenter: SitePath, url: SitePath, automaticStyle: Presentation.Style = .pageSheet,
        isOpen: Bool = true, isCovered: Bool = false, account: String? = nil
    ) {
        self.page = page
        self.presenter = presenter
        self.url = url
        self.automaticStyle = automaticStyle
        self.isOpen = isOpen
        self.isCovered = isCovered
        self.account = account
    }

    public func render(into html: inout HTMLWriter) {
        html.presenter = presenter
        show(page, into: &html)
    }

    private func show(_ page: some Presentable, into html: inout HTMLWriter) {
        Presented(page, layer: self).render(into: &html)
    }
}
