import PorticoHTML

/// Makes an account, through a link in a mail.
public struct MakeAccountPage: CoverPage, Sendable {
    /// The secret of the link, handed back with the form.
    public var token: String
    /// The address that the link was sent to, which becomes the account's.
    public var email: String
    public var name: String
    public var username: String
    public var appName: String
    /// What was wrong with the last try, each shown beside its field.
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
