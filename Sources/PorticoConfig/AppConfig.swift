/// What an installation can choose for pages that do not say how they are presented.
public enum AutomaticPresentation: String, Sendable, CaseIterable {
    case pageSheet, formSheet, fullScreen
}

/// Values of the installation, and of this browser.
public struct AppConfig: Sendable {
    /// The name that the splash, the cover and page titles show.
    public let appName: String
    /// The least time for which a splash that had to wait is shown; zero unless a brand wants it.
    public let splashMinimumDuration: Duration
    /// How pages are presented that leave it open.
    public let automaticPresentation: AutomaticPresentation
    /// The servers that people can sign in to; never empty.
    public let servers: [Server]

    public init(
        appName: String = "Portico",
        splashMinimumDuration: Duration = .zero,
        automaticPresentation: AutomaticPresentation = .pageSheet,
        servers: [Server] = [Server(id: .local, name: "This server")]
    ) {
        precondition(!servers.isEmpty, "an installation needs at least one server")
        self.appName = appName
        self.splashMinimumDuration = splashMinimumDuration
        self.automaticPresentation = automaticPresentation
        self.servers = servers
    }

    /// The server that a browser uses: the one last signed in to, while it is still listed, otherwise the first.
    public func currentServer(lastUsed: ServerID?) -> Server {
        servers.first { $0.id == lastUsed } ?? servers[0]
    }

    public func server(_ id: ServerID) -> Server? {
        servers.first { $0.id == id }
    }
}
