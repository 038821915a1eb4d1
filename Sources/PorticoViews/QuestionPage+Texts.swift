import PorticoConfig
import PorticoHTML

// The questions of Portico's own pages. Deleting an account, importing people and the links in mails have pages of their
// own, which say more.

// MARK: The own account

extension QuestionPage {
    /// Before the person logs out: where several accounts are logged in, or for a link of an application.
    ///
    /// - Parameters:
    ///   - username: the label of the account, shown if there are others.
    ///   - others: the number of other accounts logged in in this browser.
    package static func signOut(account: String, username: String, others: Int) -> QuestionPage {
        let one = Answer(
            id: "sign-out-button", others > 0 ? .signOutOf(username) : .signOut, isDestructive: true,
            field: ("scope", "one"))
        let all = Answer(
            id: "sign-out-all-button", .signOutOfAll, isDestructive: true, field: ("scope", "all"))
        var page = QuestionPage(
            .signOutQuestion, answers: others > 0 ? [one, all] : [one], action: .endSession,
            fields: [("account", account)], over: .launch, source: "menu-link")
        page.exit = .signOut
        return page
    }

    /// Before the person ends some of their sessions in another browser.
    ///
    /// - Parameters:
    ///   - sessions: the ids, separated by commas.
    ///   - browser: for example "Firefox on Linux"; empty if unknown.
    package static func endSession(account: String, sessions: String, browser: String) -> QuestionPage {
        endSession(
            account: account, sessions: sessions, browser: browser, message: .endSessionMessage,
            action: .endOneSession, over: .sessions)
    }

    private static func endSession(
        account: String, sessions: String, browser: String, message: LocalizedText, action: SitePath,
        over presenter: SitePath
    ) -> QuestionPage {
        QuestionPage(
            .endSessionQuestion(browser.isEmpty ? .unknownBrowser : browser.localizedText), message: message,
            answers: [Answer(id: "end-session-button", .sessionEnd, isDestructive: true)], action: action,
            fields: [("account", account), ("session", sessions)], over: presenter)
    }

    /// Before the person ends all their sessions in other browsers.
    package static func endOtherSessions(account: String) -> QuestionPage {
        QuestionPage(
            .endOtherSessionsQuestion, message: .endOtherSessionsMessage,
            answers: [Answer(id: "end-others-button", .signOutEverywhereElse, isDestructive: true)],
            action: .endOtherSessions, fields: [("account", account)], over: .sessions, source: "end-others-link")
    }

    /// Before the person removes the authenticator app.
    package static func removeAuthenticatorApp(account: String) -> QuestionPage {
        QuestionPage(
            .removeAppQuestion, message: .removeAppMessage,
            answers: [Answer(id: "remove-app-button", .removeApp, isDestructive: true)],
            action: .removeAuthenticatorApp, fields: [("account", account)], over: .factors, source: "remove-app-link")
    }

    /// Before the person removes a passkey.
    ///
    /// - Parameter id: of the passkey, in base64url.
    package static func removePasskey(account: String, id: String, name: String) -> QuestionPage {
        QuestionPage(
            .removePasskeyQuestion(name), message: .removePasskeyMessage,
            answers: [Answer(id: "remove-passkey-button", .removePasskey, isDestructive: true)],
            action: .removePasskey, fields: [("account", account), ("id", id)], over: .factors,
            source: "passkey-\(id)-link")
    }

    /// Before the person removes an identity at a provider.
    ///
    /// - Parameter provider: its name for people.
    package static func removeIdentity(account: String, id: String, provider: String) -> QuestionPage {
        QuestionPage(
            .removeIdentityQuestion(provider), message: .removeIdentityMessage,
            answers: [Answer(id: "remove-identity-button", .removeIdentity, isDestructive: true)],
            action: .removeIdentity, fields: [("account", account), ("id", id)], over: .factors,
            source: "identity-\(id)-remove")
    }

    /// Before new recovery codes replace the present ones.
    package static func makeRecoveryCodes(account: String) -> QuestionPage {
        QuestionPage(
            .makeRecoveryCodesQuestion, message: .makeRecoveryCodesMessage,
            answers: [Answer(id: "make-codes-button", .makeRecoveryCodes, isDestructive: true)],
            action: .recoveryCodes, fields: [("account", account)], over: .factors, source: "make-codes-link")
    }
}

// MARK: Administration

extension QuestionPage {
    /// Before an administrator's action on an account.
    ///
    /// - Parameters:
    ///   - user: the account id as shown to administrators.
    ///   - name: the name of the person, or else the user name.
    ///   - isOwn: whether it is the administrator's own account.
    package static func person(
        _ action: PersonAction, account: String, user: String, name: String, isOwn: Bool
    ) -> QuestionPage {
        let (question, message) = action.question(about: name)
        var page = QuestionPage(
            question, message: message,
            answers: [Answer(id: "\(action.rawValue)-button", action.verb, isDestructive: action.restricts)],
            action: .person(user, action), fields: [("account", account)], over: .person(user),
            source: "\(action.rawValue)-link")
        if isOwn, action.restricts { page.exit = action.endsSignIns ? .signOut : .home }
        return page
    }

