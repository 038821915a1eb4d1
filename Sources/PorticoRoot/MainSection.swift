import HTTPTypes
import Hummingbird
import PorticoAuth
import PorticoBytes
import PorticoConfig
import PorticoHTML
import PorticoViews

/// The content of an application's own main screen.
package struct Home: Sendable {
    package let title: LocalizedText?
    let make: @Sendable (Request, SignedInContext) async throws -> AnyPage
}

/// The pages of the main section. An application adds its own here: protected, and with the same look.
///
/// ```swift
/// main.page("/orders", title: "Orders") { request, context in
///     OrdersPage(orders: try await orders.all(of: context.account.id))
/// }
/// main.page("/orders/:number/edit") { request, context in
///     EditOrderPage(order: try await orders.order(context.parameter("number")))
/// }
/// ```
public struct MainSection {
    /// Publishes events to open pages, also outside of requests.
    public let live: LiveEvents
    /// The configuration of accounts and of the installation, also outside of requests; its `changes` can be observed.
    public let config: ConfigService
    package private(set) var home: Home?
    package private(set) var publicFolders: [PublicFolder] = []
    package private(set) var styleSheets: [SitePath] = []
    package private(set) var scripts: [SitePath] = []
    package private(set) var trustedTypes: [String] = []
    package private(set) var bodyLimits = BodyLimits()
    package private(set) var links: [MainLink] = []
    package private(set) var pages: [PageRoute] = []
    /// The rules of routes, by method and path. A route without a rule is for all signed-in people.
    private var descriptions: [String: RouteDescription] = [:]
    private var mounts: [(RouterGroup<SignedInContext>, Pages) -> Void] = []
    /// The first mistake in the application's additions.
    package private(set) var mistake: ApplicationMistake?

    package init(live: LiveEvents, config: ConfigService) {
        self.live = live
        self.config = config
    }

    /// Serves the public files of a target, and uses some of them on every page.
    ///
    /// ```swift
    /// main.serve(.own, styleSheets: ["css/shop.css"], scripts: ["js/chart.js"])
    /// ```
    ///
    /// Files with the names of Portico's icons, manifest, `favicon.ico` or `robots.txt` replace those.
    ///
    /// - Parameters:
    ///   - folder: `.own`, which the plugin `PorticoPlugin` generates.
    ///   - styleSheets: the names of style sheets for every screen, also the login cover; after Portico's own.
    ///   - scripts: the names of scripts for the main screen, loaded as modules. If no file has one of these names, the
    ///     server does not start.
    public mutating func serve(_ folder: PublicFolder, styleSheets: [String] = [], scripts: [String] = []) {
        publicFolders.append(folder)
        self.styleSheets += paths(of: styleSheets, in: folder)
        self.scripts += paths(of: scripts, in: folder)
    }

    private mutating func paths(of names: [String], in folder: PublicFolder) -> [SitePath] {
        for name in names where !folder.contains(name) {
            let files = folder.files.map(\.name).sorted().joined(separator: ", ")
            refuse("there is no public file \(name); the folder has: \(files)")
        }
        return names.filter(folder.contains).map(folder.path(of:))
    }

    private mutating func refuse(_ description: String) {
        if mistake == nil { mistake = ApplicationMistake(description: description) }
    }

