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
}
