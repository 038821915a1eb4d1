import PorticoHTML

/// Asks for the email address to which the registration link is sent.
public struct RegistrationPage: CoverPage, Sendable {
    public var appName: String
    /// The input of the last attempt.
    public var email: String
    public var problem: RegistrationProblem?

    public init(appName: String, email: String = "", problem: RegistrationProblem? = nil) {
        self.appName = appName
        self.email = email
        self.problem = problem
    }

    public func title(in language: String) -> String { Strings(language: language).createAccount }

    func field(_ t: Strings) -> Field {
        Field(
            id: "email", kind: .email, label: t.emailAddress, value: email, problem: problem?.sentence(t),
            isAutofocused: true, isLast: true)
    }
}

/// The reason why no link was sent.
public enum RegistrationProblem: Hashable, Sendable {
    case emailMissing
    case emailInvalid

    func sentence(_ t: Strings) -> String {
        switch self {
        case .emailMissing: t.emailMissing
        case .emailInvalid: t.emailInvalid
        }
    }
}