    /// Lets the application's scripts create Trusted Types policies (W3C, Trusted Types). Browsers take markup and
    /// script addresses only from such policies: assigning a text, such as `element.innerHTML = "…"`, throws an error.
    ///
    /// ```swift
    /// main.allowTrustedTypes("lit-html", "dompurify")
    /// ```
    ///
    /// - Parameter policies: the names of the policies. Each takes `-`, `#`, `=`, `_`, `/`, `@`, `.`, `%`, letters and
    ///   digits; with another name, the server does not start. The policy `default` takes the assignments of text.
    public mutating func allowTrustedTypes(_ policies: String...) {
        for name in policies where name.wholeMatch(of: /[-#=_\/@.%a-zA-Z0-9]+/) == nil {
            refuse("\"\(name)\" cannot be the name of a Trusted Types policy")
        }
        trustedTypes += policies
    }

    /// Sets the maximum size of request bodies at a path. Without it, the maximum is 1 MiB. A longer body gets 413, and
    /// is not read. The handler chooses the memory for it, as in `request.body.collect(upTo:)`.
    ///
    /// - Parameters:
    ///   - path: a path as in ``page(_:title:isLinked:needsProof:groups:make:)``.
    ///   - bytes: the maximum size. A body has 20 seconds to arrive. If the maximum is greater than 1 MiB, it has 20
    ///     seconds for each MiB, and an hour at most.
    public mutating func limitBodies(at path: SitePath, to bytes: Int) {
        bodyLimits.add(path.pattern, bytes)
    }

    /// Replaces the content of the main screen, which follows the launch. The standard content is then the settings
    /// page, at `/settings`; the menu in the bar of every root page links to it.
    ///
    /// ```swift
    /// main.home { request, context in ShopPage(orders: try await orders.all(of: context.account.id)) }
    /// ```
    ///
    /// - Parameters:
    ///   - title: the title in the page's bar and of the document; nil for the standard one.
    ///   - make: creates the content for each request. If it throws, the launch ends in an error screen.
    public mutating func home<Content: HTMLRenderable>(
        title: (some LocalizedTextConvertible)? = LocalizedText?.none,
        make: @escaping @Sendable (Request, SignedInContext) async throws -> Content
    ) {
        home = Home(title: title?.localizedText) { request, context in AnyPage(try await make(request, context)) }
    }

    /// Adds a protected page.
    ///
    /// - Parameters:
    ///   - path: its path.
    ///   - title: the title in the page's bar and in the link.
    ///   - isLinked: whether the main screen links to it.
    ///   - needsProof: what the person must have proved recently; with less, the reauthentication page replaces it,
    ///     and `make` does not run.
    ///   - groups: the groups of which an account must have one, else the page answers 403; empty for every account.
    ///   - make: creates the content for each request. An error it throws becomes an error page.
    public mutating func page<Content: HTMLRenderable>(
        _ path: SitePath, title: some LocalizedTextConvertible, isLinked: Bool = true,
        needsProof: ProofLevel = .nothing,
        groups: Set<GroupName> = [],
        make: @escaping @Sendable (Request, SignedInContext) async throws -> Content
    ) {
        if isLinked {
            links.append(MainLink(title: title.localizedText, path: path, groups: groups))
        }
        add(path, for: Access(needsProof: needsProof, groups: groups), isRoot: true) { request, context in
            let title = title.localizedText.string(in: context.language)
            let bar = Bar(title: title, leading: .home)
            return .root(AnyPage(Page(bar: bar, content: try await make(request, context))), title: title)
        }
    }

    /// Adds a page that can be presented, with its own presentation and presenter.
    ///
    /// - Parameters:
    ///   - path: its path; a segment that begins with a colon captures a value. `parameter(_:as:)` of
    ///     ``SignedInContext`` reads it.
    ///   - needsProof: what the person must have proved recently; with less, the reauthentication page replaces it,
    ///     and `make` does not run.
    ///   - groups: the groups of which an account must have one, else the page answers 403; empty for every account.
    ///   - presenter: the page over which the reauthentication page is presented.
    ///   - make: creates the page for each request. An error it throws becomes an error page.
    public mutating func page<Content: Presentable>(
        _ path: SitePath, needsProof: ProofLevel = .nothing, groups: Set<GroupName> = [],
        over presenter: SitePath = .launch,
        make: @escaping @Sendable (Request, SignedInContext) async throws -> Content
    ) {
        page(path, for: Access(needsProof: needsProof, groups: groups).over(presenter), make)
    }

    /// Adds a root page with its own title and back link.
    ///
    /// - Parameters:
    ///   - path: its path; a segment that begins with a colon captures a value. `parameter(_:as:)` of
    ///     ``SignedInContext`` reads it.
    ///   - needsProof: what the person must have proved recently; with less, the reauthentication page replaces it,
    ///     and `make` does not run.
    ///   - groups: the groups of which an account must have one, else the page answers 403; empty for every account.
    ///   - make: creates the content for each request. An error it throws becomes an error page.
    public mutating func page<Content: RootPage>(
        _ path: SitePath, needsProof: ProofLevel = .nothing, groups: Set<GroupName> = [],
        make: @escaping @Sendable (Request, SignedInContext) async throws -> Content
    ) {
        page(path, for: Access(needsProof: needsProof, groups: groups), make)
    }

    /// Adds protected routes that are not pages: forms, downloads. The second argument of `add` creates responses with
    /// pages, for a form that is shown again.
    public mutating func routes(_ add: @escaping (RouterGroup<SignedInContext>, Pages) -> Void) {
        mounts.append(add)
    }

    /// Adds a page. `make` runs only for an account that may use it and, if that is required, has recently
    /// authenticated; otherwise the reauthentication page replaces it.
    ///
    /// - Parameter isRoot: whether the page is a root page.
    package mutating func add(
        _ path: SitePath, for access: Access, isRoot: Bool,
        make: @escaping @Sendable (Request, SignedInContext) async throws -> ResolvedPage
    ) {
        describe(.get, path.pattern, access)
        add(
            PageRoute(pattern: path.pattern) { [servers = config.app.servers] request, context in
                try await access.check(context)
                guard context.proof < access.needsProof else { return try await make(request, context) }
                return try await .asking(
                    context, servers, request, isRoot ? nil : try access.question(context), for: access.needsProof)
            })
    }

    mutating func add(_ page: PageRoute) {
        pages.append(page)
        mounts.append { routes, pages in
            routes.get(RouterPath(page.pattern)) { request, context in
                try await pages.response(page, to: request, context)
            }
        }
    }

    mutating func describe(_ method: HTTPRequest.Method, _ pattern: String, _ access: Access) {
        let path = RouterPath(pattern).description
        descriptions["\(method) \(path)"] = RouteDescription(
            method.rawValue, path, access.audience, needsProof: access.needsProof)
    }

    /// The rule of a route in this section.
    package func description(of route: Router<PorticoContext>.RouteDescription) -> RouteDescription {
        descriptions[route.description]
            ?? RouteDescription(route.method.rawValue, route.path.description, .signedIn)
    }

    /// Adds all routes.
    ///
    /// - Parameter taken: the existing routes.
    /// - Throws: ``ApplicationMistake`` if two have the same path and method.
    package func mount(
        on routes: RouterGroup<SignedInContext>, pages: Pages, taken: [Router<PorticoContext>.RouteDescription]
    ) throws(ApplicationMistake) {
        let distinct = DistinctRoutes(base: routes, taken: taken)
        for mount in mounts { mount(distinct.group(), pages) }
        if let mistake = distinct.mistake { throw mistake }
    }
}

/// Refuses routes that have the same path and method as another one: the router would end the process.
private final class DistinctRoutes: RouterMethods {
    private let base: RouterGroup<SignedInContext>
    private var taken: Set<String>
    /// The first mistake.
    package private(set) var mistake: ApplicationMistake?

