import HTTPTypes
import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// The launch, `GET /`: determines the screen, and shows the splash if that takes long.
///
/// If the screen is available at once, splash and screen are one response in one write. Otherwise the document up to
/// the screen is sent first, so that the splash is painted, and the screen follows in the same response. A launch that
/// fails, or takes longer than ``timeLimit``, ends in an error screen. It sets no cookie and always responds with 200.
/// A request from the script of a main screen gets an ordinary page instead.
package struct Launch: Sendable {
    let root: Root
    let identities: IdentityResolver

    package init(root: Root, identities: IdentityResolver) {
        self.root = root
        self.identities = identities
    }

    /// The time for the launch work before the splash is sent.
    static let patience = Duration.milliseconds(20)
    /// The maximum time for the launch work.
    static let timeLimit = Duration.seconds(10)

    private var site: Site { root.site }

    package func callAsFunction(request: Request, context: PorticoContext) async throws -> Response {
        guard root.home == nil else {
            return try await ThreadPoolMiddleware.response { try await launch(request, context) }
        }
        return try await launch(request, context)
    }

    private func launch(_ request: Request, _ context: PorticoContext) async throws -> Response {
        guard request.headers[.porticoAccount]?.isEmpty ?? true else { return try await page(request, context) }
        let work = ImmediateWork { await screen(request, context) }
        let hold = site.app.splashMinimumDuration
        if hold == .zero {
            // The data is usually in memory, or read synchronously from a file, so no timer is needed.
            if let screen = work.value { return await whole(screen, request: request) }
            if let screen = await work.task.value(within: Self.patience) {
                return await whole(screen, request: request)
            }
        }
        return streamed(work.task, holding: hold, request: request)
    }

    /// The main screen, for its script.
    private func page(_ request: Request, _ context: PorticoContext) async throws -> Response {
        let context = try SignedInContext(
            context: await identities.identified(context, by: request, liveUI: root.liveUI))
        let events = context.events ?? root.liveUI.live.position
        return await whole(try await main(request, context, events: events), request: request)
    }

    /// The main screen, with the notices that were added while it was created.
    private func main(
        _ request: Request, _ context: SignedInContext, events: EventID
    ) async throws -> LaunchScreen {
        var main = try await root.mainScreen(request, context, events: events)
        main.notices = context.notices.take()
        return .main(main)
    }

    /// Determines the screen.
    private func screen(_ request: Request, _ context: PorticoContext) async -> LaunchScreen {
        do {
            try await site.development?.delayLaunch()
            let events = root.liveUI.live.position
            var identity = try await identities.identity(request, on: context.channel)
            RequestServer.current?.id = identity.server
            if let signIn = identity.signIn, signIn.account.id.server != .local {
                // A background request is no launch.
                let isLaunch = request.isMadeByPerson
                if let refusal = try await identities.gateways.refusal(of: signIn, isLaunch: isLaunch) {
                    return .login(cover(after: RefusedSignIn(signIn: signIn, refusal: refusal), identity: identity))
                }
                identity = try await identities.identity(request, on: context.channel)
            }
            if identity.signIn != nil {
                let context = try SignedInContext(
                    context: identities.identified(context, as: identity, liveUI: root.liveUI))
                return try await main(request, context, events: events)
            }
            let hasAccounts = try await root.hasAccounts()
            return .login(
                root.loginCover(
                    CoverState(known: root.known(to: identity, request)), lastServer: identity.browser?.lastServer,
                    hasAccounts: hasAccounts))
        } catch {
            return .failed(ErrorPage(status: 503, errorID: context.report(error), retry: .launch))
        }
    }

    /// The cover with the reason. Other accounts in this browser stay available.
    private func cover(after refused: RefusedSignIn, identity: RequestIdentity) -> LoginCover {
        root.loginCover(root.coverState(after: refused, identity: identity), lastServer: nil, hasAccounts: true)
    }

    /// The rendered screen, with the notices waiting for it.
    private func launched(_ screen: LaunchScreen, followsSplash: Bool, request: Request) async -> LaunchedScreen {
        var notices = Notices()
        if case .main(let main) = screen {
            notices = await root.liveUI.notices(for: main.person, at: request.address, in: request)
            notices.append(main.notices)
            notices = notices.on(pageOf: main.person.account.description)
        }
        let head = site.head(title: title(of: screen), screen: screen.kind, display: DisplayPreferences())
        return LaunchedScreen(
            screen: screen, followsSplash: followsSplash, documentTitle: followsSplash ? head.documentTitle : nil,
            styleOfHud: site.hudStyle, notices: notices, automaticStyle: site.automaticStyle)
    }

    private func whole(_ screen: LaunchScreen, request: Request) async -> Response {
        let display = screen.display ?? site.displayCookie.display(in: request)
        let head = site.head(title: title(of: screen), screen: screen.kind, display: display)
        let html = site.render(
            Document(
                head: head, content: await launched(screen, followsSplash: false, request: request), showsSplash: true))
        return Response(status: .ok, headers: site.headers.page, body: ResponseBody(byteBuffer: html.buffer))
    }

    private func streamed(_ work: Task<LaunchScreen, Never>, holding: Duration, request: Request) -> Response {
        let started = ContinuousClock.now
        // The rest is written when the request is no longer the task's.
        let (look, server) = (site.look, RequestServer.current)
        let head = site.head(title: "", screen: nil, display: site.displayCookie.display(in: request))
        let html = site.render(Document(head: head, content: SplitPoint(), showsSplash: true), look: look)
        var rest = html.buffer
        let ahead = rest.readSlice(length: html.splitIndex ?? 0)
        let body = ResponseBody { [self, rest] writer in
            if let ahead { try await writer.write(ahead) }
            let screen = await work.value(within: Self.timeLimit)
            if screen == nil { work.cancel() }
            try await Task.sleep(until: started + holding)
            let content = await RequestServer.$current.withValue(server) {
                await launched(
                    screen ?? .failed(ErrorPage(status: 503, retry: .launch)), followsSplash: true, request: request)
            }
            var end = site.render(content, look: look).buffer
            end.writeImmutableBuffer(rest)
            try await writer.write(end)
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: site.headers.page, body: body)
    }

    private func title(of screen: LaunchScreen) -> String {
        switch screen {
        case .login: site.titles.login
        case .main(let main): main.title
        case .failed(let page): site.titles.error(page)
        }
    }
}
