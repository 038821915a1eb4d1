import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// The pages of the main section: an application adds its own here, behind the door and in its look.
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
    /// Tells open pages what happens, also from outside of requests.
    public let live: LiveEvents
    private let servers: [Server]
    private(set) var links: [LinkCell] = []
    private(set) var pages: [PageRoute] = []
    private var mounts: [(RouterGroup<SignedInContext>, Pages) -> Void] = []

    /// - Parameter servers: those that accounts live on, which the question for a password names.
    init(live: LiveEvents, servers: [Server]) {
        self.live = live
        self.servers = servers
    }

    /// Adds a page that only people who are signed in see.
    ///
    /// - Parameters:
    ///   - path: its address.
    ///   - title: the text in the page's bar and in the link.
    ///   - isLinked: whether the main screen links to it.
    ///   - needsProof: whether people must have proved lately who they are to see it; they are asked at its address.
    ///   - make: the page's content, made anew for every request. What it throws becomes an error page.
    public mutating func page<Content: HTMLRenderable>(
        _ path: SitePath, title: String, isLinked: Bool = true, needsProof: Bool = false,
        make: @escaping @Sendable (Request, SignedInContext) async throws -> Content
    ) {
        if isLinked {
            links.append(LinkCell(id: "page\(path.path.replacing("/", with: "-"))", title: title, path: path))
        }
        add(path, needsProof: needsProof) { request, context in
            let bar = Bar(title: title, leading: .home)
            return .root(AnyPage(Page(bar: bar, content: try await make(request, context))), title: title)
        }
    }

    /// Adds a page that can be presented: it says itself how, and over which page.
    ///
    /// - Parameters:
    ///   - path: its address; a segment that begins with a colon captures, see `context.parameters`.
    ///   - needsProof: whether people must have proved lately who they are to see it; they are asked at its address.
    ///   - make: the page, made anew for every request. What it throws becomes an error page.
    public mutating func page<Content: Presentable>(
        _ path: SitePath, needsProof: Bool = false,
        make: @escaping @Sendable (Request, SignedInContext) async throws -> Content
    ) {
        add(path, needsProof: needsProof) { .presented(try await make($0, $1)) }
    }

    /// Adds a page that stands by itself and says itself what its bar holds.
    ///
    /// - Parameters:
    ///   - path: its address; a segment that begins with a colon captures, see `context.parameters`.
    ///   - needsProof: whether people must have proved lately who they are to see it; they are asked at its address.
    ///   - make: the page's content, made anew for every request. What it throws becomes an error page.
    public mutating func page<Content: RootPage>(
        _ path: SitePath, needsProof: Bool = false,
        make: @escaping @Sendable (Request, SignedInContext) async throws -> Content
    ) {
        add(path, needsProof: needsProof) { request, context in
            let page = try await make(request, context)
            return .root(AnyPage(page.framed(in: Language.current)), title: page.title(in: Language.current))
        }
    }

    /// Adds routes of any kind, for what is not a page: forms, downloads. They are protected all the same. The second
    /// argument makes pages of answers, for a form that is shown again.
    public mutating func routes(_ add: @escaping (RouterGroup<SignedInContext>, Pages) -> Void) {
        mounts.append(add)
    }

    /// Adds a page; in its place stands the question who is there, where it needs a proof that is missing.
    private mutating func add(
        _ path: SitePath, needsProof: Bool,
        make: @escaping @Sendable (Request, SignedInContext) async throws -> ResolvedPage
    ) {
        add(
            PageRoute(pattern: path.pattern) { [servers] request, context in
                let page = try await make(request, context)
                guard needsProof, !context.isRecentlyAuthenticated else { return page }
                return .asking(context, servers, request, over: page.presenter)
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