    /// Before an administrator's action on several accounts; without people, the way to choose some.
    ///
    /// - Parameters:
    ///   - people: the account ids as shown to administrators, and the names of the people.
    ///   - leavesOutOwn: whether the administrator's own account was selected too. It is left out.
    package static func people(
        _ action: PeopleAction, account: String, people: [(user: String, name: String)], leavesOutOwn: Bool
    ) -> QuestionPage {
        let source = "people-\(action.rawValue)"
        guard !people.isEmpty else {
            return QuestionPage(
                .peopleSelectedNobody, message: leavesOutOwn ? .peopleOwnAccount : .peopleSelectFirst, answers: [],
                action: .people(action), fields: [("account", account)], over: .people, source: source)
        }
        let (question, message, verb) = action.question(about: people.count)
        var page = QuestionPage(
            question, message: message,
            answers: [
                Answer(
                    id: "people-action-button", verb, isDestructive: action != .enable, field: ("confirm", "on"))
            ],
            action: .people(action), fields: [("account", account)] + people.map { ("id", $0.user) }, over: .people,
            source: source)
        page.details = [list(people.map(\.name))] + (leavesOutOwn ? [.peopleOwnAccount] : [])
        page.isLong = true
        return page
    }

    /// The names; the first four of more than five.
    private static func list(_ names: [String]) -> LocalizedText {
        guard names.count > 5 else { return .list(names) }
        return .peopleAndOthers(LocalizedText.list(names.prefix(4)), names.count - 4)
    }

    /// Before an administrator ends some sessions of a person in one browser.
    ///
    /// - Parameters:
    ///   - user: the account id as shown to administrators.
    ///   - sessions: the ids, separated by commas.
    ///   - browser: for example "Firefox on Linux"; empty if unknown.
    package static func endSession(
        account: String, of user: String, sessions: String, browser: String
    ) -> QuestionPage {
        endSession(
            account: account, sessions: sessions, browser: browser, message: .endPersonSessionMessage,
            action: .endPersonSession(user), over: .personSessions(user))
    }

    /// Before an invitation is withdrawn.
    package static func withdrawInvitation(account: String, email: String) -> QuestionPage {
        QuestionPage(
            .withdrawInvitationQuestion(email), message: .withdrawInvitationMessage,
            answers: [Answer(id: "withdraw-button", .invitationWithdraw, isDestructive: true)],
            action: .withdrawInvitation, fields: [("account", account), ("email", email)], over: .invitations)
    }

    /// Before a mail that was given up is removed.
    ///
    /// - Parameter mail: the id of the mail.
    package static func dropMail(account: String, mail: String, recipient: String) -> QuestionPage {
        QuestionPage(
            .removeEmailQuestion(recipient), message: .removeEmailMessage,
            answers: [Answer(id: "drop-button", .queuedMailDrop, isDestructive: true)],
            action: .dropMail, fields: [("account", account), ("mail", mail)], over: .mailQueue)
    }

    /// Before the brand is reset to the default, or that of a server to the brand of the installation.
    ///
    /// - Parameter server: the server of the brand; nil for the brand of the installation.
    package static func resetBrand(account: String, server: Server?) -> QuestionPage {
        let (question, message, verb): (LocalizedText, LocalizedText, LocalizedText) =
            if let server {
                (.resetBrandOfServerQuestion(server.title), .resetBrandOfServerMessage, .brandUsualOfServer)
            } else {
                (.resetBrandQuestion, .resetBrandMessage, .brandUsual)
            }
        var page = QuestionPage(
            question, message: message,
            answers: [Answer(id: "reset-brand-button", verb, isDestructive: true)],
            action: .resetBrand, fields: [("account", account), ("server", server?.id.rawValue ?? "")],
            over: .brand(of: server?.id.rawValue), source: "reset-brand-link")
        page.exit = .home
        return page
    }
}

extension PeopleAction {
    /// The title, the message and the button of the question.
    ///
    /// - Parameter count: the number of people, 1 or more.
    fileprivate func question(about count: Int) -> (title: LocalizedText, message: LocalizedText, verb: LocalizedText) {
        switch self {
        case .disable: (.disablePeopleQuestion(count), .disablePeopleMessage, .disablePeople)
        case .enable: (.enablePeopleQuestion(count), .enablePeopleMessage, .enablePeople)
        case .endSessions: (.endPeopleSignInsQuestion(count), .endPeopleSignInsMessage, .endSignIns)
        }
    }
}

extension PersonAction {
    /// The title and the message of the question.
    ///
    /// - Parameter name: the name of the person, or else the user name.
    fileprivate func question(about name: String) -> (title: LocalizedText, message: LocalizedText?) {
        switch self {
        case .disable: (.disableQuestion(name), .personDisable)
        case .enable: (.enableQuestion(name), .enableMessage)
        case .addAdministrator: (.addAdministratorQuestion(name), .personAddAdministrator)
        case .removeAdministrator: (.removeAdministratorQuestion(name), .personRemoveAdministrator)
        case .endSessions: (.endSignInsQuestion(name), .personEndSignIns)
        case .resetPassword: (.revokePasswordQuestion(name), .personReset)
        case .liftLimits: (.liftLimits, nil)
        case .resetFactors: (.resetFactorsQuestion(name), .personResetFactors)
        case .stopReset: (.stopReset, nil)
        }
    }

    /// The text of the button.
    fileprivate var verb: LocalizedText {
        switch self {
        case .disable: .disable
        case .enable: .enable
        case .addAdministrator: .addAdministrator
        case .removeAdministrator: .removeAdministrator
        case .endSessions: .endSignIns
        case .resetPassword: .revokePassword
        case .liftLimits: .liftLimits
        case .resetFactors: .resetFactors
        case .stopReset: .stopReset
        }
    }
}
