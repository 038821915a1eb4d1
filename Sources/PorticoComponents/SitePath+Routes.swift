import PorticoConfig
import PorticoHTML

extension SitePath {
    /// The launch: splash, then the login cover or the main screen.
    public static let launch: SitePath = "/"
    /// Signs in (POST).
    public static let session: SitePath = "/session"
    /// Ends a sign-in that waits for its second factor (POST).
    public static let sessionCode: SitePath = "/session/code"
    /// Ends a sign-in that waits until its person has set up an authenticator app (POST).
    public static let sessionEnrolment: SitePath = "/session/enrolment"
    /// Ends a sign-in that waits for a longer password (POST).
    public static let sessionPassword: SitePath = "/session/password"
    /// Leads on from the recovery codes that a sign-in has shown (POST).
    public static let sessionStart: SitePath = "/session/start"
    /// Asks for the address to which a link to log in is mailed; with the input of the login cover (POST).
    public static let newMailSignIn: SitePath = "/session/mail/new"

    /// The same before `next`.
    public static func newMailSignIn(next: SitePath?) -> SitePath {
        newMailSignIn.adding(query: next.map { [("next", $0.description)] } ?? [])
    }

    /// Asks for the code of the mail; mails the link (POST).
    public static let mailSignIn: SitePath = "/session/mail"
    /// Signs in by the code of a mail (POST).
    public static let mailSignInCode: SitePath = "/session/mail/code"
    /// Signs in (POST), with the `token` of a link in a mail.
    public static let mailSignInLink: SitePath = "/session/mail/link"
    /// New options for a passkey, as JSON (POST).
    public static let passkeyOptions: SitePath = "/session/passkey"
    /// Begins a login at an identity provider (POST).
    public static let providerSession: SitePath = "/session/provider"

    /// The end of a login at an identity provider in a window of its own.
    public static func providerSession(window: String) -> SitePath {
        providerSession.adding(query: [("window", window)])
    }

    /// Where an identity provider sends browsers back.
    ///
    /// - Parameter server: the name of the provider in `servers.list`.
    public static func returnFromProvider(_ server: ServerID) -> SitePath { "/session/provider/\(server.rawValue)" }

    /// The login cover.
    public static let newSession: SitePath = "/session/new"

    /// The login cover before `next`.
    public static func cover(next: SitePath?) -> SitePath {
        newSession.adding(query: next.map { [("next", $0.description)] } ?? [])
    }

    /// The login cover without the user name. The browser forgets the name.
    public static func coverWithoutName(next: SitePath?) -> SitePath {
        newSession.adding(query: [("forget", "on")] + (next.map { [("next", $0.description)] } ?? []))
    }

    /// The login cover in another language, with the input so far (POST).
    public static let coverLanguage: SitePath = "/session/new/language"
    /// Chooses the language of pages (POST).
    public static let language: SitePath = "/session/language"
    /// The sign-out question; signs out (POST).
    public static let endSession: SitePath = "/session/end"
    /// Creates the first account, with the token of the set-up link.
    public static let setup: SitePath = "/setup"
    /// The settings of the person, if the application has its own home page.
    public static let settings: SitePath = "/settings"
    /// Turns automatic sign-in on or off (POST).
    public static let automaticSignIn: SitePath = "/settings/automatic-sign-in"
    /// Saves the profile (POST).
    public static let profile: SitePath = "/profile"
    /// The profile editor; with the input so far (POST).
    public static let editProfile: SitePath = "/profile/edit"
    /// Leaves the profile editor.
    public static let leaveProfile: SitePath = "/profile/edit/leave"
    /// A form that was submitted after its sign-in had ended.
    public static let draft: SitePath = "/draft"

    /// The draft with this secret.
    public static func draft(_ secret: String) -> SitePath { draft.adding(query: [("secret", secret)]) }

