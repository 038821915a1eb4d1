import HTTPTypes
import Hummingbird
import PorticoAuth
import PorticoConfig
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
    /// - Throws: ``AssetLibrary/Missing``, or an error of the file system.
    public convenience init(
        services: WebServices, origin: PublicOrigin, publicFolder: String, version: String,
        development: DevelopmentSettings?, mount: @Sendable (inout MainSection) -> Void
    ) throws {
        let headers = SecurityHeaders(origin: origin)
        let assets = try AssetLibrary(
            folder: publicFolder, security: headers.common, isDevelopment: development != nil)
        var main = MainSection(live: services.overlays.live, servers: services.config.app.servers)
        mount(&main)
        if let development { Gallery(settings: development).add(to: &main) }
        let site = Site(
            app: services.config.app, assets: AssetPaths(release: assets.release), headers: headers,
            displayCookie: DisplayPreferencesCookie(origin: origin), cookies: SessionCookies(origin: origin),
            version: version,
            links: main.links, development: development, hudStyle: HudStyle(services.config.app.hud))
        let root = Root(
            site: site, authenticator: services.auth.authenticator, gateways: services.auth.gatewaySignIns,
            config: services.config, workplaces: services.workplaces, overlays: services.overlays,
            log: services.auth.store, refusals: services.auth.refusals)
        let controllers = Controllers(services: services, root: root)
        controllers.addPages(to: &main)
        let routes = Routes(services: services, root: root, controllers: controllers, main: main)
        self.init(
            guardian: OriginGuard(origin: origin), assets: assets, router: routes.router().buildResponder(),
            failures: Failures(root: root, drafts: DraftKeeping(drafts: services.auth.drafts)), headers: headers)
    }
}

/// Every route there is, and who may take it.
struct Routes {
    let services: WebServices
    let root: Root
    let controllers: Controllers
    let main: MainSection

    private var identities: IdentityResolver {
        IdentityResolver(authenticator: root.authenticator, cookies: root.site.cookies, clients: services.clients)
    }

    func router() -> Router<PorticoContext> {
        let router = Router(context: PorticoContext.self, options: [.autoGenerateHeadEndpoints])
        addPublic(to: router)
        addProtected(to: router)
        if let development = root.site.development {
            DevelopmentController(settings: development).addRoutes(to: router)
            if let outbox = services.outbox { OutboxController(root: root, outbox: outbox).addRoutes(to: router) }
        }
        router.refuseOtherMethods()
        return router
    }

    /// What needs no sign-in: this list, and nothing else.
    private func addPublic(to router: Router<PorticoContext>) {
        HealthController(checkStore: services.checkStore).addRoutes(to: router)
        let launch = Launch(root: root, identities: identities)
        router.get("/") { try await launch(request: $0, context: $1) }
        controllers.addPublicRoutes(to: visited(router))
    }

    private func addProtected(to router: Router<PorticoContext>) {
        let protected = visited(router).group(context: SignedInContext.self).add(middleware: OverlayMiddleware())
        EventsController(live: services.overlays.live, authenticator: root.authenticator).addRoutes(to: protected)
        let launch = PageRoute(pattern: .launch) { [root] request, context in
            let page = try await root.mainPage(context.signIn, of: context.identity, request: request)
            return .root(AnyPage(page), title: root.site.titles.main)
        }
        main.mount(on: protected, pages: Pages(root: root, routes: [launch] + main.pages))
    }

    private func visited(_ router: Router<PorticoContext>) -> RouterGroup<PorticoContext> {
        router.group().add(middleware: IdentityMiddleware(identities: identities, overlays: root.overlays))
    }
}

extension Router where Context == PorticoContext {
    /// Answers 405, with the methods that are allowed, wherever a path has routes but none for the method.
    fileprivate func refuseOtherMethods() {
        for (path, routes) in Dictionary(grouping: routes, by: \.path.description) {
            var allowed = routes.map(\.method)
            if allowed.contains(.get), !allowed.contains(.head) { allowed.append(.head) }
            let allow = allowed.map(\.rawValue).sorted().joined(separator: ", ")
            for method in HTTPRequest.Method.known where !allowed.contains(method) {
                on(RouterPath(path), method: method) { _, _ -> Response in
                    throw WebError(.methodNotAllowed, allow: allow)
                }
            }
        }
    }
}

extension HTTPRequest.Method {
    fileprivate static let known: [Self] = [.get, .head, .post, .put, .patch, .delete, .options, .trace, .connect]
}
