import PorticoHTML

/// Makes the first account of an installation, through the one-time link.
public struct SetupPage: CoverPage, Sendable {
    /// The secret of the link, handed back with the form.
    public var token: String
    public var name: String
    public var username: String
    /// May stay empty; nobody has confirmed it.
    public var email: String
    public var appName: String
    /// What was wrong with the last try, each shown beside its field.
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
