import PorticoComponents
import PorticoConfig
import PorticoHTML

// Toasts that more than one place shows, or that have several texts.
extension Toast {
    /// Sessions in another browser were ended.
    ///
    /// - Parameter browser: for example "Firefox on Linux"; empty if unknown.
    package static func sessionEnded(in browser: String) -> Toast {
        .success(.toastSessionEnded(browser.isEmpty ? .unknownBrowser : browser.localizedText))
    }

    /// The second factor changed, or a recovery code was used.
    package static func factorsChanged(_ change: FactorChange) -> Toast {
        switch change {
        case .appAdded: .success(.toastAppAdded)
        case .appRemoved: .success(.toastAppRemoved)
        case .codesRenewed: .success(.toastRecoveryCodesMade)
        case .factorsReset: Toast(.activityFactorsReset, kind: .info)
        case .resetStopped: .success(.toastResetStopped)
        case .passkeyAdded: .success(.toastPasskeyAdded)
        case .passkeyRemoved: .success(.toastPasskeyRemoved)
        case .passkeyRenamed: .success(.toastPasskeyRenamed)
        case .passkeyWentBack: Toast(.activityPasskeyWentBack, kind: .info)
        case .identityAdded(let provider): .success(.toastIdentityAdded(provider))
        case .identityRemoved(let provider): .success(.toastIdentityRemoved(provider))
        case .codeUsed(let left): Toast(.toastRecoveryCodeUsed(left), kind: .info)
        }
    }

    /// A browser is asked for a code again.
    ///
    /// - Parameter browser: for example "Firefox on Linux"; empty if unknown.
    package static func trustEnded(in browser: String) -> Toast {
        .success(.toastTrustEnded(browser.isEmpty ? .unknownBrowser : browser.localizedText))
    }

    /// The saved value replaced a change made in another tab or browser in the meantime.
    package static var changedTwice: Toast { Toast(.changedTwice, kind: .info) }

    /// Something was done that the person can undo for ten seconds.
    ///
    /// - Parameters:
    ///   - fields: the form that undoes it, by name. It also has the field `undoes`, so that the answer offers no Undo
    ///     again.
    ///   - path: the path to which the form is posted.
    package static func undoable(_ text: LocalizedText, posting fields: [String: String], to path: SitePath) -> Toast {
        let form = fields.merging(["undoes": "on"]) { $1 }
        return Toast(text, kind: .success, action: Action(label: .undo, posting: form, to: path), duration: 10)
    }

    /// Settings were imported from a file.
    ///
    /// - Parameters:
    ///   - count: the number of imported settings.
    ///   - unknown: the names that were ignored.
    package static func settingsImported(_ count: Int, unknown: [String]) -> Toast {
        let shown = 20
        let names = LocalizedText.list(unknown.prefix(shown) + (unknown.count > shown ? ["…"] : []))
        return switch (count, unknown.isEmpty) {
        case (0, true): Toast(.settingsImportEmpty, kind: .info)
        case (0, false): Toast(.settingsImportUnknown(names), kind: .info)
        case (_, true): .success(.settingsImported)
        case (_, false): Toast(.settingsImportedBut(names), kind: .info)
        }
    }

    /// Automatic sign-in was turned on or off. Replaces an earlier toast about it.
    package static func automaticSignIn(_ isOn: Bool) -> Toast {
        .success(isOn ? .automaticSignInTurnedOn : .automaticSignInTurnedOff, id: "automatic-sign-in")
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
        Toast(.toastJobFailed(title, errorID), kind: .failure, id: id)
    }

    /// A job ended because its server stopped.
    ///
    /// - Parameter page: the page to start it again.
    package static func jobInterrupted(_ title: LocalizedText, id: String, page: SitePath) -> Toast {
        Toast(.jobInterrupted(title), kind: .failure, id: id, action: Action(label: .startAgain, href: page))
    }
}
