/// What an installation can choose for pages that do not say how they are presented.
public enum AutomaticPresentation: String, Sendable, CaseIterable {
    case pageSheet, formSheet, fullScreen
}

/// Who can make an account.
public enum RegistrationMode: String, Sendable, CaseIterable {
    /// Whoever has an email address.
    case open
    /// Those who were invited.
    case invitation
    /// Nobody but those who administer.
    case closed
}

/// Values of the installation, and of this browser.
public struct AppConfig: Sendable {
    /// The name that the splash, the cover and page titles show.
    public let appName: String
    /// The least time for which a splash that had to wait is shown; zero unless a brand wants it.
    public let splashMinimumDuration: Duration
    /// How pages are presented that leave it open.
    public let automaticPresentation: AutomaticPresentation
    /// Who can make an account.
    public let registration: RegistrationMode
    /// How the HUD looks and moves where what it shows does not say.
    public let hud: HudDefaults
    /// The most streams of events that one account may have open, in all its browsers.
    public let eventStreamsPerAccount: Int
    /// The most streams of events that may be open in all. Each takes a file descriptor.
    public let eventStreams: Int
    /// How long a launch waits for the server that an account lives on.
    public let launchCheckTimeout: Duration
    /// The servers that people can sign in to; never empty.
    public let servers: [Server]

    public init(
        appName: String = "Portico",
        splashMinimumDuration: Duration = .zero,
        automaticPresentation: AutomaticPresentation = .pageSheet,
        registration: RegistrationMode = .invitation,
        hud: HudDefaults = HudDefaults(),
        eventStreamsPerAccount: Int = 32,
        eventStreams: Int = 10_000,
        launchCheckTimeout: Duration = .seconds(2),
        servers: [Server] = [Server(id: .local, name: "This server")]
    ) {
        precondition(!servers.isEmpty, "an installation needs at least one server")
        self.appName = appName
        self.launchCheckTimeout = launchCheckTimeout
        self.splashMinimumDuration = splashMinimumDuration
        self.automaticPresentation = automaticPresentation
        self.registration = registration
        self.hud = hud
        self.eventStreamsPerAccount = eventStreamsPerAccount
        self.eventStreams = eventStreams
        self.servers = servers
    }

    /// The server that a browser uses: the one last signed in to, while it is still listed, otherwise the first.
    public func currentServer(lastUsed: ServerID?) -> Server {
        servers.first { $0.id == lastUsed } ?? servers[0]
    }

    /// Whether accounts live on other servers too.
    public var hasGateways: Bool { servers.contains { $0.kind != .local } }

    /// Whether accounts may live here.
    public var keepsAccounts: Bool { server(.local) != nil }

    public func server(_ id: ServerID) -> Server? {
        servers.first { $0.id == id }
    }
}
