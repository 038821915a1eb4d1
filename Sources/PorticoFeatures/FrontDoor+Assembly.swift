import HTTPTypes
import Hummingbird
import Metrics
import PorticoAssets
import PorticoAuth
import PorticoBrand
import PorticoConfig
import PorticoHTML
import PorticoViews

extension FrontDoor {
    /// Assembles the front door.
    ///
    /// - Parameters:
    ///   - publicFolder: the folder of public files; nil for those in the program.
    ///   - development: settings for developers and tests; `nil` in production, where none of them exists.
    ///   - hstsSubdomains: whether HSTS includes the subdomains of the origin's host.
    ///   - mount: adds the application's pages.
    /// - Throws: ``ApplicationMistake``, ``AssetLibrary/Missing``, or a file system error.
    package convenience init(
        services: WebServices, origin: PublicOrigin, publicFolder: String?, version: String,
        development: DevelopmentSettings?, hstsSubdomains: Bool = true, mount: @Sendable (inout MainSection) -> Void
    ) throws {
        let protectedHosts = services.protection.hosts
        var main = MainSection(live: services.liveUI.live, config: services.config)
        mount(&main)
        if let mistake = main.mistake { throw mistake }
        let headers = SecurityHeaders(
            origin: origin,
            protectedOrigins: protectedHosts.sorted().map { "http\(origin.isSecure ? "s" : "")://\($0)" },
            providerOrigins: services.auth.providers.origins.sorted(),
            hstsSubdomains: hstsSubdomains, trustedTypes: main.trustedTypes)
        let assets = try AssetLibrary(
            folder: publicFolder, at: SitePath.assets.path,
            fixed: [
                SitePath.robots.path: "robots.txt", SitePath.favicon.path: "favicon.ico",
                // Browsers look for a new worker by themselves, so `worker-off.js` removes an installed one.
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
        let (router, descriptions) = try routes.router(&main)
        let upstream = routes.upstream(router, assets)
        var bodyLimits = main.bodyLimits
        if let upstream { bodyLimits.isPassedOn = { upstream.takes(host: $0, target: $1) } }
        self.init(
            identities: routes.identities,
            originGuard: OriginGuard(
                origin: origin, protectedHosts: protectedHosts,
                openPaths: Set(
                    services.config.app.servers.filter { $0.providerKind?.answersByForm == true }
                        .map { SitePath.returnFromProvider($0.id).path })), assets: assets,
            router: router.buildResponder(),
            // All other paths belong to the application behind this server.
            routes: upstream.map { own in descriptions.filter { own.paths.contains($0.path[...]) } } ?? descriptions,
            failures: Failures(root: root, drafts: DraftKeeping(drafts: services.auth.drafts)),
            keptPages: KeptPages(drafts: services.auth.drafts, root: root, origin: origin),
            headers: headers,
            bodyLimits: bodyLimits, clients: services.clients,
            connectionsPerNetwork: services.connectionsPerNetwork, upstream: upstream, metrics: services.metrics)
    }
}
