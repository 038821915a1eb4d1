import PorticoHTML

/// The ways to log in besides the form of the login cover. They are buttons of this form, so that they keep its input.
package struct SignInWays: Hashable, Sendable {
    package var providers: [Provider]
    /// Whether a link to log in can be mailed.
    package var byMail: Bool

    /// An identity provider.
    package struct Provider: Hashable, Sendable {
        /// Its name in `servers.list`.
        package var id: String
        /// Its name for people.
        package var name: String

        package init(id: String, name: String) {
            self.id = id
            self.name = name
        }
    }

    package init(providers: [Provider] = [], byMail: Bool = false) {
        self.providers = providers
        self.byMail = byMail
    }

    /// The name of the field with the chosen provider.
    package static let field = "way"
}
