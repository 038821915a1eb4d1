import HTTPTypes
import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// All routes. The routes of each feature, with their access rules and handlers, are an extension in the folder of the
/// feature.
struct Routes {
    let services: WebServices
    let root: Root
    let origin: PublicOrigin

    /// The router, and the description of each of its routes.
    ///
    /// - Parameter main: the application's additions to the main section. This method adds Portico's own pages and
    ///   their limits to it.
    func router(
        _ main: inout MainSection
    ) throws(ApplicationMistake) -> (Router<PorticoContext>, [RouteDescription]) {
        let router = Router(context: PorticoContext.self, options: [.autoGenerateHeadEndpoints])
        router.add(middleware: HandlerErrorMiddleware())
        // The launch identifies the person itself, while the browser shows the splash.
        router.get(.launch, Launch(root: root).callAsFunction)
        addService(to: router)
        addDevelopment(to: router)
        addProtection(to: router, &main)
        let identified = router.group().add(middleware: FormMiddleware()).add(middleware: IdentityMiddleware())
        addSignIn(to: identified)
        addAccount(to: identified)
        addSignIn(to: &main)
        addAccount(to: &main)
        addSettings(to: &main)
        addWorkplaces(to: &main)
        addLive(to: &main)
        addAbout(to: &main)
        addAdministration(to: &main)
        addGalleries(to: &main)
        let signedIn = identified.group(context: SignedInContext.self)
            .add(middleware: ThreadPoolMiddleware()).add(middleware: OverlayMiddleware())
        let open = router.routes
        try main.mount(on: signedIn, pages: Pages(root: root, routes: [mainScreen] + main.pages), taken: open)
        let ofEveryone = Set(open.map(\.description))
        let descriptions = router.routes.filter { $0.method != .head }.map { [main] route in
            ofEveryone.contains(route.description)
                ? RouteDescription(route.method.rawValue, route.path.description, .everyone)
                : main.description(of: route)
        }
        router.refuseOtherMethods()
        do {
            try router.validate()
        } catch {
            throw ApplicationMistake(description: "\(error)")
        }
        return (router, descriptions)
    }

    var identities: IdentityResolver {
        IdentityResolver(
            authenticator: root.authenticator, cookies: root.site.cookies, clients: services.clients,
            gateways: GatewayCheck(gateways: root.gateways, timeout: root.site.app.launchCheckTimeout),
            config: services.config, liveUI: services.liveUI, languages: root.site.languages,
            zones: root.site.zones)
    }

    /// The main screen as the root page below presented pages. Without presented pages, it is the launch.
    private var mainScreen: PageRoute {
        PageRoute(pattern: SitePath.launch.pattern) { [root] request, context in
            let main = try await root.mainScreen(request, context)
            return .root(main.page, title: main.title)
        }
    }
}

extension MainSection {
    /// Adds a form of a page that has no page of its own: a GET request, such as a reload of the response, leads to
    /// `page`.
    mutating func form(
        _ path: SitePath, for access: Access, on page: SitePath,
        _ handler: @escaping @Sendable (Request, SignedInContext, Pages) async throws -> Response
    ) {
        post(path, for: access, handler)
        get(path, for: .signedIn) { _, _, _ in .redirect(to: page) }
    }
}

extension RouterMethods where Context == PorticoContext {
    func get(
        _ path: SitePath, _ answer: @escaping @Sendable (Request, PorticoContext) async throws -> Response
    ) {
        on(RouterPath(path.pattern), method: .get, use: answer)
    }

    func post(
        _ path: SitePath, _ answer: @escaping @Sendable (Request, PorticoContext) async throws -> Response
    ) {
        on(RouterPath(path.pattern), method: .post, use: answer)
    }
}

extension Router where Context == PorticoContext {
    /// Responds with 405 and the allowed methods if a path has no route for a method.
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
    static let known: [Self] = [.get, .head, .post, .put, .patch, .delete, .options, .trace, .connect]
}
