import PorticoHTML

/// The form in which people say something of themselves.
public struct EditProfilePage: Presentable, Sendable {
    /// Empty where the name of the account is good enough.
    public var name: String
    public var pronouns: String
    public var note: String
    /// What the person is called without a name of their own.
    public var accountName: String
    /// The account the page is rendered for.
    public var account: String
    /// Of the profile that was read for it.
    public var version: Int64
    /// Whether the fields hold what was typed before and is not kept.
    public var isDirty: Bool
    /// What was wrong with the last try, each shown beside its field.
    public var problems: [ProfileProblem]
    /// What was saved meanwhile instead of it.
    public var conflict: Conflict?

    public let presentation = Presentation(style: .formSheet)
    public let presenter = SitePath.launch
    static let formID = "profile-form"

    public init(
        name: String, pronouns: String, note: String, accountName: String, account: String, version: Int64 = 0,
        isDirty: Bool = false, problems: [ProfileProblem] = [], conflict: Conflict? = nil
    ) {
        self.name = name
        self.pronouns = pronouns
        self.note = note
        self.accountName = accountName
        self.account = account
        self.version = version
        self.isDirty = isDirty
        self.problems = problems
        self.conflict = conflict
    }

    public func title(in language: String) -> String { Strings(language: language).editProfile }

    /// Names and values of the fields, as the form sends them.
    public var draft: [(name: String, value: String)] {
        [("account", account), ("version", "\(version)"), ("name", name), ("pronouns", pronouns), ("note", note)]
    }

    func problem(of field: ProfileProblem.Field, _ t: Strings) -> String? {
        problems.first { $0.field == field }?.sentence(t)
    }

    func descriptions(of field: ProfileProblem.Field) -> String {
        let id = field.rawValue
        return conflict.descriptions(of: id, "\(id)-hint \(id)-problem")
    }

    /// Whether the caret starts here: in the first field with a problem, or that was saved as something else meanwhile.
    func starts(at field: ProfileProblem.Field) -> Bool {
        field
            == ProfileProblem.Field.allCases.first { field in
                problems.contains { $0.field == field } || conflict?.theirs(field.rawValue) != nil
            }
    }
}
