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
/// No other type creates screens, so every transition between screens is a response of this type. It is a class: all
/// controllers hold it, and a struct of this size would be copied with every request.
public final class Root: Sendable {
    package let site: Site
    package let authenticator: Authenticator
    package let factors: SecondFactors
    package let passkeys: Passkeys
    package let gateways: GatewaySignIns
    package let config: ConfigService
    package let workplaces: WorkplaceService
    package let liveUI: LiveUI
    package let log: any AuthStore
    let refusals: RefusalLog
    let setupSteps: SetupSteps
    /// The application's own main screen; nil for Portico's.
    let home: Home?
    /// The path of the main screen. If an application behind this server has the launch, it is the path of the settings
    /// page.
    package let mainPath: SitePath
    /// The path of the page with the settings: the main screen, or a separate page if an application has the main
    /// screen.
    package let settingsPath: SitePath

    package init(site: Site, services: WebServices, home: Home?) {
        self.site = site
        self.home = home
        mainPath = services.upstream != nil && home == nil ? .settings : .launch
        settingsPath = home == nil ? mainPath : .settings
        authenticator = services.auth.authenticator
        factors = services.auth.factors
        passkeys = services.auth.passkeys
        gateways = services.auth.gatewaySignIns
        config = services.config
        workplaces = services.workplaces
        liveUI = services.liveUI
        log = services.auth.store
        refusals = services.auth.refusals
        setupSteps = services.setupSteps
    }

    /// A challenge (RFC 9110, 11.6.1) with a scheme for which no browser prompts.
    package static let challenge = "Portico"
}

// MARK: The main section

extension Root {
    /// The main screen of the signed-in account.
    package func mainScreen(_ request: Request, _ context: SignedInContext) async throws -> MainScreen {
        let (page, display): (AnyPage, DisplayPreferences)
        if let home {
            page = AnyPage(
                HomePage(
                    title: home.title?.string(in: context.language), appName: site.appName(for: context.reader),
                    content: try await home.make(request, context)))
            display = try await userConfig(for: context.signIn).display
        } else {
            let main = try await mainPage(request, context)
            (page, display) = (AnyPage(main), main.display)
        }
        return MainScreen(
            page: page, title: home?.title?.string(in: context.language) ?? context.reader.titles.main,
            display: display, person: context.person, events: context.events, lifetime: lifetime(of: context.signIn),
            passkeyOffer: passkeyOffer(context))
    }

    /// Portico's main screen, or the settings page of an application with a main screen of its own.
    package func mainPage(_ request: Request, _ context: SignedInContext) async throws -> MainPage {
        let config = try await userConfig(for: context.signIn)
        let workplace = try await workplaces.choice(of: config)
        var page = mainPage(context, config, workplace)
        guard settingsPath == .launch else { return page }
        page.home = MainPage.Home(greeting: Greeting(at: authenticator.time, in: context.timeZone))
        if context.account.isAdministrator { page.home?.counts = try await administrationCounts(in: context.timeZone) }
        return page
    }

    /// The counts up to ``AdministrationCounts/most``.
    ///
    /// - Parameter zone: the time zone of the day whose events count; nil for UTC.
    package func administrationCounts(in zone: TimeZone?) async throws -> AdministrationCounts {
        let zone = zone ?? .gmt
        let today = CalendarDate(authenticator.time, in: zone)
        let counts = try await log.counts(eventsSince: today.start(in: zone), limit: AdministrationCounts.most)
        return AdministrationCounts(people: counts.accounts, events: counts.events, mail: counts.mails)
    }

    private func mainPage(
        _ context: SignedInContext, _ config: UserConfig, _ workplace: WorkplaceChoice
    ) -> MainPage {
        let (signIn, account) = (context.signIn, context.account)
        return MainPage(
            name: config.userInfo.name ?? account.name, pronouns: config.userInfo.pronouns,
            note: config.userInfo.note, username: account.id.user,
            serverName: serverName(account.id.server, in: context.language),
            employeeNumber: account.employeeNumber?.value,
            gateway: gateways.isAtGateway(signIn)
                ? GatewayState(
                    name: gatewayName(signIn.checkingServer),
                    problem: gateways.problem(of: signIn).map(GatewayProblem.init)
                ) : nil,
            isAdministrator: account.isAdministrator, isAutomatic: signIn.isAutomatic,
            account: account.id.description, display: config.display, appName: site.appName(for: context.reader),
            links: site.links.filter { account.isMember(ofOneOf: $0.groups) }.map { $0.cell(in: context.language) },
            workplace: workplace.names)
    }

