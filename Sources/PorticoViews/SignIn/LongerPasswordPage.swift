import PorticoHTML

/// Replaces a password that is too short to be the only proof, within a sign-in. The column takes the place of that of the
/// login cover.
package struct LongerPasswordPage: CoverPage, Sendable {
    package var appName: String
    /// The token of the waiting sign-in, sent back with the form.
    package var pending: String
    /// The target after the sign-in.
    package var next: SitePath?
    package var username: String
    /// The minimum length of the password, in characters.
    package var shortestPassword: Int
    package var problem: PasswordProblemText?

    package init(
        appName: String, pending: String, next: SitePath? = nil, username: String, shortestPassword: Int = 15,
        problem: PasswordProblemText? = nil
    ) {
        self.appName = appName
        self.pending = pending
        self.next = next
        self.username = username
        self.shortestPassword = shortestPassword
        self.problem = problem
    }

    package func title(in language: String) -> String { Strings(language: language).choosePassword }

    /// The ids of the texts that screen readers read with the field.
    var description: String { problem == nil ? "password-hint" : "sign-in-message password-hint" }
}
