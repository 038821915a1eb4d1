import PorticoHTML

/// What can stand at an edge of the page bar.
public enum BarItem: Sendable {
    /// A link to another page.
    case link(BarLink)
    /// The way back to the main screen.
    case home
    /// The button that ends the sign-in.
    case signOut(SignOutButton)
}

/// A link in the page bar.
public struct BarLink: Sendable {
    public var id: String
    public var title: String
    public var path: SitePath
    /// Whether it leads to where the person came from, which gives it a chevron.
    public var isBack: Bool

    public init(id: String, title: String, path: SitePath, isBack: Bool = false) {
        self.id = id
        self.title = title
        self.path = path
        self.isBack = isBack
    }
}

/// The form that signs an account out.
public struct SignOutButton: Sendable {
    /// The account the page was rendered for.
    public var account: String

    public init(account: String) {
        self.account = account
    }
}
