import PorticoHTML

/// Asks who needs another password.
public struct ResetPasswordPage: CoverPage, Sendable {
    public var appName: String
    /// The user name or email address that was typed before.
    public var name: String
    /// Whether nothing was typed.
    public var isMissing: Bool
    /// What people call this server, where there are others, whose passwords are not kept here.
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
            problem: isMissing ? t.usernameOrEmailMissing : nil, startsHere: true, isLast: true)
    }
}
