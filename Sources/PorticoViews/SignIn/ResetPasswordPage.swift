import PorticoHTML

/// Asks for the account whose password is to be reset.
package struct ResetPasswordPage: CoverPage, Sendable {
    package var appName: String
    /// The entered user name or email address.
    package var name: String
    /// Whether nothing was entered.
    package var isMissing: Bool
    /// The display name of this server, if there are others: it cannot reset their passwords.
    package var server: String?

    package init(appName: String, name: String = "", isMissing: Bool = false, server: String? = nil) {
        self.appName = appName
        self.server = server
        self.name = name
        self.isMissing = isMissing
    }

    package func title(in language: String) -> String { Strings(language: language).resetPassword }

    func field(_ t: Strings) -> Field {
        Field(
            id: "name", kind: .usernameOrEmail, label: t.usernameOrEmail, value: name,
            problem: isMissing ? t.usernameOrEmailMissing : nil, isAutofocused: true, isLast: true,
            missing: t.usernameOrEmailMissing)
    }
}
