import PorticoHTML

extension SitePath {
    /// The launch: splash, then the login cover or the main screen.
    public static let launch: SitePath = "/"
    /// Signing in (POST).
    public static let session: SitePath = "/session"
    /// The login cover by itself.
    public static let newSession: SitePath = "/session/new"
    /// Asking whether to sign out; signing out (POST).
    public static let endSession: SitePath = "/session/end"
    /// Making the first account, through the one-time link.
    public static let setup: SitePath = "/setup"
    /// Whether the current sign-in outlives the browser (POST).
    public static let automaticSignIn: SitePath = "/settings/automatic-sign-in"
    /// The main screen's profile (POST).
    public static let profile: SitePath = "/profile"
    /// The editor of the profile; the same with what was typed so far (POST).
    public static let editProfile: SitePath = "/profile/edit"
    /// Leaving the editor of the profile.
    public static let leaveProfile: SitePath = "/profile/edit/leave"
    /// A form that was sent after its sign-in had ended.
    public static let draft: SitePath = "/draft"

    /// The one with this secret.
    public static func draft(_ secret: String) -> SitePath { draft.adding(query: [("secret", secret)]) }

    /// How everything looks.
    public static let appearance: SitePath = "/settings/appearance"
    /// The stream of what happens.
    public static let events: SitePath = "/events"
    /// What is stored about the person; an export of it (POST).
    public static let personalData: SitePath = "/account/data"
    /// Work that takes long, each under its id.
    public static let jobs: SitePath = "/jobs"
    public static let about: SitePath = "/about"
    public static let licences: SitePath = "/about/licences"
}