    init(base: RouterGroup<SignedInContext>, taken: [Router<PorticoContext>.RouteDescription]) {
        self.base = base
        self.taken = Set(taken.map { "\($0.method) \($0.path)" })
    }

    func on<Responder: HTTPResponder>(
        _ path: RouterPath, method: HTTPRequest.Method, responder: Responder
    ) -> Self where Responder.Context == SignedInContext {
        if taken.insert("\(method) \(path)").inserted {
            base.on(path, method: method, responder: responder)
        } else if mistake == nil {
            mistake = ApplicationMistake(description: "\(method) \(path) has a handler already: choose another path")
        }
        return self
    }

    func add(middleware: any MiddlewareProtocol<Request, Response, SignedInContext>) -> Self {
        base.add(middleware: middleware)
        return self
    }
}

/// A mistake in an application's additions to the main section. The server does not start with it.
public struct ApplicationMistake: Error, CustomStringConvertible {
    public let description: String

    package init(description: String) {
        self.description = description
    }
}

/// A link on the main screen to one of the application's pages.
package struct MainLink: Sendable {
    let title: LocalizedText
    let path: SitePath
    /// The groups whose accounts see it; empty for every account.
    let groups: Set<GroupName>

    /// - Parameter language: a BCP 47 tag.
    func cell(in language: String) -> LinkCell {
        LinkCell(
            id: "page\(path.path.replacing(bytes: "/", with: "-"))", title: title.string(in: language), path: path)
    }
}

// Handlers that return a `Response`, so that `.dismissed(to: …)` needs no type.
extension RouterMethods where Context == SignedInContext {
    /// Adds a handler of GET requests.
    @discardableResult
    public func get(
        _ path: RouterPath = "", use handler: @escaping @Sendable (Request, SignedInContext) async throws -> Response
    ) -> Self {
        on(path, method: .get, use: handler)
    }

    /// Adds a handler of POST requests.
    @discardableResult
    public func post(
        _ path: RouterPath = "", use handler: @escaping @Sendable (Request, SignedInContext) async throws -> Response
    ) -> Self {
        on(path, method: .post, use: handler)
    }
}
