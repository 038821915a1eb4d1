import PorticoHTML

/// New recovery codes, shown this once.
package struct RecoveryCodesPage: Presentable, Sendable {
    /// The account that the page is rendered for.
    package var account: String
    /// As people type them.
    package var codes: [String]
    /// The page that has required the app; nil if none has.
    package var next: SitePath?

    package let presentation = Presentation()
    package let presenter = SitePath.launch

    package init(account: String, codes: [String], next: SitePath? = nil) {
        self.account = account
        self.codes = codes
        self.next = next
    }

    package func title(in language: String) -> String { Strings(language: language).recoveryCodesTitle }

    /// The codes to copy and to save, one on each line.
    package var text: String { codes.joined(separator: "\n") }
}
