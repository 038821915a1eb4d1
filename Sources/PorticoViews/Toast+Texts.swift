import PorticoComponents
import PorticoConfig
import PorticoHTML

// Toasts about common actions.
extension Toast {
    /// The password was changed.
    package static var passwordChanged: Toast { Toast(.toastPasswordChanged, kind: .success) }

    /// An invitation was sent.
    package static func invitationSent(to address: String) -> Toast {
        Toast(.toastInvitationSent(address), kind: .success)
    }

    /// The requested action is done.
    package static var done: Toast { Toast(.toastDone, kind: .success) }

    /// Sessions in another browser were ended.
    ///
    /// - Parameter browser: for example "Firefox on Linux"; empty if unknown.
    package static func sessionEnded(in browser: String) -> Toast {
        let browser = browser.isEmpty ? .unknownBrowser : browser.localizedText
        return Toast(.toastSessionEnded(browser), kind: .success)
    }

    /// All other sessions were ended.
    package static var otherSessionsEnded: Toast { Toast(.toastOtherSessionsEnded, kind: .success) }

    /// An installation setting was saved.
    package static var settingKept: Toast { Toast(.toastSettingInForce, kind: .success) }

    /// The saved value replaced a change made in another tab or browser in the meantime.
    package static var changedTwice: Toast { Toast(.changedTwice, kind: .info) }

    /// Settings were imported from a file.
    ///
    /// - Parameters:
    ///   - count: the number of imported settings.
    ///   - unknown: the names that were ignored.
    package static func settingsImported(_ count: Int, unknown: [String]) -> Toast {
        let names = unknown.joined(separator: ", ")
        switch (count, unknown.isEmpty) {
        case (0, true): return Toast(.settingsImportEmpty, kind: .info)
        case (0, false): return Toast(.settingsImportUnknown(names), kind: .info)
        case (_, true): return Toast(.settingsImported, kind: .success)
        case (_, false): return Toast(.settingsImportedBut(names), kind: .info)
        }
    }

    /// The profile was saved.
    package static var profileSaved: Toast { Toast(.profileSaved, kind: .success) }

    /// Automatic sign-in was turned on or off. Replaces an earlier toast about it.
    package static func automaticSignIn(_ isOn: Bool) -> Toast {
        Toast(
            isOn ? LocalizedText.automaticSignInTurnedOn : .automaticSignInTurnedOff, kind: .success,
            id: "automatic-sign-in")
    }

    /// A job has finished, with a link to its result.
    package static func jobReady(_ title: LocalizedText, id: String, result: SitePath) -> Toast {
        Toast(.jobReady(title), kind: .success, id: id, action: Action(label: .download, href: result))
    }

    /// A job without a file has finished.
    ///
    /// - Parameters:
    ///   - text: a sentence about the result.
    ///   - link: the page that shows the result.
    package static func jobDone(_ text: LocalizedText, id: String, link: SitePath) -> Toast {
        Toast(text, kind: .success, id: id, action: Action(label: .showResult, href: link))
    }

    /// A job has failed.
    /// - Parameter errorID: the id of the error in the log.
    package static func jobFailed(_ title: LocalizedText, id: String, errorID: String) -> Toast {
        Toast(.jobFailedWithID(title, errorID), kind: .failure, id: id)
    }

    /// A job ended because its server stopped.
    ///
    /// - Parameter page: the page to start it again.
    package static func jobInterrupted(_ title: LocalizedText, id: String, page: SitePath) -> Toast {
        Toast(.jobInterrupted(title), kind: .failure, id: id, action: Action(label: .startAgain, href: page))
    }
}
