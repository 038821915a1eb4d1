/// The installation's presentation for pages that do not choose one.
public enum AutomaticPresentation: String, Sendable, CaseIterable {
    case pageSheet, formSheet, fullScreen
}

/// The rule for creating accounts.
public enum RegistrationMode: String, Sendable, CaseIterable {
    /// Anyone with an email address can register.
    case open
    /// An account needs an invitation.
    case invitation
    /// Only administrators add accounts.
    case closed
}

/// The rule for filling the user name of a browser's last sign-in into its login cover.
public enum RememberedName: String, Sendable, CaseIterable {
    /// Never.
    case never
    /// After sign-ins with "Keep me logged in" only.
    case kept
    /// Always.
    case always
}

/// The configuration of the installation.
public struct AppConfig: Sendable {
    /// The name shown on the splash, on the cover and in page titles.
    public var appName: String
    /// The tag of the language for browsers that ask for none of the offered ones, and for mails to people without a choice.
    public var language: String
    /// Minimum time a splash stays visible if the screen is not ready at once; zero by default.
    public var splashMinimumDuration: Duration
    /// The presentation of pages that do not choose one.
    public var automaticPresentation: AutomaticPresentation
    /// The rule for creating accounts.
    public var registration: RegistrationMode
    /// The rule for filling the last user name into the login cover.
    public var rememberedName: RememberedName
    /// Whether browsers get a service worker, which shows the launch when the server cannot be reached.
    public var hasWorker: Bool
    /// The HUD's appearance unless its content overrides it.
    public var hud: HudDefaults
    /// Maximum number of open event streams of one account, in all its browsers.
    public var eventStreamsPerAccount: Int
    /// Maximum number of open event streams in total. Each uses a file descriptor.
    public var eventStreams: Int
    /// Maximum time a launch or another request waits for the account's gateway.
    public var launchCheckTimeout: Duration
    /// The servers for sign-in; never empty.
    public var servers: [Server]
    /// The identity provider that the login cover shows alone, with the other ways to log in behind a link; nil to show
    /// all ways.
    public var defaultProvider: ServerID?

    public init(
        appName: String = "Portico",
        language: String = Language.source.tag,
        splashMinimumDuration: Duration = .zero,
        automaticPresentation: AutomaticPresentation = .pageSheet,
        registration: RegistrationMode = .invitation,
        rememberedName: RememberedName = .kept,
        hasWorker: Bool = false,
        hud: HudDefaults = HudDefaults(),
        eventStreamsPerAccount: Int = 32,
        eventStreams: Int = 10_000,
        launchCheckTimeout: Duration = .seconds(2),
        servers: [Server] = [Server(id: .local)],
        defaultProvider: ServerID? = nil
    ) {
        precondition(!servers.isEmpty, "an installation needs at least one server")
        self.appName = appName
        self.language = language
        self.launchCheckTimeout = launchCheckTimeout
        self.splashMinimumDuration = splashMinimumDuration
        self.automaticPresentation = automaticPresentation
        self.registration = registration
        self.rememberedName = rememberedName
        self.hasWorker = hasWorker
        self.hud = hud
        self.eventStreamsPerAccount = eventStreamsPerAccount
        self.eventStreams = eventStreams
        self.servers = servers
        self.defaultProvider = defaultProvider
    }

    /// The server preselected in a browser: the last used one if it is still listed, otherwise the first.
    public func currentServer(lastUsed: ServerID?) -> Server {
        servers.first { $0.id == lastUsed } ?? servers[0]
    }

    /// Whether the installation has servers besides the local accounts.
    public var hasOtherServers: Bool { servers.contains { $0.kind != .local } }

    /// Whether the installation has local accounts.
    public var keepsAccounts: Bool { server(.local) != nil }

    /// nil if the server is not listed.
    public func server(_ id: ServerID) -> Server? {
        servers.first { $0.id == id }
    }
}
