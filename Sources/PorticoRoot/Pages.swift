import HTTPTypes
import Hummingbird
import PorticoAuth
import PorticoBytes
import PorticoConfig
import PorticoHTML
import PorticoViews

/// The pages of the main section by path. It responds with a page and its presenters or, if script requests it, with
/// the page alone.
public struct Pages: Sendable {
    let root: Root
    /// In the order in which the router takes them.
    private let routes: [PageRoute]

    package init(root: Root, routes: [PageRoute]) {
        self.root = root
        self.routes = routes.sorted { $0.precedes($1) }
    }

    /// The maximum number of stacked pages.
    private static let limit = 8

    /// Responds with a presented page.
    ///
    /// - Parameters:
    ///   - url: the page's own path if it differs from that of the request: for a form that is shown again.
    ///   - presenters: existing pages directly below it, bottom to top: for an editor with input, below a question
    ///     about it.
    ///   - status: 422 if a form is rejected, 409 for an edit conflict.
    public func response(
        _ page: some Presentable, at url: SitePath? = nil, over presenters: [any Presentable] = [],
        to request: Request, _ context: SignedInContext, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let url = url ?? request.address
        var response: Response
        if request.wantsLayer {
            var layer = layer(page, url: url)
            layer.account = context.account.id.description
            // The notices of a form come as events, because script may keep the layer that it shows.
            if request.method == .get {
                try await root.site.development?.delayLayer()
                layer.notices = await notices(at: url, to: request, context)
            }
            response = root.site.response(layer, for: context.reader, status: status)
        } else {
            let stack = try await stack(page, url: url, presenters: presenters, request, context)
            response = try await document(
                stack, title: page.title(in: context.language), at: url, to: request, context, status: status)
        }
        response.headers[.vary]?.append(", \(HTTPField.Name.porticoPresent.rawName)")
        // Without this header, script takes 409 for a change of account, and checks the session.
        if status == .conflict { response.headers[.porticoReason] = "changed" }
        return response
    }

    /// Responds with a root page, for a form that is shown again.
    ///
    /// Script that sends the form of a root page (`data-portico-hud`) shows only a sentence about the status.
    ///
    /// - Parameters:
    ///   - url: the page's own path if it differs from that of the request.
    ///   - status: 422 if a form is rejected, 409 for an edit conflict.
    public func response(
        _ page: some RootPage, at url: SitePath? = nil, to request: Request, _ context: SignedInContext,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let isValidation = request.headers[.porticoValidate] != nil
        if request.isFromScript, !isValidation, status.kind == .clientError { throw WebError(status) }
        return try await document(
            Stack(root: AnyPage(page.framed(in: context.language))), title: page.title(in: context.language),
            at: url ?? request.address, to: request, context, status: status)
    }

    /// Responds to a form with the page at `path`: a redirect for a browser, the page itself for script if it is a
    /// layer.
    package func response(at path: SitePath, to request: Request, _ context: SignedInContext) async throws -> Response {
        guard request.wantsLayer, case .presented(let page) = try await make(path, request, context) else {
            return .done(path, for: request)
        }
        return try await response(page, at: path, to: request, context)
    }

    package func response(_ route: PageRoute, to request: Request, _ context: SignedInContext) async throws -> Response
    {
        let page = try await root.noticingDenials(to: route.pattern, context) { try await route.make(request, context) }
        return try await response(page, at: request.address, to: request, context)
    }

    package func response(
        _ made: ResolvedPage, at url: SitePath, to request: Request, _ context: SignedInContext
    ) async throws -> Response {
        switch made {
        case .presented(let page):
            return try await response(page, at: url, to: request, context)
        case .root(let content, let title):
            return try await document(Stack(root: content), title: title, at: url, to: request, context)
        case .question(let question, let isAlone, let level):
            // Script that refreshes a root page finds none of its regions in a question. With this status, it loads the
            // whole page.
            let isRefresh = request.isFromScript && !request.wantsLayer && request.headers[.porticoBackground] == nil
            if isAlone, isRefresh { throw WebError(.conflict) }
            let place = ProofPlace(
                presenter: question.presenter, back: question.back, isAlone: isAlone, url: url, level: level)
            return try await response(question, at: place, to: request, context)
        }
    }

