import PorticoHTML

/// Asks for confirmation of an email address. A link alone does not confirm, because mail scanners follow links too.
package struct ConfirmEmailPage: CoverPage, Sendable {
    /// The token of the link, sent back with the form.
    package var token: String
    package var email: String
    package var username: String
    package var appName: String

    package init(token: String, email: String, username: String, appName: String) {
        self.token = token
        self.email = email
        self.username = username
        self.appName = appName
    }

    package func title(in language: String) -> String { Strings(language: language).confirmEmail }
}
