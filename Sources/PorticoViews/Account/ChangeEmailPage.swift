import PorticoHTML

/// Gives the account another email address, once that is confirmed.
public struct ChangeEmailPage: Presentable, Sendable {
    public enum State: Hashable, Sendable {
        case asks
        /// A mail is under way to the new address.
        case sent(to: String)
    }

    /// The account the page is rendered for.
    public var account: String
    /// The address that the account has now, if any.
    public var email: String?
    /// What was typed before.
    public var typed: String
    public var problem: ChangeEmailProblem?
    public var state: State

    public let presentation = Presentation(style: .formSheet)
    public let presenter = SitePath.account
    static let formID = "email-form"

    public init(
        account: String, email: String?, typed: String = "", problem: ChangeEmailProblem? = nil, state: State = .asks
    ) {
        self.account = account
        self.email = email
        self.typed = typed
        self.problem = problem
        self.state = state
    }

    public func title(in language: String) -> String { Strings(language: language).emailAddress }

    func field(_ t: Strings) -> Field {
        Field(
            id: "email", kind: .email, label: t.newEmailAddress, value: typed, hint: t.changeEmailHint,
            problem: problem?.sentence(t), startsHere: true, isLast: true)
    }
}

/// Why an address cannot be that of the account.
public enum ChangeEmailProblem: Hashable, Sendable {
    case missing
    case invalid
    /// It is the account's already.
    case same

    func sentence(_ t: Strings) -> String {
        switch self {
        case .missing: t.newEmailMissing
        case .invalid: t.emailInvalid
        case .same: t.emailSame
        }
    }
}
