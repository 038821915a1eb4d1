import PorticoHTML

/// Asks people for their password once more, and then goes on with what they wanted to do.
public struct ReauthenticationPage: Presentable, Sendable {
    /// The account the page is rendered for.
    public var account: String
    public var username: String
    /// What the person is called.
    public var name: String
    /// Where what they wanted was sent, and is sent again.
    public var action: SitePath
    /// What was sent there.
    public var fields: [(name: String, value: String)]
    public var problem: ReauthenticationProblem?
    /// Whether what they wanted signs them out.
    public var signsOut: Bool
    /// What people call the server that keeps the password, where that is another: a forgotten one is replaced there.
    public var passwordServer: String?

    public let presentation = Presentation(style: .formSheet)
    public let presenter: SitePath
    /// The name under which the password is sent.
    public static let passwordField = "reauthentication"

    public init(
        account: String, username: String, name: String, action: SitePath, fields: [(name: String, value: String)] = [],
        problem: ReauthenticationProblem? = nil, presenter: SitePath, signsOut: Bool = false,
        passwordServer: String? = nil
    ) {
        self.account = account
        self.username = username
        self.name = name
        self.action = action
        self.fields = fields
        self.problem = problem
        self.presenter = presenter
        self.signsOut = signsOut
        self.passwordServer = passwordServer
    }

    public func title(in language: String) -> String { Strings(language: language).reauthenticationTitle }

    /// Whose password it is about: several accounts may be signed in to in one browser.
    func reason(_ t: Strings) -> String { t.reauthenticationReason(name.isEmpty ? username : name) }

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
    /// It was wrong too often. nil: waiting does not help.
    case limited(seconds: Int?, passwordServer: String?)
    /// The server of the account does not do its part.
    case gateway(GatewayProblem, server: String)
    /// It says that the account is somebody else's.
    case otherPerson(server: String)

    func sentence(_ t: Strings) -> String {
        switch self {
        case .missing: t.currentPasswordMissing
        case .wrong: t.currentPasswordWrong
        case .limited(let seconds, let passwordServer):
            RetryDelay.afterTooManyAttempts(seconds, passwordServer: passwordServer, t)
        case .gateway(let problem, let server): problem.refusal(of: server, t)
        case .otherPerson(let server): t.gatewayOtherPerson(server)
        }
    }
}
