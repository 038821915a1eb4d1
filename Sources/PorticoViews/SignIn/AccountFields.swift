import PorticoHTML

/// The fields in which somebody describes the account that is about to be made.
public struct AccountFields: Sendable {
    public var name: String
    public var username: String
    /// Nil where it is not asked for.
    public var email: String?
    /// What was wrong with the last try, each shown beside its field.
    public var problems: [SetupProblem]

    public init(name: String, username: String, email: String? = nil, problems: [SetupProblem] = []) {
        self.name = name
        self.username = username
        self.email = email
        self.problems = problems
    }

    func fields(_ t: Strings) -> [Field] {
        var fields = [
            field(.name, .name, t.setupName, name, t), field(.username, .username, t.username, username, t),
        ]
        if let email {
            var field = field(.email, .email, t.emailOptional, email, t)
            field.isRequired = false
            field.hint = t.emailHint
            fields.append(field)
        }
        var password = field(.password, .newPassword, t.password, "", t)
        password.hint = t.setupPasswordHint
        password.isLast = true
        return fields + [password]
    }

    private func field(
        _ field: SetupProblem.Field, _ kind: Field.Kind, _ label: String, _ value: String, _ t: Strings
    ) -> Field {
        Field(
            id: field.rawValue, kind: kind, label: label, value: value,
            problem: problems.first { $0.field == field }?.sentence(t), startsHere: field == start)
    }

    /// Where the caret starts: in the first field with a problem, or else in the first that is empty.
    private var start: SetupProblem.Field {
        SetupProblem.Field.allCases.first { field in problems.contains { $0.field == field } }
            ?? (name.isEmpty ? .name : username.isEmpty ? .username : .password)
    }
}
