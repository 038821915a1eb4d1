import PorticoHTML

/// A field of a form: its label, what is to be known of it, and what is wrong with what was typed.
public struct Field: Sendable {
    /// What people type there, which decides about keyboards, managers of passwords and filling in.
    public enum Kind: Sendable {
        /// The name of a person.
        case name
        case username
        /// A user name or an email address, of an account that there is.
        case usernameOrEmail
        case email
        case currentPassword
        case newPassword
        /// A few words that browsers do not know.
        case text
        /// A whole number.
        case number
        case search
    }

    /// The id of the input, the name under which it is sent, and the beginning of the other ids.
    public var id: String
    public var kind: Kind
    public var label: String
    /// What stands in it; never shown in a password.
    public var value: String
    public var hint: String?
    public var problem: String?
    /// What was saved meanwhile instead of it.
    public var conflict: Conflict?
    public var isRequired: Bool
    /// Whether it is about the person who fills it in, to whom browsers offer what they know.
    public var isOwn: Bool
    /// Whether the caret starts here.
    public var startsHere: Bool
    /// Whether Enter sends the form.
    public var isLast: Bool

    public init(
        id: String, kind: Kind, label: String, value: String = "", hint: String? = nil, problem: String? = nil,
        conflict: Conflict? = nil, isRequired: Bool = true, isOwn: Bool = true, startsHere: Bool = false,
        isLast: Bool = false
    ) {
        self.id = id
        self.kind = kind
        self.label = label
        self.value = value
        self.hint = hint
        self.problem = problem
        self.conflict = conflict
        self.isRequired = isRequired
        self.isOwn = isOwn
        self.startsHere = startsHere
        self.isLast = isLast
    }

    var autocomplete: String { isOwn ? kind.autocomplete : "off" }

    /// The ids of the sentences beside it.
    var descriptions: String {
        conflict.descriptions(of: id, (hint == nil ? "" : "\(id)-hint ") + "\(id)-problem")
    }
}

extension Field.Kind {
    var isPassword: Bool { self == .currentPassword || self == .newPassword }

    var type: String {
        switch self {
        case .email: "email"
        case .currentPassword, .newPassword: "password"
        case .search: "search"
        case .name, .username, .usernameOrEmail, .text, .number: "text"
        }
    }

    var inputMode: String? {
        switch self {
        case .username, .usernameOrEmail, .email: "email"
        case .number: "decimal"
        case .name, .currentPassword, .newPassword, .text, .search: nil
        }
    }

    var autocomplete: String {
        switch self {
        case .name: "name"
        case .username, .usernameOrEmail: "username"
        case .email: "email"
        case .currentPassword: "current-password"
        case .newPassword: "new-password"
        case .text, .number, .search: "off"
        }
    }

    var capitalization: String { self == .name ? "words" : "none" }
}
