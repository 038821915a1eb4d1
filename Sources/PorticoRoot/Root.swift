import Foundation
import HTTPTypes
import Hummingbird
import PorticoAuth
import PorticoBrand
import PorticoConfig
import PorticoHTML
import PorticoViews

/// Creates the screens: the login cover, the main section, errors.
///
/// No other type creates screens, so a transition between screens is always a response of this type. It is a class,
/// because all controllers hold it and a struct of this size would be copied with every request.
public final class Root: Sendable {
    package let site: Site
    package let authenticator: Authenticator
    package let gateways: GatewaySignIns
    package let config: ConfigService
    package let workplaces: WorkplaceService
    package let liveUI: LiveUI
    package let log: any AuthStore
    let refusals: RefusalLog
    /// The application's own main screen; nil for the standard one.
    let home: Home?
    /// The path of the main screen, or of the settings page where an application behind this server has the launch.
    package let mainPath: SitePath
    /// The page with the settings: the main screen, or a page of its own where an application has the main screen.
    package let settingsPath: SitePath

    package init(site: Site, services: WebServices, home: Home?) {
        self.site = site
        self.home = home
        mainPath = services.upstream != nil && home == nil ? .settings : .launch
        settingsPath = home == nil ? mainPath : .settings
        authenticator = services.auth.authenticator
        gateways = services.auth.gatewaySignIns
        config = services.config
        workplaces = services.workplaces
        liveUI = services.liveUI
        log = services.auth.store
        refusals = services.auth.refusals
    }

    /// A challenge (RFC 9110, 11.6.1) with a scheme for which no browser prompts.
    package static let challenge = "Portico"
}

// MARK: The login cover

/// The person whose name the cover shows.
package enum KnownPerson: Sendable {
    case nobody
    /// The person whose sign-in expired.
    case expired(SignIn)
    /// The person who signed in last.
    case last(RememberedNameCookie.Name)
}

/// The state of a cover that is shown again.
package struct CoverState: Sendable {
    package var username = ""
    package var server: ServerID?
    package var remembers = false
    package var next: SitePath?
    /// Whether it adds an account to those already signed in.
    var adds = false
    /// Whether the account it adds is one that was signed in here until its gateway ended that.
    package var isReturn = false
    package var message: LoginMessage?
    /// The expired sign-in whose open page continues after the sign-in.
    var expired: SignIn?
    /// The person as known before anything is typed.
    package var known = KnownPerson.nobody
    /// The sign-ins with which the person can go on, because the gateway of the current one does not confirm it.
    package var others: [SignIn] = []

    package init(
        username: String = "", server: ServerID? = nil, remembers: Bool = false, next: SitePath? = nil,
        adds: Bool = false, message: LoginMessage? = nil, expired: SignIn? = nil,
        known: KnownPerson = KnownPerson.nobody
    ) {
        self.username = username
        self.server = server
        self.remembers = remembers
        self.next = next
        self.adds = adds
        self.message = message
        self.expired = expired
        self.known = known
    }
}

extension Root {
    /// The cover in place of a protected page, at the page's own address.
    ///
    /// - Parameters:
    ///   - asker: the account the requesting page was rendered for.
    ///   - draft: the path that shows the posted form again.
    ///   - refused: the sign-in that its gateway refused.
    package func signInRequired(
        _ identity: RequestIdentity, requestingPage: String?, refused: RefusedSignIn? = nil,
        next draft: SitePath? = nil, request: Request
    ) async throws -> Response {
        let isPage = request.method == .get || request.method == .head
        let isQuestion = request.uri.path == SitePath.endSession.path
        var state = refused.map { coverState(after: $0, identity: identity) } ?? CoverState()
        state.next = isPage && !isQuestion ? SitePath(untrusted: request.uri.description) : draft
        state.expired = requestingPage.flatMap { authenticator.expiredSignIn(of: $0, in: identity) }
        // A page of somebody's hears nothing of others.
        if refused == nil, requestingPage == nil { state.known = known(to: identity, request) }
        return try await cover(state, identity: identity, request: request, status: .unauthorized)
    }

