import PorticoHTML

/// Explains the personal data export, and starts it.
package struct PersonalDataPage: Presentable, Sendable {
    /// The account that the page is rendered for.
    package var account: String

    package let presentation = Presentation()
    package let presenter = SitePath.launch

    package init(account: String) {
        self.account = account
    }

    package func title(in language: String) -> String { Strings(language: language).yourData }
}
