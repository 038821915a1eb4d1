import PorticoHTML

/// Asks whether to sign out, and of how much where several accounts are signed in to.
public struct SignOutPage: Presentable, Sendable {
    /// The account the page is rendered for.
    public var account: String
    /// Needed where there are others.
    public var username: String
    /// How many other accounts are signed in to in this browser.
    public var others: Int

    public let presentation = Presentation(style: .confirmationDialog, source: "sign-out-link")
    public let presenter = SitePath.launch

    public init(account: String, username: String = "", others: Int = 0) {
        self.account = account
        self.username = username
        self.others = others
    }

    public func title(in language: String) -> String { Strings(language: language).signOutQuestion }
}
