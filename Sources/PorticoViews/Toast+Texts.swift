import PorticoHTML

// Toasts about common actions. All take the language as a BCP 47 tag.
extension Toast {
    /// The password was changed.
    package static func passwordChanged(in language: String) -> Toast {
        Toast(Strings(language: language).toastPasswordChanged, kind: .success)
    }

    /// An invitation was sent.
    package static func invitationSent(to address: String, in language: String) -> Toast {
        Toast(Strings(language: language).toastInvitationSent(address), kind: .success)
    }

    /// The requested action is done.
    package static func done(in language: String) -> Toast {
        Toast(Strings(language: language).toastDone, kind: .success)
    }

    /// Sessions in another browser were ended.
    ///
    /// - Parameter browser: for example "Firefox on Linux"; empty if unknown.
    package static func sessionEnded(in browser: String, language: String) -> Toast {
        let t = Strings(language: language)
        return Toast(t.toastSessionEnded(browser.isEmpty ? t.unknownBrowser : browser), kind: .success)
    }

    /// All other sessions were ended.
    package static func otherSessionsEnded(in language: String) -> Toast {
        Toast(Strings(language: language).toastOtherSessionsEnded, kind: .success)
    }

    /// An installation setting was saved.
    package static func settingKept(in language: String) -> Toast {
        Toast(Strings(language: language).toastSettingInForce, kind: .success)
    }

    /// The saved value replaced a change made in another tab or browser in the meantime.
    package static func changedTwice(in language: String) -> Toast {
        Toast(Strings(language: language).changedTwice, kind: .info)
    }

    /// Settings were imported from a file.
    ///
    /// - Parameters:
    ///   - count: the number of imported settings.
    ///   - unknown: the names that were ignored.
    package static func settingsImported(_ count: Int, unknown: [String], in language: String) -> Toast {
        let t = Strings(language: language)
        let names = unknown.joined(separator: ", ")
        switch (count, unknown.isEmpty) {
        case (0, true): return Toast(t.settingsImportEmpty, kind: .info)
        case (0, false): return Toast(t.settingsImportUnknown(names), kind: .info)
        case (_, true): return Toast(t.settingsImported, kind: .success)
        case (_, false): return Toast(t.settingsImportedBut(names), kind: .info)
        }
    }

    /// The profile was saved.
    package static func profileSaved(in language: String) -> Toast {
        Toast(Strings(language: language).profileSaved, kind: .success)
    }

    /// Automatic sign-in was turned on or off. Replaces an earlier toast about it.
    package static func automaticSignIn(_ isOn: Bool, in language: String) -> Toast {
        let t = Strings(language: language)
        return Toast(
            isOn ? t.automaticSignInTurnedOn : t.automaticSignInTurnedOff, kind: .success, id: "automatic-sign-in")
    }

    /// A job has finished, with a link to its result.
    package static func jobReady(_ title: String, id: String, result: SitePath, in language: String) -> Toast {
        let t = Strings(language: language)
        return Toast(t.jobReady(title), kind: .success, id: id, action: Action(label: t.download, href: result))
    }

    /// A job without a file has finished.
    ///
    /// - Parameters:
    ///   - text: a sentence about the result.
    ///   - link: the page that shows the result.
    package static func jobDone(_ text: String, id: String, link: SitePath, in language: String) -> Toast {
        let t = Strings(language: language)
        return Toast(text, kind: .success, id: id, action: Action(label: t.showResult, href: link))
    }

    /// A job has failed.
    /// - Parameter errorID: the id of the error in the log.
    package static func jobFailed(_ title: String, id: String, errorID: String, in language: String) -> Toast {
        let t = Strings(language: language)
        return Toast("\(t.jobFailed(title)) \(t.errorIdentifier(errorID))", kind: .failure, id: id)
    }

    /// A job ended because its server stopped.
    ///
    /// - Parameter page: the page to start it again.
    package static func jobInterrupted(_ title: String, id: String, page: SitePath, in language: String) -> Toast {
        let t = Strings(language: language)
        return Toast(
            t.jobInterrupted(title), kind: .failure, id: id, action: Action(label: t.startAgain, href: page))
    }
}
