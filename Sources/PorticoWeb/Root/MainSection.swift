import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// The pages of the main section. An application adds its own here: protected, and with the same look.
///
/// ```swift
/// main.page("/orders", title: "Orders") { request, context in
///     OrdersPage(orders: try await orders.all(of: context.account.id))
/// }
/// main.page("/orders/:number/edit") { request, context in
///     EditOrderPage(order: try await orders.order(context.parameters.require("number")))
/// }
/// ```
public struct MainSection {
    /// Publishes events to open pages, also outside of requests.
    public let live: LiveEvents
    private let servers: [Server]
    private(set) var links: [MainLink] = []
    private(set) var pages: [PageRoute] = []
    private var mounts: [(RouterGroup<SignedInContext>, Pages) -> Void] = []

    /// - Parameter servers: the servers of accounts, named on the reauthentication page.
    init(live: LiveEvents, servers: [Server]) {
        self.live = live
        self.servers = servers
    }

    /// Adds a protected page.
    ///
    /// - Parameters:
    ///   - path: its path.
    ///   - title: the title in the page's bar and in the link.
    ///   - isLinked: whether the main screen links to it.
    ///   - needsProof: whether it requires a recent authentication; without one, the reauthentication page
    ///     replaces it, and `make` does not run.
    ///   - groups: the groups of which an account must have one, else the page answers 403; empty for every account.
    ///   - make: creates the content for each request. An error it throws becomes an error page.
    public mutating func page<Content: HTMLRenderable>(
        _ path: SitePath, title: String, isLinked: Bool = true, needsProof: Bool = false, groups: Set<GroupName> = [],
        make: @escaping @Sendable (Request, SignedInContext) async throws -> Content
    ) {
        if isLinked {
            let cell = LinkCell(id: "page\(path.path.replacing("/", with: "-"))", title: title, path: path)
            links.append(MainLink(cell: cell, groups: groups))
        }
        add(path, for: Access(needsProof: needsProof, groups: groups), isRoot: true) { request, context in
            let bar = Bar(title: title, leading: .home)
            return .root(AnyPage(Page(bar: bar, content: try await make(request, context))), title: title)
        }
    }

    /// Adds a page that can be presented, with its own presentation and presenter.
    ///
    /// - Parameters:
    ///   - path: its path; a segment that begins with a colon captures, see `context.parameters`.
    ///   - needsProof: whether it requires a recent authentication; without one, the reauthentication page
    ///     replaces it, and `make` does not run.
    ///   - groups: the groups of which an account must have one, else the page answers 403; empty for every account.
    ///   - presenter: the page over which the reauthentication page is presented.
    ///   - make: creates the page for each request. An error it throws becomes an error page.
    public mutating func page<Content: Presentable>(
        _ path: SitePath, needsProof: Bool = false, groups: Set<GroupName> = [], over presenter: SitePath = .launch,
        make: @escaping @Sendable (Request, SignedInContext) async throws -> Content
    ) {
        page(path, for: Access(needsProof: needsProof, groups: groups).over(presenter), make)
    }

    /// Adds a root page with its own title and back link.
    ///
    /// - Parameters:
    ///   - path: its path; a segment that begins with a colon captures, see `context.parameters`.
    ///   - needsProof: whether it requires a recent authentication; without one, the reauthentication page
    ///     replaces it, and `make` does not run.
    ///   - groups: the groups of which an account must have one, else the page answers 403; empty for every account.
    ///   - make: creates the content for each request. An error it throws becomes an error page.
    public mutating func page<Content: RootPage>(
        _ path: SitePath, needsProof: Bool = false, groups: Set<GroupName> = [],
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
    mutating func add(
        _ path: SitePath, for access: Access, isRoot: Bool,
        make: @escaping @Sendable (Request, SignedInContext) async throws -> ResolvedPage
    ) {
        add(
            PageRoute(pattern: path.pattern) { [servers] request, context in
                try await access.check(context)
                guard access.needsProof, !context.isRecentlyAuthenticated else {
                    return try await make(request, context)
                }
                let presenter = isRoot ? nil : try access.question(context).presenter
                return .asking(context, servers, request, over: presenter)
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

    func mount(on routes: RouterGroup<SignedInContext>, pages: Pages) {
        for mount in mounts { mount(routes, pages) }
    }
}

/// A link on the main screen to a page of the application.
struct MainLink: Sendable {
    let cell: LinkCell
    /// The groups whose accounts see it; empty for every account.
    let groups: Set<GroupName>
}
