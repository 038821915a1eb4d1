import PorticoHTML

/// Creates the first account of an installation, after the set-up link.
public struct SetupPage: CoverPage, Sendable {
    /// The token of the link, sent back with the form.
    public var token: String
    public var name: String
    public var username: String
    /// Optional, and not confirmed by mail.
    public var email: String
    public var appName: String
    /// The errors of the last attempt, each shown at its field.
    public var problems: [SetupProblem]

    public init(
        token: String, name: String = "", username: String = "", email: String = "", appName: String,
        problems: [SetupProblem] = []
    ) {
        self.token = token
        self.name = name
        self.username = username
        self.email = email
        self.appName = appName
        self.problems = problems
    }

    public func title(in language: String) -> String { Strings(language: language).setupTitle }
}
