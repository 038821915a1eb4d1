import PorticoHTML

/// Asks for a passkey, or for the password again and for a code where the account has an authenticator app, before a
/// sensitive action, then repeats the action.
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
    /// Whether the account has an authenticator app, so that a code is needed as well.
    package var asksForCode = false
    /// The options for using a passkey instead, as JSON; nil if the account has none.
    package var passkeyOptions: String?
    /// The identity providers where the person can prove who they are; empty once they have proved it.
    package var providers: [SignInWays.Provider] = []
    /// The page to which a provider leads back.
    package var next = SitePath.launch
    /// Whether a code is enough, because the person has just proved the rest at an identity provider.
    package var takesCodeAlone = false
    /// Whether the password, with a code if ``asksForCode``, is enough. Otherwise only a passkey is.
    package var takesPassword = true
    /// The second factor that the action requires and the account lacks: the page then asks for nothing. nil if nothing is
    /// lacking.
    package var lacking: LackingFactor?
    /// Whether it is in a frame over a page of an application. Its links open in a new tab, because no other page may be in
    /// the frame.
    package var isFramed = false

    /// A page inside a sheet has the form of that sheet.
    package var presentation: Presentation { Presentation(style: back == nil ? .formSheet : .automatic) }
    package let presenter: SitePath
    /// The previous page in the same sheet, to which Cancel leads; nil to close the sheet.
    package var back: SitePath?
    /// The name of the password field.
    package static let passwordField = "reauthentication"
    /// The name of the field for a code of the authenticator app, or a recovery code.
    package static let codeField = "reauthentication-code"
    /// The name of the field for the answer of a browser that used a passkey.
    package static let passkeyField = "reauthentication-passkey"
    /// The fields of the question itself.
    package static let ownFields = [passwordField, codeField, passkeyField]

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
    func reason(_ t: Strings) -> String {
        let person = name.isEmpty ? username : name
        switch lacking {
        case .setUp: return t.reauthenticationNeedsApp(person)
        case .passkey: return t.reauthenticationNeedsPasskey(person)
        case .unavailable: return t.reauthenticationUnavailable
        case .login(let provider): return t.reauthenticationNeedsLogin(person, provider)
        case nil: break
        }
        guard takesPassword || takesCodeAlone else {
            switch providers.count {
            case 0: return t.reauthenticationReasonWithPasskey(person)
            case 1: return t.reauthenticationReasonAtProvider(person, providers[0].name)
            default: return t.reauthenticationReasonAtProviders(person)
            }
        }
        return asksForCode ? t.reauthenticationReasonWithCode(person) : t.reauthenticationReason(person)
    }

    func inputs(_ t: Strings) -> [Field] {
        let isAboutCode = asksForCode && problem?.isAboutCode == true
        let password = Field(
            id: Self.passwordField, kind: .currentPassword, label: t.password,
            problem: isAboutCode || problem == .passkey ? nil : problem?.sentence(t), isAutofocused: !isAboutCode,
            isLast: !asksForCode,
            missing: t.currentPasswordMissing)
        guard asksForCode || takesCodeAlone else { return [password] }
        let code = Field(
            id: Self.codeField, kind: .oneTimeCode.withInputMode("text"), label: t.codeOrRecoveryCode,
            problem: isAboutCode ? problem?.sentence(t) : nil, isAutofocused: isAboutCode, isLast: true,
            missing: t.codeMissing)
        return takesCodeAlone ? [code] : [password, code]
    }

    /// The page that sets up what is lacking; from a frame without the page to continue to, which is for the frame.
    var setUpLink: SitePath? {
        switch lacking {
        case .setUp(let path): isFramed ? .authenticatorApp : path
        case .passkey: .newPasskey
        case .login: .endSession
        case .unavailable, nil: nil
        }
    }

    func setUpTitle(_ t: Strings) -> String {
        switch lacking {
        case .passkey: t.addPasskey
        case .login: t.signOut
        default: t.setUpApp
        }
    }

    func passkey(_ t: Strings) -> PasskeyButton? {
        passkeyOptions.map {
            PasskeyButton(
                id: "use-passkey", title: t.usePasskey, options: $0, purpose: .proof, field: Self.passkeyField,
                buttonClass: takesPassword || !providers.isEmpty ? "button button-plain" : "button")
        }
    }

    /// The page stays if the action does more than lead to a page, because then script repeats it after the proof.
    func button(_ provider: SignInWays.Provider) -> ProviderButton {
        var button = ProviderButton(id: "prove-at-\(provider.id)", provider)
        button.isPlain = takesPassword
        button.isFramed = isFramed
        button.staysOnPage = isFramed || ![SitePath.proof, .startProtected].contains { $0.path == action.path }
        return button
    }

    /// The sentence about a passkey, which has no field.
    func message(_ t: Strings) -> String { problem == .passkey ? t.passkeyRefused : "" }

    /// The fields of the action, without duplicates of the account and the fields of the question.
    var hidden: HiddenFields {
        let own = ["account"] + Self.ownFields
        return HiddenFields([("account", account)] + fields.filter { !own.contains($0.name) })
    }
}

/// The way on for people who cannot prove what is required.
package enum LackingFactor: Hashable, Sendable {
    /// Set up an authenticator app, at this path.
    case setUp(SitePath)
    /// Add a passkey, because the site offers no apps.
    case passkey
    /// Nothing, because the site offers neither.
    case unavailable
    /// Log out and log in again: the identity provider of this name cannot show that a login there is new.
    case login(at: String)
}

/// The reason why the reauthentication failed.
package enum ReauthenticationProblem: Hashable, Sendable {
    case missing
    case wrong
    /// Too many wrong passwords. nil: waiting does not help.
    case limited(seconds: Int?, passwordServer: String?)
    case codeMissing
    case codeWrong
    /// The code of the authenticator app was used before.
    case codeUsed
    /// The server cannot check codes of the app.
    case appUnreadable
    /// Too many wrong codes. nil: waiting does not help.
    case codeLimited(seconds: Int?)
    /// The passkey is not accepted.
    case passkey
    /// The server is too busy to check passwords now.
    case busy(seconds: Int)
    /// The gateway of the account failed.
    case gateway(GatewayProblem, server: String)
    /// The gateway reports that the account belongs to another person.
    case otherPerson(server: String)

    var isAboutCode: Bool {
        switch self {
        case .codeMissing, .codeWrong, .codeUsed, .appUnreadable, .codeLimited: true
        case .missing, .wrong, .limited, .passkey, .busy, .gateway, .otherPerson: false
        }
    }

    func sentence(_ t: Strings) -> String {
        switch self {
        case .missing: t.currentPasswordMissing
        case .wrong: t.currentPasswordWrong
        case .limited(let seconds, let passwordServer):
            RetryDelay.afterTooManyAttempts(seconds, passwordServer: passwordServer, t)
        case .codeMissing: t.codeMissing
        case .codeWrong: t.codeWrong
        case .codeUsed: t.codeUsed
        case .appUnreadable: t.appUnreadable
        case .codeLimited(let seconds): RetryDelay.afterTooManyCodes(seconds, t)
        case .passkey: t.passkeyRefused
        case .busy: t.loginBusy
        case .gateway(let problem, let server): problem.refusal(of: server, t)
        case .otherPerson(let server): t.gatewayOtherPerson(server)
        }
    }
}
