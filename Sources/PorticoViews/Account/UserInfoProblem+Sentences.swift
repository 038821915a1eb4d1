import PorticoConfig

extension UserInfoProblem {
    /// The ids of the form fields, in form order.
    enum Field: String, CaseIterable {
        case name
        case pronouns
        case note
    }

    var field: Field {
        switch self {
        case .nameBlank, .nameTooLong: .name
        case .pronounsTooLong: .pronouns
        case .noteTooLong: .note
        }
    }

    func sentence(_ t: Strings) -> String {
        switch self {
        case .nameBlank: t.profileNameBlank
        case .nameTooLong(let maximum): t.profileNameTooLong(maximum)
        case .pronounsTooLong(let maximum): t.profilePronounsTooLong(maximum)
        case .noteTooLong(let maximum): t.profileNoteTooLong(maximum)
        }
    }
}
