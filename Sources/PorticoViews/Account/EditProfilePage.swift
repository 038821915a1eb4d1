import PorticoConfig
import PorticoHTML

/// The form for the person's profile.
package struct EditProfilePage: Presentable, Sendable {
    /// The display name. Empty, or equal to the name of the account, to use the name of the account.
    package var name: String
    package var pronouns: String
    package var note: String
    /// The name of the account, used if `name` is empty.
    package var accountName: String
    /// The account that the page is rendered for.
    package var account: String
    /// The version of the profile in the form.
    package var version: Int64
    /// Whether the fields contain unsaved input.
    package var isDirty: Bool
    /// The errors of the last attempt, each shown at its field.
    package var problems: [UserInfoProblem]
    /// The conflict with a version that somebody saved in the meantime.
    package var conflict: Conflict?

    package let presentation = Presentation(style: .formSheet)
    package let presenter = SitePath.settings
    static let formID = "profile-form"

    package init(
        name: String, pronouns: String, note: String, accountName: String, account: String, version: Int64 = 0,
        isDirty: Bool = false, problems: [UserInfoProblem] = [], conflict: Conflict? = nil
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

    package func title(in language: String) -> String { Strings(language: language).editProfile }

    /// Names and values of the fields, as the form sends them.
    package var draft: [(name: String, value: String)] {
        [("account", account), ("version", "\(version)"), ("name", name), ("pronouns", pronouns), ("note", note)]
    }

    func fields(_ t: Strings) -> [Field] {
        let limits = UserInfo.limits
        return [
            field(
                .name, .name, t.name, name, hint: t.profileNameHint(accountName), limit: limits.name,
                tooLong: t.profileNameTooLong(limits.name), t),
            field(
                .pronouns, .text, t.pronouns, pronouns, hint: t.profilePronounsHint, limit: limits.pronouns,
                tooLong: t.profilePronounsTooLong(limits.pronouns), t),
            field(
                .note, .multiline(), t.note, note, hint: t.profileNoteHint, limit: limits.note,
                tooLong: t.profileNoteTooLong(limits.note), t),
        ]
    }

    private func field(
        _ field: UserInfoProblem.Field, _ kind: Field.Kind, _ label: String, _ value: String, hint: String, limit: Int,
        tooLong: String, _ t: Strings
    ) -> Field {
        Field(
            id: field.rawValue, kind: kind, label: label, value: value, hint: hint,
            problem: problems.first { $0.field == field }?.sentence(t), conflict: conflict, isRequired: false,
            isAutofocused: starts(at: field), limit: limit, invalid: tooLong)
    }

    /// Whether the field has the autofocus: the first one with an error or a conflict.
    func starts(at field: UserInfoProblem.Field) -> Bool {
        field
            == UserInfoProblem.Field.allCases.first { field in
                problems.contains { $0.field == field } || conflict?.theirs(field.rawValue) != nil
            }
    }
}
