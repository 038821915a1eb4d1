import PorticoHTML

/// Asks whether to allow further sign-ins to an account after too many failures.
public struct LiftLimitsPage: CoverPage, Sendable {
    /// The token of the link, sent back with the form.
    public var token: String
    public var username: String
    public var appName: String

    public init(token: String, username: String, appName: String) {
        self.token = token
        self.username = username
        self.appName = appName
    }

    public func title(in language: String) -> String { Strings(language: language).liftLimits }
}
