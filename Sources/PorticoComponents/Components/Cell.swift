import PorticoHTML

/// One row of a ``CellGroup``.
public enum Cell: Sendable {
    /// A title and a value.
    case detail(DetailCell)
    /// A switch.
    case toggle(ToggleCell)
    /// A link to another page.
    case link(LinkCell)
    /// A button.
    case action(ActionCell)
    /// Sign-ins, with a button to end them.
    case session(SessionCell)
}

/// A title and a value.
public struct DetailCell: Sendable {
    public var id: String
    public var title: String
    /// Text below the title; nil or empty for none.
    public var subtitle: String?
    public var value: CellValue

    public init(id: String, title: String, subtitle: String? = nil, value: CellValue) {
        self.id = id
        self.title = title
        self.subtitle = subtitle
        self.value = value
    }
}

/// A switch in its own form, so that it works without script.
public struct ToggleCell: Sendable {
    public var id: String
    public var title: String
    public var isOn: Bool
    /// The path to which the form is posted.
    public var action: SitePath
    /// The account that the page was rendered for.
    public var account: String

    public init(id: String, title: String, isOn: Bool, action: SitePath, account: String) {
        self.id = id
        self.title = title
        self.isOn = isOn
        self.action = action
        self.account = account
    }
}

/// A row that links to another page.
public struct LinkCell: Sendable {
    public var id: String
    public var title: String
    /// Text below the title; nil or empty for none.
    public var subtitle: String?
    public var value: String?
    public var path: SitePath
    /// The way in which the page opens.
    public var opening: Opening
    /// Whether it leads to a destructive action.
    public var isDestructive: Bool
    /// Whether a chevron announces the next page, unless the action is destructive. Rows of a menu, and those that open a
    /// question, have none.
    public var hasChevron: Bool

    /// The way in which a link opens its page.
    public enum Opening: Sendable {
        /// As an ordinary link.
        case plain
        /// Presented over the current page. The style is that of the page, used while it loads.
        case presents(as: Presentation.Style)
        /// Presented in place of the current page, over the same presenter.
        case replaces(as: Presentation.Style)
        /// Inside the current sheet.
        case navigates

        /// Presented over the current page, in the style of the installation.
        public static let presents = Opening.presents(as: .automatic)
        /// Presented in place of the current page, in the style of the installation.
        public static let replaces = Opening.replaces(as: .automatic)

        /// The style of a presented page; nil for a page that is not presented.
        var style: Presentation.Style? {
            switch self {
            case .presents(let style), .replaces(let style): style
            case .plain, .navigates: nil
            }
        }

        var replaces: Bool { if case .replaces = self { true } else { false } }

        var navigates: Bool { if case .navigates = self { true } else { false } }
    }

    var style: Presentation.Style? { opening.style }
    var replaces: Bool { opening.replaces }
    var navigates: Bool { opening.navigates }

    public init(
        id: String, title: String, subtitle: String? = nil, value: String? = nil, path: SitePath,
        opening: Opening = .plain, isDestructive: Bool = false, hasChevron: Bool = true
    ) {
        self.id = id
        self.title = title
        self.subtitle = subtitle
        self.value = value
        self.path = path
        self.opening = opening
        self.isDestructive = isDestructive
        self.hasChevron = hasChevron
    }
}

/// The title of a row, with text below it.
public struct CellText: Sendable {
    public var title: String
    /// nil or empty for none.
    public var subtitle: String?

    public init(_ title: String, _ subtitle: String? = nil) {
        self.title = title
        self.subtitle = subtitle
    }
}
