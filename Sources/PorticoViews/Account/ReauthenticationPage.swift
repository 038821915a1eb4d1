import PorticoHTML

/// Asks for the password again before a sensitive action, then repeats the action.
package struct ReauthenticationPage: Presentable, Sendable {
    /// The account that the page is rendered for.
    package var account: String
    package var username: String
    /// The display name of the person.
    package var name: String
    /// The path of the action. The form repeats the action.
    package var action: SitePath
    /// The fields of the action.
    package var fields: [(name: String, value: String)]
    /// Whether the action takes `multipart/form-data`.
    package var isMultipart = false
    package var problem: ReauthenticationProblem?
    /// Whether the action signs the person out.
    package var signsOut = false
    /// The display name of the server that stores the password; nil if this server does.
    package var passwordServer: String?

    /// A page inside a sheet has the form of that sheet.
    package var presentation: Presentation { Presentation(style: back == nil ? .formSheet : .automatic) }
    package let presenter: SitePath
    /// The previous page in the same sheet, to which Cancel leads; nil to close the sheet.
    package var back: SitePath?
    /// The name of the password field.
    package static let passwordField = "reauthentication"

    package init(
        account: String, username: String, name: String, action: SitePath, fields: [(name: String, value: String)] = [],
        problem: ReauthenticationProblem? = nil, presenter: SitePath, passwordServer: String? = nil
    ) {
        self.account = account
        self.username = username
        self.name = name
        self.action = action
        self.fields = fields
        self.problem = problem
        self.presenter = presenter
        self.passwordServer = passwordServer
    }

    package func title(in language: String) -> String { Strings(language: language).reauthenticationTitle }

    /// Names the account, because several can be signed in in one browser.
    func reason(_ t: Strings) -> String { t.reauthenticationReason(name.isEmpty ? username : name) }

    func field(_ t: Strings) -> Field {
        Field(
            id: Self.passwordField, kind: .currentPassword, label: t.password, problem: problem?.sentence(t),
            isAutofocused: true, isLast: true, missing: t.currentPasswordMissing)
    }

    /// The fields of the action, without duplicates of the account and the password.
    var hidden: HiddenFields {
        HiddenFields(
            [("account", account)] + fields.filter { $0.name != "account" && $0.name != Self.passwordField })
    }
}

/// The reason why the reauthentication failed.
package enum ReauthenticationProblem: Hashable, Sendable {
    case missing
    case wrong
    /// Too many wrong passwords. nil: waiting does not help.
    case limited(seconds: Int?, passwordServer: String?)
    /// The server is too busy to check passwords now.
    case busy(seconds: Int)
    /// The gateway of the account failed.
    case gateway(GatewayProblem, server: String)
    /// The gateway reports that the account belongs to another person.
    case otherPerson(server: String)

    func sentence(_ t: Strings) -> String {
        switch self {
        case .missing: t.currentPasswordMissing
        case .wrong: t.currentPasswordWrong
        case .limited(let seconds, let passwordServer):
            RetryDelay.afterTooManyAttempts(seconds, passwordServer: passwordServer, t)
        case .busy: t.loginBusy
        case .gateway(let problem, let server): problem.refusal(of: server, t)
        case .otherPerson(let server): t.gatewayOtherPerson(server)
        }
    }
}
