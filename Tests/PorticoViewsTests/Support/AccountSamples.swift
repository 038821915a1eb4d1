import Foundation
import PorticoConfig
import PorticoHTML

@testable import PorticoComponents
@testable import PorticoViews

/// Pages of the sign-in section and of accounts, with pinned times and ids.
enum AccountSamples {
    static let time = Date(timeIntervalSince1970: 1_795_269_780)
    /// Text that a person might enter to break a page.
    static let hostile = #"<b>"&'"#
    static let account = "local/ada"

    static let problems: [SetupProblem] = [
        .nameTooLong, .usernameTaken, .emailInvalid, .password(.tooShort(minimum: 15)),
    ]

    static let section: [(String, any CoverPage)] =
        [
            ("register", RegistrationPage(appName: "Portico")),
            ("register-invalid", RegistrationPage(appName: "Portico", email: hostile, problem: .emailInvalid)),
            (
                "make-account",
                MakeAccountPage(token: "t0ken", email: "ada@example.com", name: "Ada Lovelace", appName: "Portico")
            ),
            (
                "make-account-problems",
                MakeAccountPage(
                    token: "t0ken", email: "ada@example.com", name: hostile, username: hostile, appName: "Portico",
                    problems: problems)
            ),
            ("reset", ResetPasswordPage(appName: "Portico")),
            ("reset-elsewhere", ResetPasswordPage(appName: "Portico", server: "This server")),
            ("reset-missing", ResetPasswordPage(appName: "Portico", name: hostile, isMissing: true)),
            (
                "choose-password",
                ChoosePasswordPage(token: "t0ken", username: "ada", name: "Ada", kind: .reset, appName: "Portico")
            ),
            (
                "choose-password-welcome",
                ChoosePasswordPage(
                    token: "t0ken", username: "ada", name: "Ada", kind: .welcome, appName: "Portico",
                    problem: .tooCommon)
            ),
            (
                "confirm-email",
                ConfirmEmailPage(token: "t0ken", email: "ada@example.com", username: "ada", appName: "Portico")
            ),
            (
                "end-sign-in",
                EndSignInPage(
                    token: "t0ken", browser: "Firefox on Linux", address: "192.0.2.7", since: time, appName: "Portico")
            ),
            ("mail-sign-in", MailSignInPage(appName: "Portico")),
            (
                "mail-sign-in-invalid",
                MailSignInPage(
                    appName: hostile, email: hostile, remembers: true, next: "/notes", server: "This server",
                    problem: .emailInvalid)
            ),
            ("mail-code", MailCodePage(appName: "Portico", next: "/notes")),
            ("mail-code-wrong", MailCodePage(appName: "Portico", problem: .wrong)),
            ("mail-link", MailLinkPage(appName: "Portico", token: "t0ken", username: hostile)),
            ("mail-link-elsewhere", MailLinkPage(appName: "Portico", token: "t0ken", username: "ada", code: "012345")),
            ("leaving", LeavingPage(provider: hostile, address: WebURL("https://login.example/?a=b&c=d")!)),
            ("lift-limits", LinkQuestionPage(.liftLimits, token: "t0ken", username: "ada", appName: "Portico")),
            ("stop-reset", LinkQuestionPage(.stopReset, token: "t0ken", username: "ada", appName: "Portico")),
            ("second-factor", SecondFactorPage(appName: "Portico", pending: "t0ken", next: "/notes", name: hostile)),
            (
                "second-factor-recovery",
                SecondFactorPage(
                    appName: "Portico", pending: "t0ken", name: "ada", trusts: true, usesRecoveryCode: true,
                    problem: .wrong)
            ),
            (
                "second-factor-alone",
                SecondFactorPage(
                    appName: "Portico", pending: "t0ken", name: "ada", hasRecoveryCodes: false, canTrust: false,
                    problem: .used)
            ),
            (
                "second-factor-ended",
                SecondFactorPage(appName: "Portico", pending: "t0ken", next: "/notes", name: "ada", problem: .ended)
            ),
            ("second-factor-passkey", passkeyStep),
            ("enrolment", enrolment(nil)), ("enrolment-wrong", enrolment(.code(.wrong))),
            (
                "enrolled",
                EnrolledPage(
                    account: "local/ada", codes: ["k7m2-9xqd-4hvn-w3tp", "0123-4567-89ab-cdef"], next: "/notes")
            ),
            (
                "longer-password",
                LongerPasswordPage(appName: "Portico", pending: "t0ken", next: "/notes", username: "ada")
            ),
            (
                "longer-password-problem",
                LongerPasswordPage(appName: "Portico", pending: "t0ken", username: "ada", problem: .repeats)
            ),
        ]
        + MailSentPage.Kind.allCases.map { ("mail-sent-\($0)", MailSentPage(kind: $0)) }
        + OutcomePage.Kind.allCases.map { ("outcome-\($0)", OutcomePage(kind: $0, appName: "Portico")) }
        + [
            ("outcome-passwordSet-full", OutcomePage(kind: .passwordSet, appName: "Portico", accounts: 5)),
            ("outcome-accountMade-full", OutcomePage(kind: .accountMade, appName: "Portico", accounts: 1)),
            (
                "outcome-signInEnded-elsewhere",
                OutcomePage(kind: .signInEnded, appName: "Portico", passwordServer: "The works")
            ),
            (
                "outcome-signInOver-elsewhere",
                OutcomePage(kind: .signInOver, appName: "Portico", passwordServer: "The works")
            ),
        ]
        + LinkPurpose.allCases.map {
            ("expired-\($0)", OutcomePage(kind: .linkExpired, appName: "Portico", purpose: $0))
        }

