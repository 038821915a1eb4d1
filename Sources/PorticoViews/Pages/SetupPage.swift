import PorticoHTML

/// Makes the first account of an installation, through the one-time link.
public struct SetupPage: Sendable {
    /// The secret of the link, handed back with the form.
    public var token: String
    public var name: String
    public var username: String
    public var appName: String
    /// What was wrong with the last try, each shown beside its field.
    public var problems: [SetupProblem]

    public init(
        token: String, name: String = "", username: String = "", appName: String, problems: [SetupProblem] = []
    ) {
        self.token = token
        self.name = name
        self.username = username
        self.appName = appName
        self.problems = problems
    }

    func problem(of field: SetupProblem.Field, _ t: Strings) -> String? {
        problems.first { $0.field == field }?.sentence(t)
    }

    /// Where the caret starts: in the first field with a problem.
    func starts(at field: SetupProblem.Field) -> Bool {
        field == SetupProblem.Field.allCases.first { field in problems.contains { $0.field == field } } ?? .name
    }
}
