import PorticoConfig

/// A form field with its label, hint and error message.
public struct Field: Sendable {
    /// The kind of input, which determines the keyboard, password managers and autofill.
    public enum Kind: Sendable {
        /// The name of a person.
        case name
        case username
        /// The user name or email address of an existing account.
        case usernameOrEmail
        case email
        case currentPassword
        case newPassword
        /// Text that browsers do not autofill.
        case text
        /// A number, for which devices show a keyboard with a decimal point.
        case number
        case search
    }

    /// The id and name of the input, and the prefix of the other ids.
    public var id: String
    public var kind: Kind
    public var label: String
    /// The content; never rendered for a password.
    public var value: String
    /// The explanation below the field.
    public var hint: String?
    /// The error message.
    public var problem: LocalizedText?
    /// The conflict with a value that somebody saved in the meantime.
    public var conflict: Conflict?
    public var isRequired: Bool
    /// Whether the input is about the person who fills in the form, so that autofill applies.
    public var isOwn: Bool
    /// Whether the field has the autofocus.
    public var isAutofocused: Bool
    /// Whether it is the last field, so that Enter submits the form.
    public var isLast: Bool

    public init(
        id: String, kind: Kind, label: String, value: String = "", hint: String? = nil,
        problem: (some LocalizedTextConvertible)? = LocalizedText?.none,
        conflict: Conflict? = nil, isRequired: Bool = true, isOwn: Bool = true, isAutofocused: Bool = false,
        isLast: Bool = false
    ) {
        self.id = id
        self.kind = kind
        self.label = label
        self.value = value
        self.hint = hint
        self.problem = problem?.localizedText
        self.conflict = conflict
        self.isRequired = isRequired
        self.isOwn = isOwn
        self.isAutofocused = isAutofocused
        self.isLast = isLast
    }

    var autocomplete: String { isOwn ? kind.autocomplete : "off" }

    /// The ids of the hint, the conflict and the error message.
    var descriptions: String {
        conflict.descriptions(of: id, (hint == nil ? "" : "\(id)-hint ") + "\(id)-problem")
    }
}

extension Field.Kind {
    package var isPassword: Bool { self == .currentPassword || self == .newPassword }

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
