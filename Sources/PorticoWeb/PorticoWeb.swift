import HTTPTypes
import Hummingbird
import Metrics
import PorticoAssets
import PorticoAuth
import PorticoBrand
import PorticoConfig
import PorticoHTML
import PorticoViews

/// The services that the web layer needs.
public struct WebServices: Sendable {
    /// The configuration service.
    public let config: ConfigService
    /// The names and the looks of the installation and its servers.
    public let branding: Branding
    /// The workplace service.
    public let workplaces: WorkplaceService
    /// The account services.
    public let auth: AuthServices
    /// Creates the first account.
    public let firstAccount: FirstAccount
    /// The rules for requests to protected applications.
    public let protection: ProtectionRules
    /// Where to report vulnerabilities; nil to publish nothing.
    public let securityContact: WebURL?
    /// The application behind this server; nil if there is none.
    public let upstream: Upstream?
    /// Maximum number of connections of one network.
    public let connectionsPerNetwork: Int
    /// Makes the metrics of requests and connections.
    public let metrics: any MetricsFactory
    /// Determines client addresses.
    public let clients: ClientAddress
    /// The HUD, toasts, live events and jobs.
    public let liveUI: LiveUI
    /// The mails that were not sent, for development; nil if mails are sent.
    public let outbox: (any OutboxReader)?
    /// The settings of the installation, for administrators.
    public let settings: any InstallationSettings
    /// The servers of the installation, by name; nil where there can be only one.
    public let nodes: (@Sendable () async throws -> [InstallationNode])?
    /// Called when the set-up link was used.
    public let setupLinkUsed: @Sendable () -> Void
    /// Throws if the store is unavailable.
    public let checkStore: @Sendable () async throws -> Void

    public init(
        config: ConfigService, branding: Branding? = nil, workplaces: WorkplaceService, auth: AuthServices,
        firstAccount: FirstAccount, protection: ProtectionRules = ProtectionRules(), upstream: Upstream? = nil,
        clients: ClientAddress = ClientAddress(), liveUI: LiveUI,
        outbox: (any OutboxReader)? = nil,
        settings: any InstallationSettings = NoSettings(),
        nodes: (@Sendable () async throws -> [InstallationNode])? = nil, securityContact: WebURL? = nil,
        connectionsPerNetwork: Int = .max, metrics: any MetricsFactory = MetricsSystem.factory,
        setupLinkUsed: @escaping @Sendable () -> Void, checkStore: @escaping @Sendable () async throws -> Void
    ) {
        self.securityContact = securityContact
        self.connectionsPerNetwork = connectionsPerNetwork
        self.metrics = metrics
        self.config = config
        self.branding = branding ?? Branding(Brands(Brand(name: config.app.appName)))
        self.workplaces = workplaces
        self.auth = auth
        self.firstAccount = firstAccount
        self.protection = protection
        self.upstream = upstream
        self.clients = clients
        self.liveUI = liveUI
        self.outbox = outbox
        self.settings = settings
        self.nodes = nodes
        self.setupLinkUsed = setupLinkUsed
        self.checkStore = checkStore
    }
}

extension FrontDoor {
    /// Assembles the front door.
    ///
    /// - Parameters:
    ///   - publicFolder: the folder of public files; nil for those in the program.
    ///   - development: settings for developers and tests; `nil` in production, where none of them exists.
    ///   - hstsSubdomains: whether HSTS includes the subdomains of the origin's host.
    ///   - mount: adds the application's pages.
    /// - Throws: ``ApplicationMistake``, ``AssetLibrary/Missing``, or a file system error.
    public convenience init(
        services: WebServices, origin: PublicOrigin, publicFolder: String?, version: String,
        development: DevelopmentSettings?, hstsSubdomains: Bool = true, mount: @Sendable (inout MainSection) -> Void
    ) throws {
        let protectedHosts = services.protection.hosts
        var main = MainSection(live: services.liveUI.live, config: services.config)
        mount(&main)
        if let mistake = main.mistake { throw mistake }
        let headers = SecurityHeaders(
            origin: origin, formTargets: protectedHosts.sorted().map { "http\(origin.isSecure ? "s" : "")://\($0)" },
            hstsSubdomains: hstsSubdomains, trustedTypes: main.trustedTypes)
        let assets = try AssetLibrary(
            folder: publicFolder, at: SitePath.assets.path,
            fixed: [
                SitePath.robots.path: "robots.txt", SitePath.favicon.path: "favicon.ico",
                // Browsers look for a new one by themselves, so the other one removes it.
                SitePath.worker.path: services.config.app.hasWorker ? "js/worker.js" : "js/worker-off.js",
            ],
            shared: services.protection.rules.isEmpty ? [:] : [SitePath.sessionScript.path: "js/portico-session.js"],
            own: main.publicFolders, security: headers.common, isDevelopment: development != nil)
        let publisher = BrandPublisher(
            assets: assets, own: main.publicFolders, hasWorker: services.config.app.hasWorker,
            ownStyleSheets: main.styleSheets, ownScripts: main.scripts)
        try services.branding.use(publisher)
        let site = Site(
            app: services.config.app, branding: services.branding, publisher: publisher, headers: headers,
            origin: origin, version: version, links: main.links,
            sharesOrigin: services.upstream != nil
                || services.protection.rules.contains { $0.host.map(origin.accepts(authority:)) ?? true },
            development: development)
        let root = Root(site: site, services: services, home: main.home)
        let routes = Routes(services: services, root: root, origin: origin)
        let router = try routes.router(&main)
        let upstream = routes.upstream(router, assets)
        var bodyLimits = main.bodyLimits
        if let upstream { bodyLimits.isPassedOn = { upstream.takes(host: $0, target: $1) } }
        self.init(
            originGuard: OriginGuard(origin: origin, protectedHosts: protectedHosts), assets: assets,
            router: router.buildResponder(),
            failures: Failures(root: root, drafts: DraftKeeping(drafts: services.auth.drafts)), headers: headers,
            bodyLimits: bodyLimits, clients: services.clients,
            connectionsPerNetwork: services.connectionsPerNetwork, upstream: upstream, metrics: services.metrics)
    }
}
