import PorticoHTML

/// The menu in the bar of every root page: the person, account, settings, administration, accounts, about and sign-out.
package struct MenuPage: Presentable, Sendable {
    /// The account that the page is rendered for.
    package var account: String
    /// The display name of the person, or the user name.
    package var name: String
    /// The label of the account.
    package var username: String
    package var isAdministrator: Bool
    /// The page with the settings; nil if it is the page below the menu.
    package var settings: SitePath?
    /// Whether other accounts are signed in in this browser, so that signing out asks which ones.
    package var hasOthers: Bool
    package var appName: String
    package var links: BrandLinks

    package let presentation = Presentation(style: .popover, source: "menu-link")
    package var presenter = SitePath.launch

    package init(
        account: String, name: String, username: String, isAdministrator: Bool, settings: SitePath?,
        hasOthers: Bool = false, appName: String, links: BrandLinks = BrandLinks()
    ) {
        self.account = account
        self.name = name
        self.username = username
        self.isAdministrator = isAdministrator
        self.settings = settings
        self.hasOthers = hasOthers
        self.appName = appName
        self.links = links
    }

    package func title(in language: String) -> String { Strings(language: language).menu }

    func person(_ t: Strings) -> CellText {
        let format = ReaderFormat(t)
        return CellText(format.isolated(name), name == username ? nil : format.isolated(username))
    }

    func groups(_ t: Strings) -> CellGroups {
        var places = [link("account", t.account, .account, .replaces)]
        if let settings { places.append(link("settings", t.settingsHeader, settings, .plain)) }
        if isAdministrator { places.append(link("administration", t.administration, .administration, .plain)) }
        return CellGroups([
            CellGroup(id: "menu-places", cells: places, config: "account"),
            CellGroup(
                id: "menu-more",
                cells: [
                    link("profiles", t.switchAccount, .profiles, .replaces),
                    link("about", t.aboutTitle(appName), .about, .replaces),
                ]),
            CellGroup(id: "menu-end", cells: [signOut(t)]),
        ])
    }

    private func signOut(_ t: Strings) -> Cell {
        let id = "menu-sign-out"
        guard hasOthers else {
            return .action(
                ActionCell(
                    id: id, title: t.signOut, action: .endSession, fields: [("account", account), ("scope", "one")],
                    isDestructive: true, signsOut: true))
        }
        return .link(
            LinkCell(
                id: id, title: t.signOut, path: .endSession, opening: .replaces(as: .confirmationDialog),
                isDestructive: true))
    }

    private func link(_ id: String, _ title: String, _ path: SitePath, _ opening: LinkCell.Opening) -> Cell {
        .link(LinkCell(id: "menu-\(id)", title: title, path: path, opening: opening, hasChevron: false))
    }
}
