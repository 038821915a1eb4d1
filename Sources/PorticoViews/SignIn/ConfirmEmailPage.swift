import PorticoHTML

/// Asks whether an address is to be that of an account, since programs follow the links in mails too.
public struct ConfirmEmailPage: CoverPage, Sendable {
    /// The secret of the link, handed back with the form.
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
