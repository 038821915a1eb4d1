extension Toast {
    /// What was saved replaces what somebody else had saved meanwhile: in another tab, or in another browser.
    public static func changedTwice(in language: String) -> Toast {
        Toast(Strings(language: language).changedTwice, kind: .info)
    }

    /// What a file held was stored.
    ///
    /// - Parameter unknown: the names that were passed over.
    public static func settingsImported(unknown: [String], in language: String) -> Toast {
        let t = Strings(language: language)
        guard !unknown.isEmpty else { return Toast(t.settingsImported, kind: .success) }
        return Toast(t.settingsImportUnknown(unknown.joined(separator: ", ")), kind: .info)
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
}
