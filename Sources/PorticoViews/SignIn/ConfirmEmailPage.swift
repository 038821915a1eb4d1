import PorticoHTML

/// Asks for confirmation of an email address. A link alone does not confirm, because mail scanners follow links too.
public struct ConfirmEmailPage: CoverPage, Sendable {
    /// The token of the link, sent back with the form.
    public var token: String
    public var email: String
    public var username: String
    public var appName: String

    public init(token: String, email: String, username: String, appName: String) {
        self.token = token
        self.email = email
        self.username = username
        self.appName = appName
    }

    public func title(in language: String) -> String { Strings(language: language).confirmEmail }
}
