import PorticoHTML

/// Adds a person with an account.
package struct AddPersonPage: Presentable, Sendable {
    /// The account that the page is rendered for.
    package var account: String
    /// The input of the last attempt.
    package var name: String
    package var username: String
    package var email: String
    /// Whether the new account becomes an administrator.
    package var isAdministrator: Bool
    /// The errors of the last attempt, each shown at its field.
    package var problems: [SetupProblem]
    /// The minimum length of the password, in characters.
    package var shortestPassword = 15

    package let presentation = Presentation(style: .formSheet)
    package let presenter = SitePath.people

    package init(
        account: String, name: String = "", username: String = "", email: String = "", isAdministrator: Bool = false,
        problems: [SetupProblem] = []
    ) {
        self.account = account
        self.name = name
        self.username = username
        self.email = email
        self.isAdministrator = isAdministrator
        self.problems = problems
    }

    package func title(in language: String) -> String { Strings(language: language).addPerson }

    func fields(_ t: Strings) -> [Field] {
        AccountFields(
            name: name, username: username, email: email, shortestPassword: shortestPassword, problems: problems
        ).fields(t).map { field in
            var field = field
            switch field.id {
            case SetupProblem.Field.name.rawValue: field.label = t.name
            case SetupProblem.Field.email.rawValue: field.hint = t.addPersonEmailHint
            case SetupProblem.Field.password.rawValue:
                field.label = t.passwordOptional
                field.hint = t.addPersonPasswordHint(shortestPassword)
                field.isRequired = false
            default: break
            }
            // The new-password field keeps password managers from offering the administrator's own.
            field.isOwn = field.kind.isPassword
            return field
        }
    }
}
