/// What a person says of themselves.
public struct UserInfo: Codable, Hashable, Sendable {
    /// What they want to be called; `nil` leaves the name of the account.
    public var name: String?
    /// For example "she/her"; empty where nothing was said.
    public var pronouns: String
    /// Anything else, in several lines; empty where nothing was said.
    public var note: String

    public init(name: String? = nil, pronouns: String = "", note: String = "") {
        self.name = name
        self.pronouns = pronouns
        self.note = note
    }

    /// The same as it is kept: see ``Swift/String/personName`` and ``Swift/String/personText``.
    public var cleaned: UserInfo {
        UserInfo(name: name?.personName, pronouns: pronouns.personName, note: note.personText)
    }

    /// Fields that an older version did not store are empty.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            name: try fields.decodeIfPresent(String.self, forKey: .name),
            pronouns: try fields.decodeIfPresent(String.self, forKey: .pronouns) ?? "",
            note: try fields.decodeIfPresent(String.self, forKey: .note) ?? "")
        self = cleaned
    }
}

/// A rule that a ``UserInfo`` breaks.
public enum UserInfoProblem: Hashable, Sendable {
    /// A name was given, and it holds nothing but spaces.
    case nameBlank
    case nameTooLong(maximum: Int)
    case pronounsTooLong(maximum: Int)
    case noteTooLong(maximum: Int)
}

extension UserInfo {
    /// The most characters that each of them may have.
    public static let limits = (name: 100, pronouns: 40, note: 500)

    /// Every rule that is broken, in the order of the fields; empty where it can be kept.
    public var problems: [UserInfoProblem] {
        var problems: [UserInfoProblem] = []
        if let name {
            if name.allSatisfy(\.isWhitespace) { problems.append(.nameBlank) }
            if name.count > Self.limits.name { problems.append(.nameTooLong(maximum: Self.limits.name)) }
        }
        if pronouns.count > Self.limits.pronouns {
            problems.append(.pronounsTooLong(maximum: Self.limits.pronouns))
        }
        if note.count > Self.limits.note { problems.append(.noteTooLong(maximum: Self.limits.note)) }
        return problems
    }
}
