import PorticoHTML

/// Creates an account, after a link in a mail.
public struct MakeAccountPage: CoverPage, Sendable {
    /// The token of the link, sent back with the form.
    public var token: String
    /// The recipient of the link, which becomes the address of the account.
    public var email: String
    public var name: String
    public var username: String
    public var appName: String
    /// The errors of the last attempt, each shown at its field.
    public var problems: [SetupProblem]

    public init(
        token: String, email: String, name: String = "", username: String = "", appName: String,
        problems: [SetupProblem] = []
    ) {
        self.token = token
        self.email = email
        self.name = name
        self.username = username
        self.appName = appName
        self.problems = problems
    }

    public func title(in language: String) -> String { Strings(language: language).createAccount }
}
