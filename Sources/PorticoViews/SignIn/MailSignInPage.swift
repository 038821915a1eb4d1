import PorticoHTML

/// Asks for the address to which a link to log in is mailed. The column takes the place of that of the login cover.
package struct MailSignInPage: CoverPage, Sendable {
    package var appName: String
    /// The entered address.
    package var email: String
    /// Whether "Keep me logged in" is checked.
    package var remembers: Bool
    /// The target after the sign-in.
    package var next: SitePath?
    /// The display name of this server, if there are others: it mails no links for their accounts.
    package var server: String?
    package var problem: Problem?

    /// The reason why no mail is sent.
    package enum Problem: Hashable, Sendable {
        case emailMissing
        case emailInvalid
        /// Too many mails were requested. nil for more than a day.
        case limited(seconds: Int?)
    }

    package init(
        appName: String, email: String = "", remembers: Bool = false, next: SitePath? = nil, server: String? = nil,
        problem: Problem? = nil
    ) {
        self.appName = appName
        self.email = email
        self.remembers = remembers
        self.next = next
        self.server = server
        self.problem = problem
    }

    package func title(in language: String) -> String { Strings(language: language).mailSignInTitle }

    /// The id of the text that screen readers read with the field.
    var description: String { problem == nil ? "mail-sign-in-text" : "sign-in-message" }

    func message(_ t: Strings) -> String? {
        switch problem {
        case nil: nil
        case .emailMissing: t.emailMissing
        case .emailInvalid: t.emailInvalid
        case .limited(let seconds): RetryDelay(seconds: seconds ?? 86_400).afterTooManyAttempts(t)
        }
    }
}
