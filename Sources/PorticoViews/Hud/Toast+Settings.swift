extension Toast {
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
