import PorticoHTML

/// Creates an account, after a link in a mail.
package struct MakeAccountPage: CoverPage, Sendable {
    /// The token of the link, sent back with the form.
    package var token: String
    /// The recipient of the link, which becomes the address of the account.
    package var email: String
    package var name: String
    package var username: String
    package var appName: String
    /// The errors of the last attempt, each shown at its field.
    package var problems: [SetupProblem]
    /// The minimum length of the password, in characters.
    package var shortestPassword = 15

    package init(
        token: String, email: String, name: String = "", username: String = "", appName: String,
        problems: [SetupProblem] = []
    ) {
        self.token = token
        self.email = email
        self.name = name
        self.username = username
        self.appName = appName
        self.problems = problems
    }

    package func title(in language: String) -> String { Strings(language: language).createAccount }
}
