import HTTPTypes
import Hummingbird
import PorticoBrand
import PorticoConfig
import PorticoHTML
import PorticoViews

/// The data shared by all pages of the installation. It is a class: a struct of this size would be copied for every
/// page.
public final class Site: Sendable {
    package let app: AppConfig
    package let branding: Branding
    /// Publishes the files of brands, for previews.
    package let publisher: BrandPublisher
    package let headers: SecurityHeaders
    /// The display preferences and the language while the account is unknown.
    package let lookCookie: LookCookie
    /// The language of a browser in which nobody is signed in.
    package let languages: RequestLanguage
    /// The time zone of a browser.
    package let zones: RequestZone
    /// The user name of the browser's last sign-in.
    package let nameCookie: RememberedNameCookie
    /// The secret of a browser that waits for a mail to log in.
    package let mailSignInCookie: MailSignInCookie
    package let cookies: SessionCookies
    package let version: String
    package let startedAt = ContinuousClock.now
    /// The application's pages, as links on the main screen.
    package let links: [MainLink]
    /// Settings for tests and developers; `nil` in production.
    package let development: DevelopmentSettings?
    /// The defaults of the HUD.
    let hudStyle: HudStyle
    /// Whether pages of this origin belong to a protected application.
    private let sharesOrigin: Bool

    package init(
        app: AppConfig, branding: Branding, publisher: BrandPublisher, headers: SecurityHeaders, origin: PublicOrigin,
        version: String, links: [MainLink], sharesOrigin: Bool, development: DevelopmentSettings?
    ) {
        self.app = app
        self.branding = branding
        self.publisher = publisher
        self.headers = headers
        lookCookie = LookCookie(origin: origin)
        languages = RequestLanguage(cookie: lookCookie, usual: app.language)
        zones = RequestZone(origin: origin)
        nameCookie = RememberedNameCookie(origin: origin)
        mailSignInCookie = MailSignInCookie(origin: origin)
        cookies = SessionCookies(origin: origin)
        self.version = version
        self.links = links
        self.sharesOrigin = sharesOrigin
        self.development = development
        hudStyle = HudStyle(app.hud)
    }

    /// The languages to choose from. The pseudo-language is for developers.
    package var languageChoices: [Language] {
        development == nil ? Language.offered.filter { $0 != .pseudo } : Language.offered
    }

    /// The name of the application.
    package func appName(for reader: Reader) -> String { look(for: reader).brand.name }

    package func look(for reader: Reader) -> Branding.Look {
        branding.look(of: app.currentServer(lastUsed: reader.server).id)
    }

    package func head(
        title: String, screen: ScreenKind?, display: DisplayPreferences, for reader: Reader
    ) -> DocumentHead {
        let look = look(for: reader)
        var head = DocumentHead(
            title: title, appName: look.brand.name, assets: look.assets, loadsScript: development?.loadsScript ?? true,
            isDevelopment: development != nil, screen: screen, display: display, covers: look.covers)
        head.hasTransitions = !sharesOrigin
        head.zoneCookie = zones.cookieName
        return head
    }

    /// A whole page, rendered into one buffer.
    package func response(
        _ page: some HTMLRenderable, for reader: Reader, status: HTTPResponse.Status = .ok
    ) -> Response {
        Response(
            status: status, headers: headers.page, body: ResponseBody(byteBuffer: render(page, for: reader).buffer))
    }

    func render(_ page: some HTMLRenderable, for reader: Reader) -> HTMLWriter {
        var html = HTMLWriter(language: reader.language)
        html.timeZone = reader.zone
        html.mark = look(for: reader).assets.mark
        page.render(into: &html)
        return html
    }
}

extension [Server] {
    /// The display name of a gateway; its id if it is not listed.
    func name(of id: ServerID) -> String { first { $0.id == id }?.name ?? id.rawValue }

    /// The display name of the server that stores the account's password; nil if this server does.
    package func passwordServer(of id: AccountID) -> String? { passwordServer(on: id.server) }

    /// The display name of the server that stores the passwords of a server's accounts; nil if this server does.
    package func passwordServer(on server: ServerID) -> String? { server == .local ? nil : name(of: server) }

    /// The label of an account for its person: the user name, with the server unless it is local.
    ///
    /// - Parameter language: a BCP 47 tag.
    package func label(of id: AccountID, in language: String) -> String {
        guard let server = passwordServer(of: id) else { return id.user }
        return AccountLabel.text(username: id.user, serverName: server, in: language)
    }
}

extension HudStyle {
    /// The defaults of the installation.
    init(_ defaults: HudDefaults) {
        self.init()
        background = HudColor(hex: defaults.background) ?? background
        interactiveHide = defaults.interactiveHide
        animation = HudContent.Animation(curve: defaults.curve, duration: defaults.duration.inSeconds)
        transition = HudContent.Transition(
            HudDefaults.Effect.allCases.filter(defaults.transition.contains)
                .compactMap { HudContent.Transition(name: $0.rawValue) })
        alignment = defaults.alignment
        ignoresSafeAreaEdges = HudDefaults.Edge.allCases.filter(defaults.ignoresSafeAreaEdges.contains)
        grace = defaults.grace.inSeconds
        minimum = defaults.minimum.inSeconds
    }
}

extension Duration {
    fileprivate var inSeconds: Double { self / .seconds(1) }
}
