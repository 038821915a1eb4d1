import PorticoHTML

/// Asks whether to sign out of one account or of all.
package struct SignOutPage: Presentable, Sendable {
    /// The account that the page is rendered for.
    package var account: String
    /// Shown if there are other accounts.
    package var username: String
    /// The number of other accounts signed in in this browser.
    package var others: Int

    package let presentation = Presentation(style: .confirmationDialog, source: "sign-out-link")
    package let presenter = SitePath.launch

    package init(account: String, username: String = "", others: Int = 0) {
        self.account = account
        self.username = username
        self.others = others
    }

    package func title(in language: String) -> String { Strings(language: language).signOutQuestion }
}
