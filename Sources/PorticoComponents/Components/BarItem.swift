import PorticoHTML

/// An item of the page bar. Items that close a presented page need no path: they link to the page below it.
public enum BarItem: Sendable {
    /// A link to another page.
    case link(BarLink)
    /// The brand's mark, on the main screen. Its name for assistive technology is the name of the application.
    case mark(name: String)
    /// Back to the main screen.
    case home
    /// Back to the previous page in the same sheet.
    case back(title: String, SitePath)
    /// Closes a page without input.
    case close
    /// Closes a page whose changes are already saved.
    case done
    /// Leaves a form whose input may be lost.
    ///
    /// - Parameter back: the previous page in the same sheet; nil to close the sheet.
    case dismiss(back: SitePath?)
    /// Leaves a form without submitting it.
    ///
    /// - Parameters:
    ///   - form: the id of the form.
    ///   - leave: the path to which the fields are posted without script, to detect unsaved changes.
    ///   - back: the previous page in the same sheet; nil to close the sheet.
    case cancel(form: String, leave: SitePath, back: SitePath? = nil)
    /// Submits a form. While a page has this item, its form has no other button that saves.
    ///
    /// - Parameters:
    ///   - form: the id of the form.
    ///   - id: the id of the button; nil for none.
    ///   - title: a verb; nil for “Save”.
    case save(form: String, id: String? = nil, title: String? = nil)
    /// A plus sign that presents a choice of additions as a popover. The title is its name.
    case add(title: String, SitePath)
}

extension BarItem {
    /// Closes a form whose input may be lost.
    public static let dismiss = BarItem.dismiss(back: nil)
}

/// A link in the page bar.
public struct BarLink: Sendable {
    public var id: String
    public var title: String
    public var path: SitePath
    /// Whether it leads back, shown by a chevron.
    public var isBack: Bool
    /// Whether it presents its page over the current one.
    public var presents: Bool
    /// The style of the presented page, used while it loads.
    public var style: Presentation.Style

    public init(
        id: String, title: String, path: SitePath, isBack: Bool = false, presents: Bool = false,
        style: Presentation.Style = .automatic
    ) {
        self.id = id
        self.title = title
        self.path = path
        self.isBack = isBack
        self.presents = presents
        self.style = style
    }
}
