import PorticoHTML

/// Asks people for their password once more, and then goes on with what they wanted to do.
public struct ReauthenticationPage: Presentable, Sendable {
    /// The account the page is rendered for.
    public var account: String
    public var username: String
    /// Where what they wanted was sent, and is sent again.
    public var action: SitePath
    /// What was sent there.
    public var fields: [(name: String, value: String)]
    public var problem: ReauthenticationProblem?
    /// Why it is asked; empty for a general sentence.
    public var reason: String
    /// Whether what they wanted signs them out.
    public var signsOut: Bool

    public let presentation = Presentation(style: .formSheet)
    public let presenter: SitePath
    /// The name under which the password is sent.
    public static let passwordField = "reauthentication"

    public init(
        account: String, username: String, action: SitePath, fields: [(name: String, value: String)] = [],
        problem: ReauthenticationProblem? = nil, presenter: SitePath, reason: String = "", signsOut: Bool = false
    ) {
        self.account = account
        self.username = username
        self.action = action
        self.fields = fields
        self.problem = problem
        self.presenter = presenter
        self.reason = reason
        self.signsOut = signsOut
    }

    public func title(in language: String) -> String { Strings(language: language).reauthenticationTitle }

    func field(_ t: Strings) -> Field {
        Field(
            id: Self.passwordField, kind: .currentPassword, label: t.password, problem: problem?.sentence(t),
            startsHere: true, isLast: true)
    }

    /// Nothing is sent twice.
    var hidden: HiddenFields {
        HiddenFields(
            [("account", account)] + fields.filter { $0.name != "account" && $0.name != Self.passwordField })
    }
}

/// Why somebody was not known again.
public enum ReauthenticationProblem: Hashable, Sendable {
    case missing
    case wrong
    case limited(seconds: Int)

    func sentence(_ t: Strings) -> String {
        switch self {
        case .missing: t.currentPasswordMissing
        case .wrong: t.currentPasswordWrong
        case .limited(let seconds): Wait(seconds: seconds).afterTooManyAttempts(t)
        }
    }
}
