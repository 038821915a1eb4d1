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

    package init(root: Root) {
        self.root = root
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
            // The data is usually in memory, or read synchronously from a file. Then no timer is needed.
            if let screen = work.value { return await whole(screen, request: request, context) }
            if let screen = await work.task.value(within: Self.patience) {
                return await whole(screen, request: request, context)
            }
        }
        return streamed(work.task, holding: hold, request: request, context)
    }

    /// The main screen, for its script.
    private func page(_ request: Request, _ context: PorticoContext) async throws -> Response {
        let signedIn = try SignedInContext(context: await context.identifiedReader())
        return await whole(try await main(request, signedIn), request: request, context)
    }

    /// The main screen, with the notices that were added while it was created.
    private func main(_ request: Request, _ context: SignedInContext) async throws -> LaunchScreen {
        var main = try await root.mainScreen(request, context)
        main.notices = context.notices.take()
        return .main(main)
    }

    /// Determines the screen.
    private func screen(_ request: Request, _ context: PorticoContext) async -> LaunchScreen {
        do {
            try await site.development?.delayLaunch()
            let context = try await context.identifiedReader(isLaunch: true)
            let identity = try context.requireIdentity()
            if let refused = context.refused {
                return .login(try cover(after: refused, identity: identity, for: context.reader))
            }
            if identity.signIn != nil { return try await main(request, SignedInContext(context: context)) }
            let setup = try await root.setupWithoutAccounts()
            return .login(
                try root.loginCover(
                    CoverState(known: root.known(to: identity, request)), lastServer: identity.browser?.lastServer,
                    setup: setup, for: context.reader))
        } catch {
            return .failed(
                root.errorPage(
                    WebError(.serviceUnavailable), errorID: context.report(error), retry: .launch,
                    for: context.reader))
        }
    }

    /// The cover with the reason. Other accounts in this browser stay available.
    private func cover(
        after refused: RefusedSignIn, identity: RequestIdentity, for reader: Reader
    ) throws -> LoginCover {
        try root.loginCover(
            root.coverState(after: refused, identity: identity), lastServer: nil, setup: nil, for: reader)
    }

    /// The rendered screen, with its waiting notices.
    private func launched(
        _ screen: LaunchScreen, followsSplash: Bool, request: Request, for reader: Reader
    ) async -> LaunchedScreen {
        var notices = Notices()
        if case .main(let main) = screen {
            notices = await root.liveUI.notices(for: main.person, at: request.address, in: request)
            notices.append(main.notices)
            notices = notices.on(pageOf: main.person.account.description)
        }
        let head = site.head(
            title: title(of: screen, for: reader), screen: screen.kind, display: DisplayPreferences(), for: reader)
        return LaunchedScreen(
            screen: screen, followsSplash: followsSplash, documentTitle: followsSplash ? head.documentTitle : nil,
            styleOfHud: site.hudStyle, notices: notices, automaticStyle: site.automaticStyle)
    }

    private func whole(_ screen: LaunchScreen, request: Request, _ context: PorticoContext) async -> Response {
        let reader = screen.reader(context.reader)
        let display = screen.display ?? site.lookCookie.display(in: request)
        let head = site.head(title: title(of: screen, for: reader), screen: screen.kind, display: display, for: reader)
        let content = await launched(screen, followsSplash: false, request: request, for: reader)
        let html = site.render(Document(head: head, content: content, showsSplash: true), for: reader)
        return Response(status: .ok, headers: site.headers.page, body: ResponseBody(byteBuffer: html.buffer))
    }

    private func streamed(
        _ work: Task<LaunchScreen, Never>, holding: Duration, request: Request, _ context: PorticoContext
    ) -> Response {
        let started = ContinuousClock.now
        let early = context.reader
        let head = site.head(title: "", screen: nil, display: site.lookCookie.display(in: request), for: early)
        let html = site.render(Document(head: head, content: SplitPoint(), showsSplash: true), for: early)
        var rest = html.buffer
        let ahead = rest.readSlice(length: html.splitIndex ?? 0)
        let body = ResponseBody { [self, rest] writer in
            if let ahead { try await writer.write(ahead) }
            let done = await work.value(within: Self.timeLimit)
            if done == nil { work.cancel() }
            try await Task.sleep(until: started + holding)
            let screen =
                done ?? .failed(root.errorPage(WebError(.serviceUnavailable), retry: .launch, for: context.reader))
            let reader = screen.reader(context.reader)
            var content = await launched(screen, followsSplash: true, request: request, for: reader)
            content.differsInLanguage = reader.language != early.language
            // The part that was sent first determines style and mark.
            var end = site.render(
                content, for: Reader(server: early.server, language: reader.language, zone: reader.zone)
            ).buffer
            end.writeImmutableBuffer(rest)
            try await writer.write(end)
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: site.headers.page, body: body)
    }

    private func title(of screen: LaunchScreen, for reader: Reader) -> String {
        switch screen {
        case .login: reader.titles.login
        case .main(let main): main.title
        case .failed(let page): reader.titles.error(page)
        }
    }
}

extension LaunchScreen {
    /// The reader of the screen: on a cover, a server is chosen.
    fileprivate func reader(_ reader: Reader) -> Reader {
        guard case .login(let cover) = self else { return reader }
        var reader = reader
        reader.server = cover.server
        return reader
    }
}

extension LoginCover {
    /// The chosen server.
    var server: ServerID? { servers.first(where: \.isSelected).map { ServerID(rawValue: $0.id) } }
}
