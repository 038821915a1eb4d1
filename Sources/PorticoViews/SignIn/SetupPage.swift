import PorticoHTML

/// Creates the first account of an installation, after the set-up link.
package struct SetupPage: CoverPage, Sendable {
    /// The token of the link, sent back with the form.
    package var token: String
    package var name: String
    package var username: String
    /// Optional, and not confirmed by mail.
    package var email: String
    package var appName: String
    /// The errors of the last attempt, each shown at its field.
    package var problems: [SetupProblem]
    /// The minimum length of the password, in characters.
    package var shortestPassword = 15

    package init(
        token: String, name: String = "", username: String = "", email: String = "", appName: String,
        problems: [SetupProblem] = []
    ) {
        self.token = token
        self.name = name
        self.username = username
        self.email = email
        self.appName = appName
        self.problems = problems
    }

    package func title(in language: String) -> String { Strings(language: language).setupTitle }
}
