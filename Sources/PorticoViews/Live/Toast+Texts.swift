import PorticoHTML

extension Toast {
    /// Says that a password was changed.
    /// - Parameter language: a BCP 47 tag.
    public static func passwordChanged(in language: String) -> Toast {
        Toast(Strings(language: language).toastPasswordChanged, kind: .success)
    }

    /// Says that somebody was invited.
    /// - Parameter language: a BCP 47 tag.
    public static func invitationSent(to address: String, in language: String) -> Toast {
        Toast(Strings(language: language).toastInvitationSent(address), kind: .success)
    }

    /// Says that what was asked for is done.
    /// - Parameter language: a BCP 47 tag.
    public static func done(in language: String) -> Toast {
        Toast(Strings(language: language).toastDone, kind: .success)
    }

    /// Says that sign-ins elsewhere have ended.
    /// - Parameter language: a BCP 47 tag.
    public static func sessionEnded(in language: String) -> Toast {
        Toast(Strings(language: language).toastSessionEnded, kind: .success)
    }

    /// Says that a setting of the installation is kept for the next start.
    /// - Parameter language: a BCP 47 tag.
    public static func settingKept(in language: String) -> Toast {
        Toast(Strings(language: language).toastSettingKept, kind: .success)
    }

    /// What was saved replaces what somebody else had saved meanwhile: in another tab, or in another browser.
    public static func changedTwice(in language: String) -> Toast {
        Toast(Strings(language: language).changedTwice, kind: .info)
    }

    /// What a file held was stored.
    ///
    /// - Parameters:
    ///   - count: how many settings that were.
    ///   - unknown: the names that were passed over.
    public static func settingsImported(_ count: Int, unknown: [String], in language: String) -> Toast {
        let t = Strings(language: language)
        let names = unknown.joined(separator: ", ")
        switch (count, unknown.isEmpty) {
        case (0, true): return Toast(t.settingsImportEmpty, kind: .info)
        case (0, false): return Toast(t.settingsImportUnknown(names), kind: .info)
        case (_, true): return Toast(t.settingsImported, kind: .success)
        case (_, false): return Toast(t.settingsImportedBut(names), kind: .info)
        }
    }

    /// What people say of themselves was stored.
    public static func profileSaved(in language: String) -> Toast {
        Toast(Strings(language: language).profileSaved, kind: .success)
    }

    /// The sign-in outlives the browser from now on, or it no longer does. The latest word takes the place of the one
    /// before.
    public static func automaticSignIn(_ isOn: Bool, in language: String) -> Toast {
        let t = Strings(language: language)
        return Toast(
            isOn ? t.automaticSignInTurnedOn : t.automaticSignInTurnedOff, kind: .success, id: "automatic-sign-in")
    }

    /// Long work is done, and here is what came of it.
    /// - Parameter language: a BCP 47 tag.
    public static func jobReady(_ title: String, id: String, result: SitePath, in language: String) -> Toast {
        let t = Strings(language: language)
        return Toast(t.jobReady(title), kind: .success, id: id, action: Action(label: t.download, href: result))
    }

    /// Long work ended without a result.
    /// - Parameters:
    ///   - errorID: the id under which the log has the reason.
    ///   - language: a BCP 47 tag.
    public static func jobFailed(_ title: String, id: String, errorID: String, in language: String) -> Toast {
        let t = Strings(language: language)
        return Toast("\(t.jobFailed(title)) \(t.errorIdentifier(errorID))", kind: .failure, id: id)
    }
}
