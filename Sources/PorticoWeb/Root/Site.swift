import HTTPTypes
import Hummingbird
import PorticoConfig
import PorticoHTML
import PorticoViews

/// What all pages of this installation have in common: one object, since every page asks it and a struct of this size would be
/// copied each time.
public final class Site: Sendable {
    let app: AppConfig
    let assets: AssetPaths
    let headers: SecurityHeaders
    /// How everything looks where it is not known who is asking.
    let displayCookie: DisplayPreferencesCookie
    let cookies: SessionCookies
    let version: String
    let startedAt = ContinuousClock.now
    /// The pages mounted by others, as links on the main screen.
    let links: [LinkCell]
    /// What tests and developers can set; `nil` in production.
    let development: DevelopmentSettings?
    /// How the HUD looks where what it shows does not say.
    let hudStyle: HudStyle
    let titles = PageTitles(language: Language.current)

    init(
        app: AppConfig, assets: AssetPaths, headers: SecurityHeaders, origin: PublicOrigin, version: String,
        links: [LinkCell], development: DevelopmentSettings?
    ) {
        self.app = app
        self.assets = assets
        self.headers = headers
        displayCookie = DisplayPreferencesCookie(origin: origin)
        cookies = SessionCookies(origin: origin)
        self.version = version
        self.links = links
        self.development = development
        hudStyle = HudStyle(app.hud)
    }

    func head(title: String, screen: ScreenKind?, display: DisplayPreferences) -> DocumentHead {
        DocumentHead(
            title: title, appName: app.appName, assets: assets, loadsScript: development?.loadsScript ?? true,
            isDevelopment: development != nil, screen: screen, display: display)
    }

    /// A whole page, rendered into one buffer.
    func response(_ page: some HTMLRenderable, status: HTTPResponse.Status = .ok) -> Response {
        Response(status: status, headers: headers.page, body: ResponseBody(byteBuffer: render(page).buffer))
    }

    func render(_ page: some HTMLRenderable) -> HTMLWriter {
        var html = HTMLWriter(language: Language.current)
        page.render(into: &html)
        return html
    }
}

extension [Server] {
    /// What people call a server; its id where it is not listed.
    func name(of id: ServerID) -> String { first { $0.id == id }?.name ?? id.rawValue }

    /// What people call the server that keeps an account's password; nil where that is this one.
    func passwordServer(of id: AccountID) -> String? { passwordServer(on: id.server) }

    /// The same for whoever has an account on a server.
    func passwordServer(on server: ServerID) -> String? { server == .local ? nil : name(of: server) }

    /// An account as its person tells it from others: by the user name, with its server where it does not live here.
    func label(of id: AccountID) -> String {
        guard let server = passwordServer(of: id) else { return id.user }
        return AccountLabel.text(username: id.user, serverName: server, in: Language.current)
    }
}
