import PorticoHTML

/// Invites a person to create an account.
package struct InvitePersonPage: Presentable, Sendable {
    /// The account that the page is rendered for.
    package var account: String
    /// The input of the last attempt.
    package var email: String
    package var name: String
    /// Whether the new account becomes an administrator.
    package var isAdministrator: Bool
    /// The errors of the last attempt, each shown at its field.
    package var problems: [SetupProblem]

    package let presentation = Presentation(style: .formSheet)
    package let presenter = SitePath.people

    package init(
        account: String, email: String = "", name: String = "", isAdministrator: Bool = false,
        problems: [SetupProblem] = []
    ) {
        self.account = account
        self.email = email
        self.name = name
        self.isAdministrator = isAdministrator
        self.problems = problems
    }

    package func title(in language: String) -> String { Strings(language: language).invitePerson }

    func fields(_ t: Strings) -> [Field] {
        let name = problems.first { $0.field == .name }
        let email = problems.first { $0.field == .email }
        return [
            Field(
                id: "email", kind: .email, label: t.emailAddress, value: self.email, hint: t.inviteHint,
                problem: email?.sentence(t), isOwn: false, isAutofocused: email != nil || name == nil,
                missing: t.inviteEmailMissing),
            Field(
                id: "name", kind: .name, label: t.nameOptional, value: self.name, hint: t.inviteNameHint,
                problem: name?.sentence(t), isRequired: false, isOwn: false, isAutofocused: email == nil && name != nil,
                isLast: true),
        ]
    }
}
