import HTTPTypes
import Hummingbird
import PorticoAssets
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// What the web front needs from the rest of the service.
public struct WebServices: Sendable {
    public let config: ConfigService
    public let workplaces: WorkplaceService
    public let auth: AuthServices
    public let firstAccount: FirstAccount
    /// Finds out where requests come from.
    public let clients: ClientAddress
    /// What people are told beside the content of pages.
    public let overlays: LiveUI
    /// The mails that did not leave, for development; nil where they do.
    public let outbox: (any OutboxReader)?
    /// The settings of the installation, for those who administer.
    public let settings: any InstallationSettings
    /// Called once the set-up link has done its work.
    public let setupLinkUsed: @Sendable () -> Void
    /// Throws where the store does not answer.
    public let checkStore: @Sendable () async throws -> Void

    public init(
        config: ConfigService, workplaces: WorkplaceService, auth: AuthServices, firstAccount: FirstAccount,
        clients: ClientAddress = ClientAddress(), overlays: LiveUI, outbox: (any OutboxReader)? = nil,
        settings: any InstallationSettings = NoSettings(),
        setupLinkUsed: @escaping @Sendable () -> Void, checkStore: @escaping @Sendable () async throws -> Void
    ) {
        self.config = config
        self.workplaces = workplaces
        self.auth = auth
        self.firstAccount = firstAccount
        self.clients = clients
        self.overlays = overlays
        self.outbox = outbox
        self.settings = settings
        self.setupLinkUsed = setupLinkUsed
        self.checkStore = checkStore
    }
}

extension FrontDoor {
    /// Puts the front door together.
    ///
    /// - Parameters:
    ///   - publicFolder: the folder of public files.
    ///   - development: settings for developers and tests; `nil` in production, where nothing of them exists.
    ///   - mount: adds the application's own pages.
    /// - Throws: where the public files are missing or cannot be read.
    public convenience init(
        services: WebServices, origin: PublicOrigin, publicFolder: String, version: String,
        development: DevelopmentSettings?, mount: @Sendable (inout MainSection) -> Void
    ) throws {
        let headers = SecurityHeaders(origin: origin)
        let assets = try AssetLibrary(
            folder: publicFolder, at: SitePath.assets.path,
            fixed: [SitePath.robots.path: "robots.txt", SitePath.favicon.path: "favicon.ico"],
            security: headers.common, isDevelopment: development != nil)
        var main = MainSection(live: services.overlays.live, servers: services.config.app.servers)
        mount(&main)
        let site = Site(
            app: services.config.app, assets: AssetPaths(release: assets.release), headers: headers, origin: origin,
            version: version, links: main.links, development: development)
        let root = Root(site: site, services: services)
        let routes = Routes(services: services, root: root)
        self.init(
            guardian: OriginGuard(origin: origin), assets: assets, router: routes.router(main).buildResponder(),
            failures: Failures(root: root, drafts: DraftKeeping(drafts: services.auth.drafts)), headers: headers)
    }
}
