import PorticoHTML

/// Asks for the second factor of a sign-in whose password was right. The column takes the place of that of the login cover.
package struct SecondFactorPage: CoverPage, Sendable {
    package var appName: String
    /// The token of the waiting sign-in, sent back with the form.
    package var pending: String
    /// The target after the sign-in.
    package var next: SitePath?
    /// The user name, with the server's name if it is another server.
    package var name: String
    /// Whether the account has recovery codes that still work.
    package var hasRecoveryCodes: Bool
    /// Whether the browser can be trusted.
    package var canTrust: Bool
    /// Whether "Don’t ask again in this browser" is checked.
    package var trusts: Bool
    /// Whether the last attempt was with a recovery code.
    package var usesRecoveryCode: Bool
    package var problem: SecondFactorProblem?
    /// The options for using a passkey, as JSON; nil if the account has none.
    package var passkeyOptions: String?
    /// Whether the account has an authenticator app. Otherwise only a passkey is the second factor.
    package var hasApp = true

    package init(
        appName: String, pending: String, next: SitePath? = nil, name: String, hasRecoveryCodes: Bool = true,
        canTrust: Bool = true, trusts: Bool = false, usesRecoveryCode: Bool = false,
        problem: SecondFactorProblem? = nil, passkeyOptions: String? = nil
    ) {
        self.appName = appName
        self.pending = pending
        self.next = next
        self.name = name
        self.hasRecoveryCodes = hasRecoveryCodes
        self.canTrust = canTrust
        self.trusts = trusts
        self.usesRecoveryCode = usesRecoveryCode
        self.problem = problem
        self.passkeyOptions = passkeyOptions
    }

    func passkey(_ t: Strings) -> PasskeyButton? {
        passkeyOptions.map {
            PasskeyButton(
                id: "log-in-passkey", title: t.logInWithPasskey, options: $0, purpose: .secondStep,
                buttonClass: hasApp ? "link" : "button")
        }
    }

    package func title(in language: String) -> String { title(Strings(language: language)) }

    func title(_ t: Strings) -> String {
        problem == .ended ? t.loginTitle : hasApp ? t.secondFactorTitle : t.secondFactorPasskeyTitle
    }

    /// The id of the text that screen readers read with the field.
    var description: String { problem == nil ? "second-factor-text" : "sign-in-message" }

    /// The sentence in place of the button for a passkey.
    func withoutPasskey(_ t: Strings) -> String {
        passkeyOptions == nil ? t.passkeysUnusable : t.passkeyNeedsScript
    }

    func message(_ t: Strings) -> String? {
        problem == .missing && !hasApp ? t.passkeyNotUsed : problem?.sentence(isRecovery: usesRecoveryCode, t)
    }
}

/// The reason why a second factor was not accepted.
package enum SecondFactorProblem: Hashable, Sendable {
    /// Neither a code nor a recovery code was entered.
    case missing
    case wrong
    /// The code was used before.
    case used
    /// The server cannot check codes of the app.
    case appUnreadable
    /// Too many wrong codes. nil: waiting does not help.
    case limited(seconds: Int?)
    /// The passkey is not accepted.
    case passkey
    /// Too many passkeys were not accepted.
    case passkeysLimited(seconds: Int)
    /// The sign-in no longer waits for a code.
    case ended

    func sentence(isRecovery: Bool = false, _ t: Strings) -> String {
        switch self {
        case .missing: t.codeMissing
        case .wrong: isRecovery ? t.recoveryCodeWrong : t.codeWrong
        case .used: isRecovery ? t.recoveryCodeWrong : t.codeUsed
        case .appUnreadable: t.appUnreadable
        case .limited(let seconds): RetryDelay.afterTooManyCodes(seconds, t)
        case .passkey: t.passkeyRefused
        case .passkeysLimited(let seconds): RetryDelay(seconds: seconds).afterTooManyAttempts(t)
        case .ended: t.secondFactorEnded
        }
    }

    /// For the first code of an app.
    func sentenceOfSetUp(_ t: Strings) -> String {
        switch self {
        case .missing, .appUnreadable, .limited, .passkey, .passkeysLimited, .ended: sentence(t)
        case .wrong, .used: t.firstCodeWrong
        }
    }
}
