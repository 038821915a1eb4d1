/// A person's information about themselves.
public struct UserInfo: Codable, Hashable, Sendable {
    /// The display name; nil for the account's name.
    public var name: String?
    /// For example "she/her"; empty for none.
    public var pronouns: String
    /// Free text in several lines; empty for none.
    public var note: String

    public init(name: String? = nil, pronouns: String = "", note: String = "") {
        self.name = name
        self.pronouns = pronouns
        self.note = note
    }

    /// The normalized form for storage, by ``Swift/String/personName`` and ``Swift/String/personText``.
    public var cleaned: UserInfo {
        UserInfo(name: name?.personName, pronouns: pronouns.personName, note: note.personText)
    }

    /// Missing fields, from older versions, are empty. A name without visible characters, which they accepted, becomes
    /// empty.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        let name = try fields.decodeIfPresent(String.self, forKey: .name)
        let isInvisible = name.map { $0.personName.isEmpty && $0.contains { !$0.isWhitespace } } ?? false
        self.init(
            name: isInvisible ? nil : name,
            pronouns: try fields.decodeIfPresent(String.self, forKey: .pronouns) ?? "",
            note: try fields.decodeIfPresent(String.self, forKey: .note) ?? "")
        self = cleaned
    }
}

/// A rule that a ``UserInfo`` breaks.
public enum UserInfoProblem: Hashable, Sendable {
    /// The name has no visible character.
    case nameBlank
    case nameTooLong(maximum: Int)
    case pronounsTooLong(maximum: Int)
    case noteTooLong(maximum: Int)
}

extension UserInfo {
    /// Maximum number of characters of each field, as ``Swift/String/fits(_:)`` counts them.
    public static let limits = (name: 100, pronouns: 40, note: 500)

    /// All broken rules in the order of the fields; empty if the value is valid.
    public var problems: [UserInfoProblem] {
        var problems: [UserInfoProblem] = []
        if let name {
            if !name.isVisible { problems.append(.nameBlank) }
            if !name.fits(Self.limits.name) { problems.append(.nameTooLong(maximum: Self.limits.name)) }
        }
        if !pronouns.fits(Self.limits.pronouns) {
            problems.append(.pronounsTooLong(maximum: Self.limits.pronouns))
        }
        if !note.fits(Self.limits.note) { problems.append(.noteTooLong(maximum: Self.limits.note)) }
        return problems
    }
}
