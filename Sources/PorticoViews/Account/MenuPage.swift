import PorticoHTML

/// The menu in the bar of every root page: account, settings, administration, accounts, about and sign-out.
package struct MenuPage: Presentable, Sendable {
    /// The display name of the person.
    package var name: String
    /// The label of the account.
    package var username: String
    package var isAdministrator: Bool
    /// The page with the settings: the main screen, unless the application has its own home page.
    package var settings: SitePath
    package var appName: String
    package var links: BrandLinks

    package let presentation = Presentation(style: .popover, source: "menu-link")
    package var presenter = SitePath.launch

    package init(
        name: String, username: String, isAdministrator: Bool, settings: SitePath, appName: String,
        links: BrandLinks = BrandLinks()
    ) {
        self.name = name
        self.username = username
        self.isAdministrator = isAdministrator
        self.settings = settings
        self.appName = appName
        self.links = links
    }

    package func title(in language: String) -> String { Strings(language: language).menu }

    func groups(_ t: Strings) -> CellGroups {
        var own = [
            link("account", t.account, .account, .replaces),
            link("settings", t.settingsHeader, settings, .plain),
        ]
        if isAdministrator { own.append(link("administration", t.administration, .administration, .plain)) }
        return CellGroups([
            CellGroup(
                id: "menu-person", header: "\(name) · \(username)", cells: own, config: "account userInfo"),
            CellGroup(
                id: "menu-more",
                cells: [
                    link("profiles", t.switchAccount, .profiles, .replaces),
                    link("about", t.aboutTitle(appName), .about, .replaces),
                    link("sign-out", t.signOut, .endSession, .replaces(as: .confirmationDialog)),
                ]),
        ])
    }

    private func link(_ id: String, _ title: String, _ path: SitePath, _ opening: LinkCell.Opening) -> Cell {
        .link(LinkCell(id: "menu-\(id)", title: title, path: path, opening: opening))
    }
}
