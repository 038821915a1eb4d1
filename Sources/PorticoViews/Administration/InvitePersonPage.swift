import PorticoHTML

/// Invites a person to create an account.
public struct InvitePersonPage: Presentable, Sendable {
    /// The account that the page is rendered for.
    public var account: String
    /// The input of the last attempt.
    public var email: String
    public var name: String
    /// Whether the new account becomes an administrator.
    public var isAdministrator: Bool
    /// The errors of the last attempt, each shown at its field.
    public var problems: [SetupProblem]

    public let presentation = Presentation(style: .formSheet)
    public let presenter = SitePath.people

    public init(
        account: String, email: String = "", name: String = "", isAdministrator: Bool = false,
        problems: [SetupProblem] = []
    ) {
        self.account = account
        self.email = email
        self.name = name
        self.isAdministrator = isAdministrator
        self.problems = problems
    }

    public func title(in language: String) -> String { Strings(language: language).invitePerson }

    func fields(_ t: Strings) -> [Field] {
        let name = problems.first { $0.field == .name }
        let email = problems.first { $0.field == .email }
        return [
            Field(
                id: "email", kind: .email, label: t.emailAddress, value: self.email, hint: t.inviteHint,
                problem: email?.sentence(t), isOwn: false, isAutofocused: email != nil || name == nil),
            Field(
                id: "name", kind: .name, label: t.nameOptional, value: self.name, hint: t.inviteNameHint,
                problem: name?.sentence(t), isRequired: false, isOwn: false, isAutofocused: email == nil && name != nil,
                isLast: true),
        ]
    }
}
