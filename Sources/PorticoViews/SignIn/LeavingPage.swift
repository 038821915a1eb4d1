import PorticoHTML

/// Leads to an identity provider whose pages are at another origin than its issuer. Browsers follow the redirects of a form
/// only to origins that the policy of its page names.
package struct LeavingPage: CoverPage, Sendable {
    /// The display name of the provider.
    package var provider: String
    /// The address at the provider.
    package var address: WebURL

    package init(provider: String, address: WebURL) {
        self.provider = provider
        self.address = address
    }

    package func title(in language: String) -> String { Strings(language: language).logInWith(provider) }
}