    /// The cover after a gateway has refused a sign-in. One that has ended has made room for another of the browser; from one
    /// that is only unconfirmed the cover leads to the others.
    package func coverState(after refused: RefusedSignIn, identity: RequestIdentity) -> CoverState {
        let signIn = refused.signIn
        let account = signIn.account.id
        var state = CoverState(username: account.user, server: account.server, remembers: signIn.isAutomatic)
        state.message = refused.refusal.message(server: serverName(account.server))
        let others = authenticator.profiles(of: identity).filter { $0.id != signIn.id }
        if case .unconfirmed = refused.refusal {
            state.others = others.filter { gateways.problem(of: $0) == nil || gateways.isTrusted($0) }
        } else {
            state.adds = !others.isEmpty
            state.isReturn = state.adds
        }
        return state
    }

    /// The cover as a page. If the store is unavailable, it is not asked again.
    package func cover(
        _ state: CoverState, identity: RequestIdentity, request: Request, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let hasAccounts = state.message == .unavailable ? true : try await hasAccounts()
        let cover = loginCover(state, lastServer: identity.browser?.lastServer, hasAccounts: hasAccounts)
        let screen = Screen(
            kind: .login, needsAuthentication: true, expired: state.expired?.account.id.description,
            styleOfHud: site.hudStyle, content: Presented(cover))
        let reader = Reader(server: cover.server)
        var head = site.head(
            title: site.titles.login, screen: .login, display: site.displayCookie.display(in: request), for: reader)
        head.opensLinksElsewhere = request.isFramed
        var response = site.response(Document(head: head, content: screen), for: reader, status: status)
        site.headers.allowFrame(of: &response, to: request)
        return response
    }

    /// Whether an account can sign in; always true with gateways, whose accounts are unknown.
    func hasAccounts() async throws -> Bool {
        if site.app.hasGateways { return true }
        return try await authenticator.hasLocalAccounts()
    }

    /// The person whose sign-in in this browser expired, or else the remembered one.
    package func known(to identity: RequestIdentity, _ request: Request) -> KnownPerson {
        if let signIn = authenticator.lastExpiredSignIn(in: identity) { return .expired(signIn) }
        guard let name = site.nameCookie.name(in: request), site.app.rememberedName != .never else { return .nobody }
        return .last(name)
    }

    func loginCover(_ state: CoverState, lastServer: ServerID?, hasAccounts: Bool) -> LoginCover {
        var state = state
        var hasExpired = false
        switch state.known {
        case .nobody: break
        case .expired(let signIn):
            hasExpired = true
            (state.username, state.server) = (signIn.account.id.user, signIn.account.id.server)
            state.remembers = signIn.isAutomatic
        case .last(let name):
            (state.username, state.server) = (name.user, name.server)
            state.remembers = site.app.rememberedName == .kept
        }
        let isKnown = !state.username.isEmpty && state.message == nil && !state.adds
        let account = state.expired?.account.id
        let current = site.app.currentServer(lastUsed: state.server ?? account?.server ?? lastServer)
        let brand = site.branding.brands.brand(of: current.id)
        return LoginCover(
            appName: brand.name, sentence: brand.sentence, links: BrandLinks(brand),
            servers: site.app.servers.map {
                ServerChoice(id: $0.id.rawValue, name: $0.name, isSelected: $0.id == current.id)
            },
            username: account?.user ?? state.username, remembers: state.expired?.isAutomatic ?? state.remembers,
            next: state.next, message: state.message, hasExpired: hasExpired, continues: account != nil,
            forget: isKnown ? .coverWithoutName(next: state.next) : nil, hasAccounts: hasAccounts,
            keepsPasswords: site.app.keepsAccounts,
            registers: site.app.keepsAccounts && authenticator.policy.registration == .open, adds: state.adds,
            isReturn: state.isReturn,
            others: state.others.map {
                LoginCover.OtherAccount(id: $0.id, label: site.app.servers.label(of: $0.account.id))
            })
    }
}

// MARK: The main section

extension Root {
    /// The main screen of the signed-in account.
    package func mainScreen(_ request: Request, _ context: SignedInContext) async throws -> MainScreen {
        let (page, display): (AnyPage, DisplayPreferences)
        if let home {
            page = AnyPage(HomePage(title: home.title, content: try await home.make(request, context)))
            display = try await userConfig(for: context.signIn).display
        } else {
            let main = try await mainPage(request, context)
            (page, display) = (AnyPage(main), main.display)
        }
        return MainScreen(
            page: page, title: home?.title ?? site.titles.main, display: display, person: context.person,
            events: context.events, lifetime: lifetime(of: context.signIn))
    }

