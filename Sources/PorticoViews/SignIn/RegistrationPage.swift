import PorticoHTML

/// Asks for the email address to which the registration link is sent.
package struct RegistrationPage: CoverPage, Sendable {
    package var appName: String
    /// The input of the last attempt.
    package var email: String
    package var problem: RegistrationProblem?

    package init(appName: String, email: String = "", problem: RegistrationProblem? = nil) {
        self.appName = appName
        self.email = email
        self.problem = problem
    }

    package func title(in language: String) -> String { Strings(language: language).createAccount }

    func field(_ t: Strings) -> Field {
        Field(
            id: "email", kind: .email, label: t.emailAddress, value: email, problem: problem?.sentence(t),
            isAutofocused: true, isLast: true, missing: t.emailMissing)
    }
}

/// The reason why no link was sent.
package enum RegistrationProblem: Hashable, Sendable {
    case emailMissing
    case emailInvalid

    func sentence(_ t: Strings) -> String {
        switch self {
        case .emailMissing: t.emailMissing
        case .emailInvalid: t.emailInvalid
        }
    }
}
