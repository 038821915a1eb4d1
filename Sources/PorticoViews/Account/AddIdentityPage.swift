import PorticoHTML

/// Leads to an identity provider where the person logs in, and can from then on.
package struct AddIdentityPage: Presentable, Sendable {
    /// The account that the page is rendered for.
    package var account: String
    package var providers: [SignInWays.Provider]
    /// The page after the login at the provider.
    package var next: SitePath

    package let presentation = Presentation()
    package let presenter = SitePath.launch

    package init(account: String, providers: [SignInWays.Provider], next: SitePath = .factors) {
        self.account = account
        self.providers = providers
        self.next = next
    }

    package func title(in language: String) -> String { Strings(language: language).addIdentity }

    var hidden: HiddenFields { HiddenFields([("links", account), ("next", next.description)]) }

    var ways: SignInWays {
        var ways = SignInWays(providers: providers)
        ways.mayOpenWindow = false
        return ways
    }
}
