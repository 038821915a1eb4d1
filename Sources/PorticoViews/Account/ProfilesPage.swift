import PorticoHTML

/// An account signed in in this browser.
package struct ProfileRow: Sendable {
    /// The id of the sign-in.
    package var id: Int64
    /// The display name of the person.
    package var name: String
    package var username: String
    /// The display name of the account's server; nil if there is only one.
    package var serverName: String?
    /// Whether it is the current account of the browser.
    package var isCurrent: Bool
    /// Whether the sign-in survives the end of the browser session.
    package var isAutomatic: Bool

    package init(
        id: Int64, name: String, username: String, serverName: String? = nil, isCurrent: Bool, isAutomatic: Bool
    ) {
        self.id = id
        self.name = name
        self.username = username
        self.serverName = serverName
        self.isCurrent = isCurrent
        self.isAutomatic = isAutomatic
    }

    func title(_ t: Strings) -> String { ReaderFormat(t).isolated(name) }

    func summary(_ t: Strings) -> String {
        let parts = [
            serverName.map { t.userOnServer(username, $0) } ?? ReaderFormat(t).isolated(username),
            isCurrent ? t.currentAccount : "",
            isAutomatic ? t.staysSignedIn : t.signedInUntilClosed,
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: "\n")
    }
}

/// The signed-in accounts of this browser, to switch between them and to add another one.
package struct ProfilesPage: Presentable, Sendable {
    /// The account that the page is rendered for.
    package var account: String
    package var profiles: [ProfileRow]
    /// Whether another account can be added.
    package var canAdd: Bool

    package let presentation = Presentation()
    package let presenter = SitePath.launch

    package init(account: String, profiles: [ProfileRow], canAdd: Bool) {
        self.account = account
        self.profiles = profiles
        self.canAdd = canAdd
    }

    package func title(in language: String) -> String { Strings(language: language).profilesTitle }

    func others(_ t: Strings) -> CellGroups {
        let add = LinkCell(id: "add-profile", title: t.addAccount, path: .addProfile)
        let end = ActionCell(
            id: "end-all", title: t.signOutOfAll, action: .endSession,
            fields: [("account", account), ("scope", "all")], isDestructive: true, signsOut: true)
        let ending = CellGroup(id: "all-profiles", footer: canAdd ? nil : t.profilesFull, cells: [.action(end)])
        guard canAdd else { return CellGroups([ending]) }
        return CellGroups([CellGroup(id: "more-profiles", footer: t.profilesFooter, cells: [.link(add)]), ending])
    }
}

/// One account of a ``ProfilesPage``.
struct ProfileCell: Sendable {
    let profile: ProfileRow
    let account: String
}
