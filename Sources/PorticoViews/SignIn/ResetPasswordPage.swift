import PorticoHTML

/// Asks for the account whose password is to be reset.
public struct ResetPasswordPage: CoverPage, Sendable {
    public var appName: String
    /// The entered user name or email address.
    public var name: String
    /// Whether nothing was entered.
    public var isMissing: Bool
    /// The display name of this server, if there are gateways: it cannot reset their passwords.
    public var server: String?

    public init(appName: String, name: String = "", isMissing: Bool = false, server: String? = nil) {
        self.appName = appName
        self.server = server
        self.name = name
        self.isMissing = isMissing
    }

    public func title(in language: String) -> String { Strings(language: language).resetPassword }

    func field(_ t: Strings) -> Field {
        Field(
            id: "name", kind: .usernameOrEmail, label: t.usernameOrEmail, value: name,
            problem: isMissing ? t.usernameOrEmailMissing : nil, isAutofocused: true, isLast: true)
    }
}
