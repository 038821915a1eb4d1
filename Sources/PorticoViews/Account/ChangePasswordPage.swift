import PorticoHTML

/// Changes the password after checking the current one.
package struct ChangePasswordPage: Presentable, Sendable {
    /// The account that the page is rendered for.
    package var account: String
    package var username: String
    /// The errors of the last attempt, each shown at its field.
    package var problems: [ChangePasswordProblem]
    /// Whether to end all other sign-ins of the account.
    package var endsOthers: Bool

    package let presentation = Presentation()
    package let presenter = SitePath.launch
    static let formID = "password-form"

    package init(account: String, username: String, problems: [ChangePasswordProblem] = [], endsOthers: Bool = true) {
        self.account = account
        self.username = username
        self.problems = problems
        self.endsOthers = endsOthers
    }

    package func title(in language: String) -> String { Strings(language: language).changePassword }

    func fields(_ t: Strings) -> [Field] {
        let current = problems.first { $0.isAboutCurrent }
        let new = problems.first { !$0.isAboutCurrent }
        return [
            Field(
                id: "current", kind: .currentPassword, label: t.currentPassword, problem: current?.sentence(t),
                isAutofocused: current != nil || new == nil, missing: t.currentPasswordMissing),
            Field(
                id: "password", kind: .newPassword, label: t.newPassword, hint: t.setupPasswordHint,
                problem: new?.sentence(t), isAutofocused: current == nil && new != nil, isLast: true,
                missing: t.setupPasswordMissing),
        ]
    }
}

/// The reason why a password was not changed.
package enum ChangePasswordProblem: Hashable, Sendable {
    case currentMissing
    case currentWrong
    /// Too many attempts with a wrong password. nil: waiting does not help.
    case limited(seconds: Int?)
    /// The server is too busy to check passwords now.
    case busy
    case new(PasswordProblemText)

    var isAboutCurrent: Bool {
        if case .new = self { false } else { true }
    }

    func sentence(_ t: Strings) -> String {
        switch self {
        case .currentMissing: t.currentPasswordMissing
        case .currentWrong: t.currentPasswordWrong
        case .limited(let seconds): RetryDelay.afterTooManyAttempts(seconds, passwordServer: nil, t)
        case .busy: t.loginBusy
        case .new(let problem): problem.sentence(t)
        }
    }
}