    /// A whole document, with the notices of the handler and those waiting for the page.
    func document(
        _ stack: Stack<AnyPage>, title: String, at url: SitePath, to request: Request, _ context: SignedInContext,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let display = try await root.userConfig(for: context.signIn).display
        var stack = stack
        stack.automaticStyle = root.site.automaticStyle
        stack.notices = await notices(at: url, over: stack.layers.map(\.presenter), to: request, context)
        return root.page(stack, title: title, display: display, context: context, status: status)
    }

    /// The notices waiting for the page, the HUD of running jobs, and the notices of the handler.
    private func notices(
        at url: SitePath, over presenters: [SitePath] = [], to request: Request, _ context: SignedInContext
    ) async -> Notices {
        var notices = await context.liveUI.notices(for: context.person, at: url, over: presenters, in: request)
        notices.append(context.notices.take())
        return notices.on(pageOf: context.account.id.description)
    }

    /// The page over its presenters. If a presenter does not exist or requires reauthentication, the page above it is
    /// shown alone.
    private func stack(
        _ page: any Presentable, url: SitePath, presenters: [any Presentable], _ request: Request,
        _ context: SignedInContext
    ) async throws -> Stack<AnyPage> {
        var layers = [layer(page, url: url)]
        for page in presenters.reversed() {
            layers.append(layer(page, url: layers[layers.count - 1].presenter))
        }
        var isWithheld = false
        search: while let next = layers.last, layers.count <= Self.limit {
            do {
                switch try await make(next.presenter, request, context) {
                case .root(let content, _): return Stack(root: content, layers: layers.reversed())
                case .presented(let page): layers.append(layer(page, url: next.presenter))
                case .question:
                    isWithheld = true
                    break search
                }
            } catch let error as WebError where error.status == .notFound {
                break
            } catch let error as any HTTPResponseError where error.status == .notFound {
                break
            }
        }
        let lowest = layers.removeLast()
        let page = isWithheld ? AnyPage(Withheld(presenter: lowest.presenter, page: lowest.page)) : AnyPage(lowest.page)
        return Stack(root: AnyPage(PageAlone(page: page)), layers: layers.reversed())
    }

    func make(_ path: SitePath, _ request: Request, _ context: SignedInContext) async throws -> ResolvedPage {
        var context = context
        let segments = path.path.fields(separatedBy: "/", omittingEmpty: true)
        for route in routes {
            guard let captures = route.captures(segments) else { continue }
            context.coreContext.parameters = captures
            return try await route.make(request.asking(for: path), context)
        }
        throw WebError(.notFound)
    }

    /// The path of a presenter. The main screen and the settings page can have other paths here than usual.
    private func path(of presenter: SitePath) -> SitePath {
        switch presenter {
        case .launch: root.mainPath
        case .settings: root.settingsPath
        default: presenter
        }
    }

    private func layer(_ page: any Presentable, url: SitePath) -> Layer {
        Layer(
            page: page, presenter: path(of: page.presenter), url: url,
            automaticStyle: root.site.automaticStyle)
    }
}

/// A page that is shown alone, because its presenter requires reauthentication. Its Close button leads to the
/// presenter.
private struct Withheld: HTMLRenderable {
    let presenter: SitePath
    package let page: any Presentable

    func render(into html: inout HTMLWriter) {
        html.presenter = presenter
        page.render(into: &html)
    }
}

extension Site {
    /// The style of pages that do not choose one.
    var automaticStyle: Presentation.Style {
        switch app.automaticPresentation {
        case .pageSheet: .pageSheet
        case .formSheet: .formSheet
        case .fullScreen: .fullScreen
        }
    }
}
