import Hummingbird
import PorticoAuth
import PorticoHTML
import PorticoViews

/// The pages of the main section: an application adds its own here, behind the door and in its look.
///
/// ```swift
/// main.page("/hello", title: "Hello") { request, context in
///     HelloPage(name: context.account.name)
/// }
/// ```
public struct MainSection {
    private(set) var links: [LinkCell] = []
    private var mounts: [(RouterGroup<SignedInContext>, Root) -> Void] = []

    init() {}

    /// Adds a page that only people who are signed in see; the main screen links to it.
    ///
    /// - Parameters:
    ///   - path: its address; captures are not part of it.
    ///   - title: the text in the page's bar and in the link.
    ///   - make: the page's content, made anew for every request. What it throws becomes an error page.
    public mutating func page<Content: HTMLRenderable>(
        _ path: SitePath, title: String,
        make: @escaping @Sendable (Request, SignedInContext) async throws -> Content
    ) {
        links.append(LinkCell(id: "page\(path.path.replacing("/", with: "-"))", title: title, path: path))
        mounts.append { routes, root in
            routes.get(RouterPath(path.path)) { request, context in
                root.page(try await make(request, context), title: title, signIn: context.signIn)
            }
        }
    }

    /// Adds routes of any kind, for what is not a page: forms, downloads. They are protected all the same.
    public mutating func routes(_ add: @escaping (RouterGroup<SignedInContext>) -> Void) {
        mounts.append { routes, _ in add(routes) }
    }

    func mount(on routes: RouterGroup<SignedInContext>, root: Root) {
        for mount in mounts { mount(routes, root) }
    }
}
