import PorticoHTML

/// Sets the password of an account, after a link in a mail.
package struct ChoosePasswordPage: CoverPage, Sendable {
    /// The reason for the new password.
    package enum Kind: Hashable, Sendable, CaseIterable {
        /// The password was forgotten.
        case reset
        /// The account has no password yet.
        case welcome
    }

    /// The token of the link, sent back with the form.
    package var token: String
    package var username: String
    /// The person's name.
    package var name: String
    package var kind: Kind
    package var appName: String
    package var problem: PasswordProblemText?
    /// The minimum length of the password, in characters.
    package var shortestPassword = 15

    package init(
        token: String, username: String, name: String, kind: Kind, appName: String,
        problem: PasswordProblemText? = nil
    ) {
        self.token = token
        self.username = username
        self.name = name
        self.kind = kind
        self.appName = appName
        self.problem = problem
    }

    package func title(in language: String) -> String { Strings(language: language).choosePassword }

    func introduction(_ t: Strings) -> String {
        switch kind {
        case .reset: t.choosePasswordReset(username)
        case .welcome: t.choosePasswordWelcome(name, appName, username)
        }
    }

    func field(_ t: Strings) -> Field {
        Field(
            id: "password", kind: .newPassword, label: t.newPassword, hint: t.setupPasswordHint(shortestPassword),
            problem: problem?.sentence(t), isAutofocused: true, isLast: true, missing: t.setupPasswordMissing)
    }
}
