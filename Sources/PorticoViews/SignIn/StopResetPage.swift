import PorticoHTML

/// Asks whether to stop a reset of the ways to log in to an account.
package struct StopResetPage: CoverPage, Sendable {
    /// The token of the link, sent back with the form.
    package var token: String
    package var username: String
    package var appName: String

    package init(token: String, username: String, appName: String) {
        self.token = token
        self.username = username
        self.appName = appName
    }

    package func title(in language: String) -> String { Strings(language: language).stopReset }
}
