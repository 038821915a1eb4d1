import PorticoHTML

/// What can stand at an edge of the page bar. The ways out of a presented page need no address: they lead to the page
/// beneath it.
public enum BarItem: Sendable {
    /// A link to another page.
    case link(BarLink)
    /// The way back to the main screen.
    case home
    /// The way back to the page of the same sheet that led here.
    case back(title: String, SitePath)
    /// Closes a page that was only read.
    case close
    /// Closes a page whose changes have taken effect already.
    case done
    /// Leaves a form whose fields need not be kept.
    case dismiss
    /// Leaves a form without sending it.
    ///
    /// - Parameters:
    ///   - form: the form's id.
    ///   - leave: where the fields go without script (POST): there it is decided whether anything would be lost.
    ///   - back: the page of the same sheet to go back to; nil where the sheet is closed.
    case cancel(form: String, leave: SitePath, back: SitePath? = nil)
    /// Sends the form with this id.
    case save(form: String)
}

/// A link in the page bar.
public struct BarLink: Sendable {
    public var id: String
    public var title: String
    public var path: SitePath
    /// Whether it leads to where the person came from, which gives it a chevron.
    public var isBack: Bool
    /// Whether it opens over the page that it is on.
    public var presents: Bool

    public init(id: String, title: String, path: SitePath, isBack: Bool = false, presents: Bool = false) {
        self.id = id
        self.title = title
        self.path = path
        self.isBack = isBack
        self.presents = presents
    }
}