    /// Colour theme and text size.
    public static let appearance: SitePath = "/settings/appearance"
    /// The stream of live events.
    public static let events: SitePath = "/events"
    /// The personal data page; starts the export (POST).
    public static let personalData: SitePath = "/account/data"
    /// The path above all releases of public files.
    public static let assets = PublicFolder.root
    /// The service worker; its scope is the whole site.
    public static let worker: SitePath = "/service-worker.js"
    /// The page that the service worker shows when the server cannot be reached.
    public static let offline: SitePath = "/offline"
    /// The page for the service worker in a language; without a query in the source language.
    package static func offline(in language: String) -> SitePath {
        language == Language.source.tag ? offline : offline.adding(query: [(languageField, language)])
    }

    /// The query field of ``offline`` with the tag of its language.
    package static let languageField = "language"
    /// The rules for crawlers.
    public static let robots: SitePath = "/robots.txt"
    /// The icon for browsers that request it by its well-known path.
    public static let favicon: SitePath = "/favicon.ico"
    /// Version, uptime and licences.
    public static let about: SitePath = "/about"
    /// The list of third-party components.
    public static let licences: SitePath = "/about/licences"
    /// Liveness: the process is running.
    public static let healthz: SitePath = "/healthz"
    /// Tells the proxy of a protected application whether a request may pass.
    public static let checkProtected: SitePath = "/auth/check"
    /// Begins an exchange at the host of a protected application.
    public static let beginProtected: SitePath = "/portico/begin"
    /// Sends the browser of a signed-in account to the host of a protected application.
    public static let startProtected: SitePath = "/portico/start"
    /// Ends an exchange at the host of a protected application.
    public static let endProtected: SitePath = "/portico/end"
    /// An empty page whose header `Portico-Account` names the signed-in account, for scripts of protected applications.
    public static let protectedSession: SitePath = "/portico/session"
    /// The script for pages of protected applications.
    public static let sessionScript: SitePath = "/assets/portico-session.js"
    /// The public keys of assertions (RFC 7517).
    public static let assertionKeys: SitePath = "/.well-known/jwks.json"
    /// Readiness: the server can do its work.
    public static let readyz: SitePath = "/readyz"
    /// Receives reports of errors in scripts (POST).
    public static let scriptErrors: SitePath = "/errors"
    /// Receives reports of resources blocked by the content security policy (POST).
    public static let policyViolations: SitePath = "/violations"
    /// The stream that notifies open pages of a restart, in development.
    package static let reload: SitePath = "/dev/reload"
    /// Receives ids that a page contains twice (POST), in development.
    package static let repeatedIDs: SitePath = "/dev/ids"
    /// The contact for vulnerability reports (RFC 9116).
    public static let securityText: SitePath = "/.well-known/security.txt"
    /// Leads password managers to the page that changes the password (W3C, A Well-Known URL for Changing Passwords).
    public static let wellKnownPassword: SitePath = "/.well-known/change-password"
    /// The pages for adding and managing passkeys, for password managers (W3C, Passkey Endpoints).
    public static let wellKnownPasskeys: SitePath = "/.well-known/passkey-endpoints"

    private static let jobs: SitePath = "/jobs"

    /// The progress of a job.
    public static func job(_ id: String) -> SitePath { jobs.adding(segment: id) ?? launch }
    /// The file that the job created.
    public static func jobResult(_ id: String) -> SitePath { job(id).adding(segment: "result") ?? launch }
    /// Cancels the job (POST).
    public static func cancelJob(_ id: String) -> SitePath { job(id).adding(segment: "cancel") ?? launch }
    /// One licence; ``licences`` if the name cannot be a path segment.
    public static func licence(_ name: String) -> SitePath { licences.adding(segment: name) ?? licences }
}

extension SitePath {
    /// The workplaces of one kind; chooses one (POST).
    public static func workplace(_ kind: Workplace.Kind) -> SitePath {
        switch kind {
        case .factory: "/workplace/factory"
        case .workshop: "/workplace/workshop"
        case .productionLine: "/workplace/line"
        case .storehouse: "/workplace/storehouse"
        }
    }
}
