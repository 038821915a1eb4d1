import PorticoConfig
import PorticoHTML

/// Changes the password after checking the current one, and a code where the account has an authenticator app.
package struct ChangePasswordPage: Presentable, Sendable {
    /// The account that the page is rendered for.
    package var account: String
    package var username: String
    /// The errors of the last attempt, each shown at its field.
    package var problems: [ChangePasswordProblem]
    /// Whether to end all other sign-ins of the account.
    package var endsOthers: Bool
    /// Whether the account has an authenticator app, so that a code is needed as well.
    package var asksForCode: Bool
    /// The minimum length of the new password, in characters.
    package var shortestPassword = 15

    package let presentation = Presentation()
    package let presenter = SitePath.launch
    static let formID = "password-form"

    package init(
        account: String, username: String, problems: [ChangePasswordProblem] = [], endsOthers: Bool = true,
        asksForCode: Bool = false
    ) {
        self.account = account
        self.username = username
        self.problems = problems
        self.endsOthers = endsOthers
        self.asksForCode = asksForCode
    }

    package func title(in language: String) -> String { Strings(language: language).changePassword }

    func fields(_ t: Strings) -> [Field] {
        var fields = [
            Field(id: "current", kind: .currentPassword, label: t.currentPassword, missing: t.currentPasswordMissing),
            Field(
                id: "password", kind: .newPassword, label: t.newPassword, hint: t.setupPasswordHint(shortestPassword),
                isLast: true,
                missing: t.setupPasswordMissing),
        ]
        if asksForCode {
            fields.insert(
                Field(
                    id: "code", kind: .oneTimeCode.withInputMode("text"), label: t.codeOrRecoveryCode,
                    missing: t.codeMissing),
                at: 1)
        }
        for index in fields.indices {
            fields[index].problem = problems.first { $0.field == fields[index].id }?.sentence(t).localizedText
        }
        fields[fields.firstIndex { $0.problem != nil } ?? 0].isAutofocused = true
        return fields
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
    case codeMissing
    case codeWrong
    /// The code of the authenticator app was used before.
    case codeUsed
    /// The server cannot check codes of the app.
    case appUnreadable
    /// Too many wrong codes. nil: waiting does not help.
    case codeLimited(seconds: Int?)
    case new(PasswordProblemText)

    /// The id of its field.
    var field: String {
        switch self {
        case .currentMissing, .currentWrong, .limited, .busy: "current"
        case .codeMissing, .codeWrong, .codeUsed, .appUnreadable, .codeLimited: "code"
        case .new: "password"
        }
    }

    func sentence(_ t: Strings) -> String {
        switch self {
        case .currentMissing: t.currentPasswordMissing
        case .currentWrong: t.currentPasswordWrong
        case .limited(let seconds): RetryDelay.afterTooManyAttempts(seconds, passwordServer: nil, t)
        case .busy: t.loginBusy
        case .codeMissing: t.codeMissing
        case .codeWrong: t.codeWrong
        case .codeUsed: t.codeUsed
        case .appUnreadable: t.appUnreadable
        case .codeLimited(let seconds): RetryDelay.afterTooManyCodes(seconds, t)
        case .new(let problem): problem.sentence(t)
        }
    }
}
