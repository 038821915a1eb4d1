import PorticoHTML

/// Says that a mail is under way and what happens next. It reads the same whether or not there is an account.
public struct MailSentPage: CoverPage, Sendable {
    /// What the mail is for.
    public enum Kind: Hashable, Sendable, CaseIterable {
        case registration
        case passwordReset
    }

    public var kind: Kind
    public var appName: String
    /// How long the link in the mail works.
    public var minutes: Int

    public init(kind: Kind, appName: String, minutes: Int = 60) {
        self.kind = kind
        self.appName = appName
        self.minutes = minutes
    }

    public func title(in language: String) -> String { Strings(language: language).checkYourMail }

    func sentence(_ t: Strings) -> String {
        switch kind {
        case .registration: t.registrationSent
        case .passwordReset: t.passwordResetSent
        }
    }

    /// Where to begin again.
    var start: SitePath {
        switch kind {
        case .registration: .registration
        case .passwordReset: .resetPassword
        }
    }
}
