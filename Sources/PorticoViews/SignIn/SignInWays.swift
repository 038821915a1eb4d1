import PorticoConfig
import PorticoHTML

/// The ways to log in besides the form of the login cover. They are buttons of this form, so that they keep its input.
package struct SignInWays: Hashable, Sendable {
    package var providers: [Provider]
    /// The provider that the cover shows alone, with the other ways behind a link; nil to show all ways.
    package var alone: Provider?
    /// Whether the other ways are shown, too, because the person wants one of them.
    package var showsOthers: Bool
    /// Whether a link to log in can be mailed.
    package var byMail: Bool
    /// Whether the cover is in a frame over a page of an application.
    package var isFramed = false
    /// Whether script may open a provider in another window.
    package var mayOpenWindow = true

    /// An identity provider.
    package struct Provider: Hashable, Sendable {
        /// Its name in `servers.list`.
        package var id: String
        /// Its name for people.
        package var name: String
        package var kind: ProviderKind

        package init(id: String, name: String, kind: ProviderKind = .oidc) {
            self.id = id
            self.name = name
            self.kind = kind
        }
    }

    package init(
        providers: [Provider] = [], alone: Provider? = nil, showsOthers: Bool = false, byMail: Bool = false
    ) {
        self.providers = providers
        self.alone = alone
        self.showsOthers = showsOthers
        self.byMail = byMail
    }

    /// The button of the provider alone.
    ///
    /// - Parameter form: the id of its form.
    func first(form: String) -> ProviderButton? {
        alone.map { provider in
            var button = button(provider)
            button.form = form
            return button
        }
    }

    /// The buttons of the others.
    var others: [ProviderButton] {
        providers.filter { $0 != alone }.map { provider in
            var button = button(provider)
            button.isPlain = true
            return button
        }
    }

    private func button(_ provider: Provider) -> ProviderButton {
        var button = ProviderButton(id: "log-in-with-\(provider.id)", provider)
        button.isFramed = isFramed
        button.mayOpenWindow = mayOpenWindow
        return button
    }

    /// The name of the field with the chosen provider.
    package static let field = "way"
}
