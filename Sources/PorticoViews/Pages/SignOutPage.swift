import PorticoHTML

/// Asks whether to sign out.
public struct SignOutPage: Presentable, Sendable {
    /// The account the page is rendered for.
    public var account: String

    public let presentation = Presentation(style: .confirmationDialog, source: "sign-out-link")
    public let presenter = SitePath.launch

    public init(account: String) {
        self.account = account
    }

    public func title(in language: String) -> String { Strings(language: language).signOutQuestion }
}
