import PorticoHTML

/// Tells the person to check their mail. It is the same whether or not an account exists.
public struct MailSentPage: CoverPage, Sendable {
    /// The purpose of the mail.
    public enum Kind: Hashable, Sendable, CaseIterable {
        case registration
        case passwordReset
    }

    public var kind: Kind
    /// The lifetime of the link in minutes.
    public var minutes: Int

    public init(kind: Kind, minutes: Int = 60) {
        self.kind = kind
        self.minutes = minutes
    }

    public func title(in language: String) -> String { Strings(language: language).checkYourMail }

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
