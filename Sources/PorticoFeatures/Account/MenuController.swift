import Hummingbird
import PorticoAuth
import PorticoBrand
import PorticoConfig
import PorticoHTML
import PorticoViews

/// The menu in the bar of every page.
struct MenuController: Sendable {
    let root: Root

    func menu(_ request: Request, _ context: SignedInContext) async throws -> MenuPage {
        let info = try await root.userConfig(for: context.signIn).userInfo
        var page = MenuPage(
            account: context.account.id.description, name: info.name ?? context.account.shownName,
            username: root.site.app.servers.label(of: context.account.id, in: context.language),
            isAdministrator: context.account.isAdministrator, settings: root.settingsPath,
            hasOthers: root.authenticator.profiles(of: context.identity).count > 1,
            appName: root.site.appName(for: context.reader),
            links: BrandLinks(root.site.look(for: context.reader).brand))
        // Script can open the menu over any root page.
        if request.wantsLayer, let below = request.requestingPage?.withoutQuery { page.presenter = below }
        if page.presenter == root.settingsPath || page.presenter == .launch && root.mainPath == root.settingsPath {
            page.settings = nil
        }
        return page
    }
}