    static let sessions = [
        SessionRow(
            id: 4, browser: "Firefox on Linux", address: "192.0.2.7", since: time, lastSeen: time, isAutomatic: true,
            isThis: true),
        SessionRow(id: 9, browser: "", address: "", since: time, lastSeen: time, isAutomatic: false, isThis: false),
        SessionRow(
            id: 6, browser: "Safari on iPhone", address: "192.0.2.9", since: time, lastSeen: time, isAutomatic: false,
            isThis: false),
        SessionRow(
            id: 7, browser: "Safari on iPhone", address: "192.0.2.9", since: time,
            lastSeen: time.addingTimeInterval(3600), isAutomatic: false, isThis: false),
    ]

    static let trustedBrowsers = [
        TrustedBrowserRow(id: "8", browser: "Firefox on Linux", address: "192.0.2.7", since: time, isThis: true),
        TrustedBrowserRow(id: "5", browser: "Safari on iPhone", address: "", since: time - 86_400),
        TrustedBrowserRow(id: "3", browser: "", address: "", since: time - 86_400),
    ]

    static let profiles = [
        ProfileRow(
            id: 4, name: "Ada Lovelace", username: "ada", serverName: "This server", isCurrent: true,
            isAutomatic: true),
        ProfileRow(id: 7, name: hostile, username: "ops", serverName: "Plant", isCurrent: false, isAutomatic: false),
    ]

    static let entries = [
        ActivityEntry(id: 8, kind: .signInFailed, time: time, agent: "Firefox on Linux", address: "192.0.2.7"),
        ActivityEntry(id: 7, kind: .registered, time: time - 86_400),
    ]

    static let own: [(String, any Presentable)] =
        questions + [
            ("account", AccountPage(email: "ada@example.com")),
            ("account-without-email", AccountPage(email: nil)),
            ("account-with-factors", AccountPage(email: "ada@example.com", offersFactors: true)),
            ("factors", FactorsPage(account: account)),
            (
                "factors-app",
                FactorsPage(
                    account: account, keepsPassword: false, appSince: time, codesLeft: 7, browsers: trustedBrowsers)
            ),
            ("factors-off", FactorsPage(account: account, offersApp: false)),
            ("factors-required", FactorsPage(account: account, isRequired: true, appSince: time, codesLeft: 10)),
            ("set-up-app", setUp(nil)),
            ("set-up-app-wrong", setUp(.wrong)),
            ("set-up-app-expired", setUp(.expired)),
            (
                "recovery-codes",
                RecoveryCodesPage(account: account, codes: ["k7m2-9xqd-4hvn-w3tp", "0123-4567-89ab-cdef"])
            ),
            ("factors-reset", waitingReset),
            (
                "recovery-codes-next",
                RecoveryCodesPage(account: account, codes: ["k7m2-9xqd-4hvn-w3tp"], next: "/salaries?a=b&c=d")
            ),
            ("reauthentication-set-up", missingApp),
            ("change-password", ChangePasswordPage(account: account, username: "ada")),
            (
                "change-password-code",
                ChangePasswordPage(account: account, username: "ada", problems: [.codeUsed], asksForCode: true)
            ),
            (
                "change-password-problems",
                ChangePasswordPage(
                    account: account, username: "ada", problems: [.currentWrong, .new(.repeats)], endsOthers: false)
            ),
            ("change-email", ChangeEmailPage(account: account, email: "ada@example.com")),
            (
                "change-email-invalid",
                ChangeEmailPage(account: account, email: nil, typed: hostile, problem: .invalid)
            ),
            (
                "change-email-sent",
                ChangeEmailPage(account: account, email: nil, state: .sent(to: "lovelace@example.com"))
            ),
            ("delete-account", DeleteAccountPage(account: account, username: "ada", isLastAdministrator: false)),
            (
                "delete-account-unconfirmed",
                DeleteAccountPage(account: account, username: "ada", isLastAdministrator: false, isUnconfirmed: true)
            ),
            (
                "delete-account-elsewhere",
                DeleteAccountPage(
                    account: account, username: "ada · The works", passwordServer: "The works",
                    isLastAdministrator: false)
            ),
            ("delete-account-last", DeleteAccountPage(account: account, username: "ada", isLastAdministrator: true)),
            (
                "sessions",
                SessionsPage(
                    sessions: sessions, expires: time.addingTimeInterval(43_200), now: time.addingTimeInterval(7200))
            ),
            ("sessions-alone", SessionsPage(sessions: [sessions[0]], expires: time, now: time)),
            (
                "activity",
                ActivityPage(
                    entries: entries, older: "/account/activity?before=7", now: time.addingTimeInterval(130),
                    zone: TimeZone(identifier: "Europe/Berlin"))
            ),
            ("activity-empty", ActivityPage(entries: [], older: nil, now: time)),
            ("profiles", ProfilesPage(account: account, profiles: profiles, canAdd: true)),
            ("profiles-full", ProfilesPage(account: account, profiles: profiles, canAdd: false)),
            ("reauthentication", reauthentication(nil)),
            ("reauthentication-wrong", reauthentication(.wrong)),
            ("reauthentication-code", reauthentication(.codeWrong, asksForCode: true)),
            ("reauthentication-passkey", passkeyProof),
            ("sign-out-several", QuestionPage.signOut(account: account, username: "ada", others: 2)),
        ]

