import HTTPTypes
import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoViews

/// What the web front needs from the rest of the service.
public struct WebServices: Sendable {
    public let config: ConfigService
    public let authenticator: Authenticator
    public let users: UserManager
    public let firstAccount: FirstAccount
    /// What people are told beside the content of pages.
    public let overlays: Overlays
    /// Called once the set-up link has done its work.
    public let setupLinkUsed: @Sendable () -> Void
    /// Throws where the store does not answer.
    public let checkStore: @Sendable () async throws -> Void

    public init(
        config: ConfigService, authenticator: Authenticator, users: UserManager, firstAccount: FirstAccount,
        overlays: Overlays,
        setupLinkUsed: @escaping @Sendable () -> Void, checkStore: @escaping @Sendable () async throws -> Void
    ) {
        self.config = config
        self.authenticator = authenticator
        self.users = users
        self.firstAccount = firstAccount
        self.overlays = overlays
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
        var main = MainSection(live: services.overlays.live)
        mount(&main)
        if let development { Gallery(settings: development).add(to: &main) }
        let site = Site(
            app: services.config.app, assets: AssetPaths(release: assets.release), headers: headers,
            lookCookie: LookCookie(origin: origin), version: version,
            links: main.links, development: development, hudStyle: HudStyle(services.config.app.hud))
        let root = Root(
            site: site, authenticator: services.authenticator, config: services.config,
            overlays: services.overlays)
        let cookies = SessionCookies(origin: origin)
        SessionController(root: root, cookies: cookies).add(to: &main)
        ProfileController(root: root).add(to: &main)
        AppearanceController(root: root).add(to: &main)
        AboutController(site: site).add(to: &main)
        PersonalDataController(root: root).add(to: &main)
        JobsController(jobs: services.overlays.jobs).add(to: &main)
        let routes = Routes(services: services, root: root, cookies: cookies, main: main)
        self.init(
            guardian: OriginGuard(origin: origin), assets: assets, router: routes.router().buildResponder(),
            failures: Failures(root: root), headers: headers)
    }
}

/// Every route there is, and who may take it.
struct Routes {
    let services: WebServices
    let root: Root
    let cookies: SessionCookies
    let main: MainSection

    func router() -> Router<PorticoContext> {
        let router = Router(context: PorticoContext.self, options: [.autoGenerateHeadEndpoints])
        addPublic(to: router)
        addProtected(to: router)
        if let development = root.site.development {
            DevelopmentController(settings: development).addRoutes(to: router)
        }
        router.refuseOtherMethods()
        return router
    }

    /// What needs no sign-in: this list, and nothing else.
    private func addPublic(to router: Router<PorticoContext>) {
        HealthController(checkStore: services.checkStore).addRoutes(to: router)
        let launch = Launch(root: root, cookies: cookies)
        router.get("/") { try await launch(request: $0, context: $1) }
        let visited = visited(router)
        SessionController(root: root, cookies: cookies).addRoutes(to: visited)
        SetupController(
            root: root, cookies: cookies, firstAccount: services.firstAccount, linkUsed: services.setupLinkUsed
        ).addRoutes(to: visited)
    }

    private func addProtected(to router: Router<PorticoContext>) {
        let protected = visited(router).group(context: SignedInContext.self).add(middleware: OverlayMiddleware())
        EventsController(live: services.overlays.live, authenticator: root.authenticator).addRoutes(to: protected)
        SettingsController(users: services.users, cookies: cookies).addRoutes(to: protected)
        let launch = PageRoute(pattern: .launch) { [root] request, context in
            .root(AnyPage(try await root.mainPage(context.signIn, request: request)), title: root.site.titles.main)
        }
        main.mount(on: protected, pages: Pages(root: root, routes: [launch] + main.pages))
    }

    private func visited(_ router: Router<PorticoContext>) -> RouterGroup<PorticoContext> {
        router.group().add(
            middleware: VisitorMiddleware(
                authenticator: root.authenticator, cookies: cookies, overlays: root.overlays))
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
