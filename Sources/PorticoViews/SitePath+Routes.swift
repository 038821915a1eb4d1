import PorticoConfig
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
    /// Where public files are, under the release of them all.
    public static let assets: SitePath = "/assets"
    public static let robots: SitePath = "/robots.txt"
    public static let favicon: SitePath = "/favicon.ico"
    public static let about: SitePath = "/about"
    public static let licences: SitePath = "/about/licences"
    /// Whether the process is up, for whoever watches it.
    public static let healthz: SitePath = "/healthz"
    /// Whether it can do its work.
    public static let readyz: SitePath = "/readyz"

    private static let jobs: SitePath = "/jobs"

    /// Work that takes long.
    public static func job(_ id: String) -> SitePath { jobs.adding(segment: id) ?? launch }
    /// The file that it made.
    public static func jobResult(_ id: String) -> SitePath { job(id).adding(segment: "result") ?? launch }
    /// Stopping it (POST).
    public static func cancelJob(_ id: String) -> SitePath { job(id).adding(segment: "cancel") ?? launch }
    /// One of the licences; all of them where no address can hold the name.
    public static func licence(_ name: String) -> SitePath { licences.adding(segment: name) ?? licences }
}

extension SitePath {
    /// Choosing a workplace; the choice (POST).
    public static func workplace(_ kind: Workplace.Kind) -> SitePath {
        switch kind {
        case .factory: "/workplace/factory"
        case .workshop: "/workplace/workshop"
        case .productionLine: "/workplace/line"
        case .storehouse: "/workplace/storehouse"
        }
    }
}
