import PorticoHTML

/// Tells the person to check their mail. It is the same whether or not an account exists.
package struct MailSentPage: CoverPage, Sendable {
    /// The purpose of the mail.
    package enum Kind: Hashable, Sendable, CaseIterable {
        case registration
        case passwordReset
    }

    package var kind: Kind
    /// The lifetime of the link in minutes.
    package var minutes: Int

    package init(kind: Kind, minutes: Int = 60) {
        self.kind = kind
        self.minutes = minutes
    }

    package func title(in language: String) -> String { Strings(language: language).checkYourMail }

    func sentence(_ t: Strings) -> String {
        switch kind {
        case .registration: t.registrationSent
        case .passwordReset: t.passwordResetSent
        }
    }

    /// The page to start again.
    var start: SitePath {
        switch kind {
        case .registration: .registration
        case .passwordReset: .resetPassword
        }
    }
}