    /// Questions before a grant or a loss: one of each form.
    private static let questions: [(String, any Presentable)] =
        [
            (
                "administer-end-sessions",
                QuestionPage.person(.endSessions, account: account, user: "ada", name: hostile, isOwn: true)
            ),
            (
                "administer-people-disable",
                QuestionPage.people(
                    .disable, account: account,
                    people: [hostile, "Grace", "Hedy", "Mary", "Emmy", "Rosa"].map { ($0.lowercased(), $0) },
                    leavesOutOwn: true)
            ),
            (
                "administer-people-nobody",
                QuestionPage.people(.disable, account: account, people: [], leavesOutOwn: false)
            ),
            ("withdraw-invitation", QuestionPage.withdrawInvitation(account: account, email: "eve@example.org")),
            ("end-session", QuestionPage.endSession(account: account, sessions: "7,8", browser: "Firefox on Linux")),
            ("end-other-sessions", QuestionPage.endOtherSessions(account: account)),
            ("remove-app", QuestionPage.removeAuthenticatorApp(account: account)),
            ("make-codes", QuestionPage.makeRecoveryCodes(account: account)),
            ("reset-brand", QuestionPage.resetBrand(account: account, server: nil)),
        ]

    private static func reauthentication(
        _ problem: ReauthenticationProblem?, asksForCode: Bool = false
    ) -> ReauthenticationPage {
        var page = ReauthenticationPage(
            account: account, username: "ada", name: hostile, action: .changeEmail,
            fields: [
                ("account", "somebody else"), ("email", hostile), ("reauthentication", "a secret"),
                ("reauthentication-code", "a secret"),
            ],
            problem: problem, presenter: .account)
        page.asksForCode = asksForCode
        return page
    }

    /// The second step of an account that has only passkeys.
    private static var passkeyStep: SecondFactorPage {
        var page = SecondFactorPage(
            appName: "Portico", pending: "t0ken", next: "/notes", name: "ada", hasRecoveryCodes: false,
            problem: .passkey, passkeyOptions: #"{"challenge":"AA"}"#)
        page.hasApp = false
        return page
    }

    /// The question for a proof that only a passkey gives.
    private static var passkeyProof: ReauthenticationPage {
        var page = reauthentication(nil)
        (page.passkeyOptions, page.takesPassword) = (#"{"challenge":"AA"}"#, false)
        return page
    }

    private static func enrolment(_ problem: EnrolmentProblem?) -> EnrolmentPage {
        EnrolmentPage(
            appName: "Portico", pending: "t0ken", next: "/notes", name: "ada", secret: "JBSWY3DPEHPK3PXPJB",
            address: "otpauth://totp/Portico:ada?secret=JBSWY3DPEHPK3PXPJB&issuer=Portico", enrolment: "s3aled",
            problem: problem, passkeyOptions: #"{"challenge":"AA","user":{"id":"AA"}}"#)
    }

    /// The question for a proof that the account cannot give yet.
    private static var missingApp: ReauthenticationPage {
        var page = reauthentication(nil)
        page.lacking = .setUp(.setUpApp(before: "/salaries?a=b"))
        return page
    }

    private static var waitingReset: FactorsPage {
        var page = FactorsPage(account: account, appSince: time, codesLeft: 7)
        page.resetAt = time + 86_400
        return page
    }

    private static func setUp(_ problem: SetUpTOTPProblem?) -> SetUpTOTPPage {
        SetUpTOTPPage(
            account: account, secret: "JBSWY3DPEHPK3PXPJB",
            address: "otpauth://totp/Portico:ada?secret=JBSWY3DPEHPK3PXPJB&issuer=Portico", enrolment: "s3aled",
            replaces: problem == .wrong, problem: problem)
    }
}
