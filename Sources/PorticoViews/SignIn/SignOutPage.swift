import PorticoHTML

/// Asks whether to sign out of one account or of all.
public struct SignOutPage: Presentable, Sendable {
    /// The account that the page is rendered for.
    public var account: String
    /// Shown if there are other accounts.
    public var username: String
    /// The number of other accounts signed in in this browser.
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
