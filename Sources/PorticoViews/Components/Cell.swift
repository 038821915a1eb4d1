import PorticoHTML

/// One row of a ``CellGroup``.
public enum Cell: Sendable {
    case detail(DetailCell)
    case toggle(ToggleCell)
    case link(LinkCell)
    case action(ActionCell)
}

/// A title and a value.
public struct DetailCell: Sendable {
    public var id: String
    public var title: String
    public var value: CellValue

    public init(id: String, title: String, value: CellValue) {
        self.id = id
        self.title = title
        self.value = value
    }
}

/// A switch in a form of its own, so it works without script.
public struct ToggleCell: Sendable {
    public var id: String
    public var title: String
    public var isOn: Bool
    public var action: SitePath
    /// The account the page was rendered for.
    public var account: String

    public init(id: String, title: String, isOn: Bool, action: SitePath, account: String) {
        self.id = id
        self.title = title
        self.isOn = isOn
        self.action = action
        self.account = account
    }
}

/// A row that leads to another page.
public struct LinkCell: Sendable {
    public var id: String
    public var title: String
    public var value: String?
    public var path: SitePath
    /// How the page is come to.
    public var opening: Opening
    /// Whether it leads to the question about something that somebody loses by.
    public var isDestructive: Bool

    /// How a link opens its page.
    public enum Opening: Sendable {
        /// As any link does.
        case plain
        /// Over the page that the link is on.
        case presents
        /// Inside the sheet that the link is in.
        case navigates
    }

    public init(
        id: String, title: String, value: String? = nil, path: SitePath, opening: Opening = .plain,
        isDestructive: Bool = false
    ) {
        self.id = id
        self.title = title
        self.value = value
        self.path = path
        self.opening = opening
        self.isDestructive = isDestructive
    }
}