    /// The standard main screen; the settings page of an application with a home.
    package func mainPage(_ request: Request, _ context: SignedInContext) async throws -> MainPage {
        let config = try await userConfig(for: context.signIn)
        let workplace = try await workplaces.choice(of: config)
        return mainPage(context, config, workplace, request)
    }

    private func mainPage(
        _ context: SignedInContext, _ config: UserConfig, _ workplace: WorkplaceChoice, _ request: Request
    ) -> MainPage {
        let (signIn, account) = (context.signIn, context.account)
        return MainPage(
            name: config.userInfo.name ?? account.name, pronouns: config.userInfo.pronouns,
            note: config.userInfo.note, username: account.id.user,
            serverName: serverName(account.id.server), employeeNumber: account.employeeNumber?.value,
            gateway: account.id.server == .local
                ? nil : GatewayState(problem: gateways.problem(of: signIn).map(GatewayProblem.init)),
            isAdministrator: account.isAdministrator,
            since: signIn.since, expires: authenticator.policy.sessions.expiry(of: signIn),
            browser: request.headers[.userAgent].map(UserAgent.name(of:)) ?? "",
            isAutomatic: signIn.isAutomatic,
            account: account.id.description,
            display: config.display, appName: site.appName(for: context.reader), version: site.version,
            uptime: site.startedAt.duration(to: .now),
            links: site.links.filter { account.isMember(ofOneOf: $0.groups) }.map(\.cell),
            profiles: authenticator.profiles(of: context.identity).count, workplace: workplace.names,
            isHome: settingsPath == .launch)
    }

    /// The remaining lifetime of a sign-in if it is not used.
    func lifetime(of signIn: SignIn) -> SignInLifetime {
        let sessions = authenticator.policy.sessions
        let end = sessions.expiry(of: signIn)
        return SignInLifetime(
            seconds: max(0, Int(end.timeIntervalSince(authenticator.time).rounded(.up))),
            growsWithUse: end < sessions.latestExpiry(of: signIn))
    }

    /// The display name of a server.
    package func serverName(_ id: ServerID) -> String { site.app.servers.name(of: id) }

    /// A page of the main section with the pages presented over it.
    package func page(
        _ stack: Stack<some HTMLRenderable>, title: String, display: DisplayPreferences, context: SignedInContext,
        status: HTTPResponse.Status
    ) -> Response {
        let screen = Screen(
            kind: .main, needsAuthentication: false, account: context.account.id.description,
            lifetime: lifetime(of: context.signIn), styleOfHud: site.hudStyle, events: context.events.description,
            content: stack)
        let head = site.head(title: title, screen: .main, display: display, for: context.reader)
        return site.response(Document(head: head, content: screen), for: context.reader, status: status)
    }
}

// MARK: Errors

extension Root {
    package func errorPage(_ error: WebError, errorID: String?, request: Request, for reader: Reader) -> Response {
        let canRetry = request.method == .get && [429, 500, 502, 503, 504].contains(error.status.code)
        let page = ErrorPage(
            status: error.status.code, reason: error.reason, errorID: errorID,
            retry: canRetry ? SitePath(untrusted: request.uri.path) : nil, retryAfter: error.retryAfter)
        let screen = Screen(
            kind: .error, needsAuthentication: false, styleOfHud: site.hudStyle, content: Stack(root: page))
        let head = site.head(
            title: site.titles.error(page), screen: .error, display: site.displayCookie.display(in: request),
            for: reader)
        return site.response(Document(head: head, content: screen), for: reader, status: error.status)
    }

    /// The page that the service worker keeps: the splash, then that the server cannot be reached. It is the same for
    /// everybody and loads no script.
    package func offlinePage() -> Response {
        let page = ErrorPage(status: 503, reason: .offline)
        let reader = Reader()
        var head = site.head(title: site.titles.error(page), screen: .error, display: DisplayPreferences(), for: reader)
        head.loadsScript = false
        let screen = Screen(kind: .error, needsAuthentication: false, content: page)
        return site.response(Document(head: head, content: screen, showsSplash: true), for: reader)
    }
}
