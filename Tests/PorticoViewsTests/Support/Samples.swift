import Foundation
import PorticoHTML

@testable import PorticoComponents
@testable import PorticoViews

/// Pages with pinned times and ids.
enum Samples {
    static func head(
        _ title: String = "", screen: ScreenKind? = nil, loadsScript: Bool = true, isDevelopment: Bool = false,
        display: DisplayPreferences = DisplayPreferences()
    ) -> DocumentHead {
        DocumentHead(
            title: title, appName: "Portico", assets: AssetPaths(release: "test"), loadsScript: loadsScript,
            isDevelopment: isDevelopment, screen: screen, display: display)
    }

    static func login(_ cover: LoginCover) -> Screen<Presented<LoginCover>> {
        Screen(kind: .login, needsAuthentication: true, content: Presented(cover))
    }

    static func main(_ page: MainPage, followsSplash: Bool = false) -> Screen<Stack<MainPage>> {
        Screen(
            kind: .main, needsAuthentication: false, account: page.account, followsSplash: followsSplash,
            content: Stack(root: page))
    }

    static func error(_ page: ErrorPage) -> Screen<ErrorPage> {
        Screen(kind: .error, needsAuthentication: false, content: page)
    }

    static func setup(_ page: SetupPage) -> Screen<SetupPage> {
        Screen(kind: .login, needsAuthentication: true, content: page)
    }

    static func mainPage(
        isAdministrator: Bool = true, isAutomatic: Bool = true,
        home: MainPage.Home? = MainPage.Home(
            greeting: .morning, counts: AdministrationCounts(people: 12, events: 3, mail: 1)),
        links: [LinkCell] = []
    ) -> MainPage {
        var home = home
        if !isAdministrator { home?.counts = nil }
        return MainPage(
            name: "Ada Lovelace", username: "ada", isAdministrator: isAdministrator,
            isAutomatic: isAutomatic, account: "local:ada", links: links, home: home)
    }

    static let links = [
        LinkCell(id: "notes", title: "Notes", path: "/notes"),
        LinkCell(id: "orders", title: "Orders", value: "12", path: "/orders?state=open&page=1"),
    ]
}
