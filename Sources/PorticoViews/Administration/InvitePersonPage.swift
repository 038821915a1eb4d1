import PorticoConfig
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
    /// The languages to choose from.
    package var languages: [Language]
    /// The tag of the language of the mail.
    package var language: String
    /// The errors of the last attempt, each shown at its field.
    package var problems: [SetupProblem]

    package let presentation = Presentation(style: .formSheet)
    package let presenter = SitePath.people

    package init(
        account: String, email: String = "", name: String = "", isAdministrator: Bool = false,
        languages: [Language] = [], language: String = Language.source.tag, problems: [SetupProblem] = []
    ) {
        self.account = account
        self.email = email
        self.name = name
        self.isAdministrator = isAdministrator
        self.languages = languages
        self.language = language
        self.problems = problems
    }

    package func title(in language: String) -> String { Strings(language: language).invitePerson }

    func fields(_ t: Strings) -> [Field] {
        let name = problems.first { $0.field == .name }
        let email = problems.first { $0.field == .email }
        let choices = languages.map { Field.Option(value: $0.tag, title: $0.name, language: $0.tag) }
        let menu = Field(
            id: "language", kind: .select(choices), label: t.inviteLanguage, value: language)
        return [
            Field(
                id: "email", kind: .email, label: t.emailAddress, value: self.email, hint: t.inviteHint,
                problem: email?.sentence(t), isOwn: false, isAutofocused: email != nil || name == nil,
                missing: t.inviteEmailMissing),
            Field(
                id: "name", kind: .name, label: t.nameOptional, value: self.name, hint: t.inviteNameHint,
                problem: name?.sentence(t), isRequired: false, isOwn: false, isAutofocused: email == nil && name != nil,
                isLast: true),
        ] + (choices.count > 1 ? [menu] : [])
    }
}
