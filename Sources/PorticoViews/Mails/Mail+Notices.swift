import Foundation
import PorticoConfig
import PorticoHTML

// Notifications by mail. All take the name of the application, and the language as a BCP 47 tag.
extension Mail {
    /// Somebody tried to register with the address of an existing account.
    /// - Parameters:
    ///   - username: without the server.
    ///   - passwordServer: the display name of the server that stores the password; nil if this server does.
    ///   - reset: the page to reset the password, for accounts of this server.
    package static func alreadyRegistered(
        appName: String, name: String, username: String, passwordServer: String? = nil, reset: WebURL?,
        language: String
    ) -> Mail {
        let t = Strings(language: language)
        return Mail(
            appName: appName, subject: t.mailAlreadySubject(appName), greeting: t.mailHelloName(name),
            paragraphs: [
                t.mailRegistration(appName),
                passwordServer.map { t.mailAlreadyElsewhere(username, $0) } ?? t.mailAlready(username),
            ],
            action: passwordServer == nil ? reset.map { Action(label: t.resetPassword, link: $0) } : nil,
            closing: [t.mailNothingToDo], language: language)
    }

    /// The password was changed.
    /// - Parameter reset: the page to reset the password.
    package static func passwordChanged(
        appName: String, name: String, username: String, browser: String, address: String, when: Moment,
        reset: WebURL, language: String
    ) -> Mail {
        let t = Strings(language: language)
        return Mail(
            appName: appName, subject: t.mailPasswordChangedSubject(appName), greeting: t.mailHelloName(name),
            paragraphs: [t.mailPasswordChanged(username, appName)] + details(browser, address, when, language)
                + [t.mailPasswordChangedNext],
            action: Action(label: t.resetPassword, link: reset), language: language)
    }

    /// The email address was changed; sent to the old address.
    package static func emailChanged(
        appName: String, name: String, username: String, when: Moment, language: String
    ) -> Mail {
        let t = Strings(language: language)
        return Mail(
            appName: appName, subject: t.mailEmailChangedSubject(appName), greeting: t.mailHelloName(name),
            paragraphs: [t.mailEmailChanged(username, appName)] + details("", "", when, language) + [
                t.mailEmailChangedNext(appName)
            ],
            language: language)
    }

    /// The second factor changed, or a recovery code was used.
    /// - Parameters:
    ///   - passwordServer: the display name of the server that stores the password; nil if this server does.
    ///   - reset: the page to reset the password, for accounts of this server.
    package static func factorsChanged(
        _ change: FactorChange, appName: String, name: String, username: String, passwordServer: String? = nil,
        browser: String, address: String, when: Moment, reset: WebURL?, language: String
    ) -> Mail {
        let t = Strings(language: language)
        var details = details(browser, address, when, language)
        if case .codeUsed(let left) = change { details.append(t.mailRecoveryCodesLeft(left)) }
        return Mail(
            appName: appName, subject: change.subject(appName, t), greeting: t.mailHelloName(name),
            paragraphs: [change.sentence(username, appName, t)] + details
                + [passwordServer.map { t.mailFactorsNextElsewhere($0, appName) } ?? t.mailFactorsNext(appName)],
            action: passwordServer == nil ? reset.map { Action(label: t.resetPassword, link: $0) } : nil,
            language: language)
    }

    /// Somebody signed in from a browser that was new to the account.
    /// - Parameters:
    ///   - passwordServer: the display name of the server that stores the password; nil if this server does.
    ///   - way: the way of the sign-in; nil for the usual one.
    ///   - link: the one-time link to end the sign-in.
    package static func newSignIn(
        appName: String, name: String, username: String, passwordServer: String? = nil, browser: String,
        address: String, when: Moment, way: SignInWayText? = nil, link: WebURL, minutes: Int, language: String
    ) -> Mail {
        let t = Strings(language: language)
        return Mail(
            appName: appName, subject: t.mailNewSignInSubject(appName), greeting: t.mailHelloName(name),
            paragraphs: [t.mailNewSignIn(username, appName)] + details(browser, address, when, language)
                + [way?.sentence(t)].compactMap(\.self)
                + [passwordServer.map { t.mailNewSignInNextElsewhere($0) } ?? t.mailNewSignInNext],
            action: Action(label: t.endSignIn, link: link),
            closing: [t.mailLinkWorks(minutes), t.mailNewSignInLate(t.sessionsTitle)], language: language)
    }

    /// The account was deleted.
    package static func accountDeleted(appName: String, name: String, language: String) -> Mail {
        let t = Strings(language: language)
        return Mail(
            appName: appName, subject: t.mailDeletedSubject(appName), greeting: t.mailHelloName(name),
            paragraphs: [t.mailDeleted(appName), t.mailDeletedNext(appName)], language: language)
    }

    /// The time of the event, and its place if known.
    static func details(_ browser: String, _ address: String, _ when: Moment, _ language: String) -> [String] {
        let t = Strings(language: language)
        let place = ReaderFormat(t).place(agent: browser, address: address)
        return [t.mailWhen(when.text(in: language))] + (place.isEmpty ? [] : [t.mailWhere(place)])
    }
}

extension FactorChange {
    fileprivate func subject(_ appName: String, _ t: Strings) -> String {
        switch self {
        case .appAdded: t.mailAppAddedSubject(appName)
        case .appRemoved: t.mailAppRemovedSubject(appName)
        case .codesRenewed: t.mailRecoveryCodesMadeSubject(appName)
        case .codeUsed: t.mailRecoveryCodeUsedSubject(appName)
        case .factorsReset: t.mailFactorsResetSubject(appName)
        case .resetStopped: t.mailResetStoppedSubject(appName)
        case .passkeyAdded: t.mailPasskeyAddedSubject(appName)
        case .passkeyRemoved: t.mailPasskeyRemovedSubject(appName)
        case .passkeyRenamed: t.mailPasskeyRenamedSubject(appName)
        case .passkeyWentBack: t.mailPasskeyWentBackSubject(appName)
        case .identityAdded: t.mailIdentityAddedSubject(appName)
        case .identityRemoved: t.mailIdentityRemovedSubject(appName)
        }
    }

    fileprivate func sentence(_ username: String, _ appName: String, _ t: Strings) -> String {
        switch self {
        case .appAdded: t.mailAppAdded(username, appName)
        case .appRemoved: t.mailAppRemoved(username, appName)
        case .codesRenewed: t.mailRecoveryCodesMade(username, appName)
        case .codeUsed: t.mailRecoveryCodeUsed(username, appName)
        case .factorsReset: t.mailFactorsReset(username, appName)
        case .resetStopped: t.mailResetStopped(username, appName)
        case .passkeyAdded(let name): t.mailPasskeyAdded(name, username, appName)
        case .passkeyRemoved(let name): t.mailPasskeyRemoved(name, username, appName)
        case .passkeyRenamed(let name): t.mailPasskeyRenamed(name, username, appName)
        case .passkeyWentBack(let name): t.mailPasskeyWentBack(name, username, appName)
        case .identityAdded(let provider): t.mailIdentityAdded(provider, username, appName)
        case .identityRemoved(let provider): t.mailIdentityRemoved(provider, username, appName)
        }
    }
}
