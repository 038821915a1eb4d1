import PorticoHTML

/// The page of a mailed link to log in. In the browser that asked for the link it asks whether to log in, so that a program
/// that only follows links does nothing. Any other browser shows the code to type in the first one.
package struct MailLinkPage: CoverPage, Sendable {
    package var appName: String
    /// The token of the link, sent back with the form.
    package var token: String
    package var username: String
    /// The code of the link, in another browser.
    package var code: String?
    /// The maximum number of signed-in accounts, if this browser has reached it.
    package var accountLimit: Int?

    package init(appName: String, token: String, username: String, code: String? = nil, accountLimit: Int? = nil) {
        self.appName = appName
        self.token = token
        self.username = username
        self.code = code
        self.accountLimit = accountLimit
    }

    package func title(in language: String) -> String { title(Strings(language: language)) }

    func title(_ t: Strings) -> String { code == nil ? t.mailSignInTitle : t.mailedCodeTitle }

    func message(_ t: Strings) -> String? { accountLimit.map { t.loginTooManyAccounts($0) } }
}
