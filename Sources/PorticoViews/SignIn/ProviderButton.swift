import PorticoHTML

/// A button that leads to an identity provider. Script opens another window if the page has something to lose
/// (`provider.js`).
package struct ProviderButton: Sendable {
    package var id: String
    package var provider: SignInWays.Provider
    /// Whether it is beside the button of the form.
    package var isPlain = false
    /// The form of the button, if it is not around it.
    package var form: String?
    /// Whether script may open the provider in another window.
    package var mayOpenWindow = true
    /// Whether the provider always opens in another window, because the page is to continue with what it was asked for.
    package var staysOnPage = false
    /// Whether it is in a frame over a page of an application. Providers refuse to be in frames.
    package var isFramed = false

    package init(id: String, _ provider: SignInWays.Provider) {
        self.id = id
        self.provider = provider
    }
}
