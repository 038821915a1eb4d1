import PorticoHTML

extension SitePath {
    /// The launch: splash, then the login cover or the main screen.
    public static let launch: SitePath = "/"
    /// Signing in (POST).
    public static let session: SitePath = "/session"
    /// The login cover by itself.
    public static let newSession: SitePath = "/session/new"
    /// Signing out (POST).
    public static let endSession: SitePath = "/session/end"
    /// Making the first account, through the one-time link.
    public static let setup: SitePath = "/setup"
    /// Whether the current sign-in outlives the browser (POST).
    public static let automaticSignIn: SitePath = "/settings/automatic-sign-in"
}
