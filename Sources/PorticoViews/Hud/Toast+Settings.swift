extension Toast {
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
}
