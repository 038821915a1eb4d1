/// The fields for a new account.
package struct AccountFields: Sendable {
    package var name: String
    package var username: String
    /// Nil to omit the field.
    package var email: String?
    /// The errors of the last attempt, each shown at its field.
    package var problems: [SetupProblem]
    /// The minimum length of the password, in characters.
    package var shortestPassword: Int

    package init(
        name: String, username: String, email: String? = nil, shortestPassword: Int, problems: [SetupProblem] = []
    ) {
        self.name = name
        self.username = username
        self.email = email
        self.shortestPassword = shortestPassword
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
        password.hint = t.setupPasswordHint(shortestPassword)
        password.isLast = true
        return fields + [password]
    }

    private func field(
        _ field: SetupProblem.Field, _ kind: Field.Kind, _ label: String, _ value: String, _ t: Strings
    ) -> Field {
        Field(
            id: field.rawValue, kind: kind, label: label, value: value,
            problem: problems.first { $0.field == field }?.sentence(t), isAutofocused: field == start,
            missing: missing(field, t))
    }

    private func missing(_ field: SetupProblem.Field, _ t: Strings) -> String {
        switch field {
        case .name: t.setupNameMissing
        case .username: t.setupUsernameMissing
        case .email: t.emailMissing
        case .password: t.setupPasswordMissing
        }
    }

    /// The field with the autofocus: the first field with an error, otherwise the first empty one.
    private var start: SetupProblem.Field {
        SetupProblem.Field.allCases.first { field in problems.contains { $0.field == field } }
            ?? (name.isEmpty ? .name : username.isEmpty ? .username : .password)
    }
}
