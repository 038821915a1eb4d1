import PorticoHTML

/// Sets up an authenticator app: shows its secret, and asks for the first code.
package struct SetUpTOTPPage: Presentable, Sendable {
    /// The account that the page is rendered for.
    package var account: String
    /// The secret in base32, without padding.
    package var secret: String
    /// The `otpauth` address with the secret, as a QR code.
    package var address: String
    /// The sealed secret, sent back with the form.
    package var enrolment: String
    /// Whether the app takes the place of another one.
    package var replaces: Bool
    package var problem: SetUpTOTPProblem?
    /// The page that requires the app, to which the person goes afterwards; nil if none does.
    package var next: SitePath?

    package let presentation = Presentation()
    package let presenter = SitePath.launch

    package init(
        account: String, secret: String, address: String, enrolment: String, replaces: Bool = false,
        problem: SetUpTOTPProblem? = nil
    ) {
        self.account = account
        self.secret = secret
        self.address = address
        self.enrolment = enrolment
        self.replaces = replaces
        self.problem = problem
    }

    package func title(in language: String) -> String { Strings(language: language).authenticatorApp }

    var groups: String { EnrolmentPage.groups(of: secret) }

    var hidden: HiddenFields {
        HiddenFields(
            [("account", account), ("enrolment", enrolment)] + (next.map { [("next", $0.description)] } ?? []))
    }

    /// Has the autofocus only after a problem with the code: before, the QR code above it is to be scanned.
    func field(_ t: Strings) -> Field {
        let isRefused = problem == .missing || problem == .wrong
        return Field(
            id: "code", kind: .oneTimeCode, label: t.firstCode, problem: isRefused ? problem?.sentence(t) : nil,
            isAutofocused: isRefused, isLast: true, missing: t.codeMissing)
    }
}

/// The reason why an authenticator app was not set up.
package enum SetUpTOTPProblem: Hashable, Sendable {
    case missing
    case wrong
    /// The form is too old. The page has another secret.
    case expired

    func sentence(_ t: Strings) -> String {
        switch self {
        case .missing: t.codeMissing
        case .wrong: t.firstCodeWrong
        case .expired: t.setUpAppExpired
        }
    }
}
