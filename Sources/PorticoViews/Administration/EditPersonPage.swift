import PorticoHTML

/// Changes the name and the address of an account.
package struct EditPersonPage: Presentable, Sendable {
    /// The account that the page is rendered for.
    package var account: String
    /// The account id as shown to administrators.
    package var user: String
    /// The input.
    package var name: String
    package var email: String
    /// The values that the page showed when it was opened.
    package var shownName: String
    package var shownEmail: String
    /// The conflict with values that somebody saved in the meantime.
    package var conflict: Conflict?
    /// The errors of the last attempt, each shown at its field.
    package var problems: [SetupProblem]
    /// The display name of the account's server, which keeps the name; nil for a local account.
    package var serverName: String?

    package let presentation = Presentation(style: .formSheet)
    package init(
        account: String, user: String, name: String, email: String, problems: [SetupProblem] = [],
        serverName: String? = nil
    ) {
        self.account = account
        self.user = user
        self.name = name
        self.email = email
        shownName = name
        shownEmail = email
        self.problems = problems
        self.serverName = serverName
    }

    package var presenter: SitePath { .person(user) }

    package func title(in language: String) -> String { Strings(language: language).editPerson }

    package func render(into html: inout HTMLWriter) {
        let t = Strings(language: html.language)
        PersonForm(
            title: t.editPerson, id: "person-form", path: .editPerson(user), account: account, fields: fields(t),
            shown: HiddenFields([("shownName", shownName), ("shownEmail", shownEmail)]), conflict: conflict,
            saveID: "save-person"
        ).render(into: &html)
    }

    private func fields(_ t: Strings) -> [Field] {
        let nameProblem = problems.first { $0.field == .name }
        let emailProblem = problems.first { $0.field == .email }
        let email = Field(
            id: "email", kind: .email, label: t.emailAddress, value: email, hint: t.editPersonEmailHint,
            problem: emailProblem?.sentence(t), conflict: conflict, isRequired: false, isOwn: false,
            isAutofocused: serverName != nil || emailProblem != nil && nameProblem == nil, isLast: true)
        guard serverName == nil else { return [email] }
        return [
            Field(
                id: "name", kind: .name, label: t.name, value: name, problem: nameProblem?.sentence(t),
                conflict: conflict, isOwn: false,
                isAutofocused: nameProblem != nil || emailProblem == nil, missing: t.setupNameMissing), email,
        ]
    }
}
