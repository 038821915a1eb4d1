import PorticoHTML

/// Changes the email address of the account, after a confirmation by mail.
package struct ChangeEmailPage: Presentable, Sendable {
    /// The step of the change.
    package enum State: Hashable, Sendable {
        /// The form is shown.
        case asks
        /// A confirmation mail is queued for the new address.
        case sent(to: String)
    }

    /// The account that the page is rendered for.
    package var account: String
    /// The current address; nil if there is none.
    package var email: String?
    /// The rejected input.
    package var typed: String
    package var problem: ChangeEmailProblem?
    package var state: State

    package let presentation = Presentation()
    package let presenter = SitePath.launch

    package init(
        account: String, email: String?, typed: String = "", problem: ChangeEmailProblem? = nil, state: State = .asks
    ) {
        self.account = account
        self.email = email
        self.typed = typed
        self.problem = problem
        self.state = state
    }

    package func title(in language: String) -> String { Strings(language: language).emailAddress }

    func field(_ t: Strings) -> Field {
        Field(
            id: "email", kind: .email, label: t.newEmailAddress, value: typed, hint: t.changeEmailHint,
            problem: problem?.sentence(t), isAutofocused: true, isLast: true, missing: t.newEmailMissing)
    }
}

/// The reason why an address is rejected.
package enum ChangeEmailProblem: Hashable, Sendable {
    case missing
    case invalid
    /// The account already has this address.
    case same

    func sentence(_ t: Strings) -> String {
        switch self {
        case .missing: t.newEmailMissing
        case .invalid: t.emailInvalid
        case .same: t.emailSame
        }
    }
}