    /// The path at which the browser may ask to make a passkey by itself; nil if it may not.
    func passkeyOffer(_ context: SignedInContext) -> SitePath? {
        passkeys.mayOffer(after: context.signIn) ? .silentPasskey : nil
    }

    /// The remaining lifetime of a sign-in that is not used.
    func lifetime(of signIn: SignIn) -> SignInLifetime {
        let sessions = authenticator.policy.sessions
        let end = sessions.expiry(of: signIn)
        return SignInLifetime(
            seconds: max(0, Int(end.timeIntervalSince(authenticator.time).rounded(.up))),
            growsWithUse: end < sessions.latestExpiry(of: signIn))
    }

    /// Lifetime of most links in mails, in whole minutes.
    package var minutesOfLinks: Int { Int(authenticator.policy.linkLifetime / 60) }

    /// The display name of a gateway.
    package func gatewayName(_ id: ServerID) -> String { site.app.servers.name(of: id) }

    /// The display name of a server; nil if there is only one.
    ///
    /// - Parameter language: a BCP 47 tag.
    package func serverName(_ id: ServerID, in language: String) -> String? {
        let servers = site.app.servers
        guard servers.count > 1 else { return nil }
        return site.app.server(id)?.title.string(in: language) ?? id.rawValue
    }

    /// A page of the main section with the pages presented over it.
    package func page(
        _ stack: Stack<some HTMLRenderable>, title: String, display: DisplayPreferences, context: SignedInContext,
        status: HTTPResponse.Status
    ) -> Response {
        let screen = Screen(
            kind: .main, needsAuthentication: false, account: context.account.id.description,
            lifetime: lifetime(of: context.signIn), styleOfHud: site.hudStyle, events: context.events.description,
            passkeyOffer: passkeyOffer(context), content: stack)
        let head = site.head(title: title, screen: .main, display: display, for: context.reader)
        return site.response(Document(head: head, content: screen), for: context.reader, status: status)
    }
}

// MARK: Errors

extension Root {
    package func errorPage(_ error: WebError, errorID: String?, request: Request, for reader: Reader) -> Response {
        let canRetry = request.method == .get && [429, 500, 502, 503, 504].contains(error.status.code)
        var page = errorPage(
            error, errorID: errorID, retry: canRetry ? SitePath(untrusted: request.uri.path) : nil, for: reader)
        // A form comes from a page, so its address is not mistyped: what the page shows has been removed since.
        if request.method == .post, error.status == .notFound { page.status = HTTPResponse.Status.gone.code }
        // Script shows the sentence of the page over another one.
        if !request.isFromScript {
            page.person = reader.account.map { site.app.servers.label(of: $0.id, in: reader.language) }
            page.languages = site.languageChoices
            page.place = request.method == .get ? SitePath(untrusted: request.uri.path) : nil
        }
        let screen = Screen(
            kind: .error, needsAuthentication: false, styleOfHud: site.hudStyle, content: Stack(root: page))
        let head = site.head(
            title: reader.titles.error(page), screen: .error, display: site.lookCookie.display(in: request),
            for: reader)
        return site.response(Document(head: head, content: screen), for: reader, status: error.status)
    }

    /// An error page with the brand of the reader.
    func errorPage(_ error: WebError, errorID: String? = nil, retry: SitePath? = nil, for reader: Reader) -> ErrorPage {
        let brand = site.look(for: reader).brand
        return ErrorPage(
            status: error.status.code, reason: error.reason, errorID: errorID, retry: retry,
            retryAfter: error.retryAfter, appName: brand.name, help: brand.helpLink)
    }

    /// The page that the service worker keeps: the splash, then the sentence that the server is out of reach. It is the
    /// same for everybody with its language, and loads no script.
    package func offlinePage(in language: Language) -> Response {
        let reader = Reader(language: language.tag)
        let page = errorPage(WebError(.serviceUnavailable, reason: .offline), for: reader)
        var head = site.head(
            title: reader.titles.error(page), screen: .error, display: DisplayPreferences(), for: reader)
        head.loadsScript = false
        let screen = Screen(kind: .error, needsAuthentication: false, content: page)
        return site.response(Document(head: head, content: screen, showsSplash: true), for: reader)
    }
}
