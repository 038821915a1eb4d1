import PorticoHTML

/// An account signed in in this browser.
public struct ProfileRow: Sendable {
    /// The id of the sign-in.
    public var id: Int64
    /// The display name of the person.
    public var name: String
    public var username: String
    public var serverName: String
    /// Whether it is the current account of the browser.
    public var isCurrent: Bool
    /// Whether the sign-in survives the end of the browser session.
    public var isAutomatic: Bool

    public init(id: Int64, name: String, username: String, serverName: String, isCurrent: Bool, isAutomatic: Bool) {
        self.id = id
        self.name = name
        self.username = username
        self.serverName = serverName
        self.isCurrent = isCurrent
        self.isAutomatic = isAutomatic
    }

    func summary(_ t: Strings) -> String {
        let parts = [
            t.userOnServer(username, serverName), isCurrent ? t.currentAccount : "",
            isAutomatic ? t.staysSignedIn : t.signedInUntilClosed,
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: "\n")
    }
}

/// The signed-in accounts of this browser, to switch between them and to add another one.
public struct ProfilesPage: Presentable, Sendable {
    /// The account that the page is rendered for.
    public var account: String
    public var profiles: [ProfileRow]
    /// Whether another account can be added.
    public var canAdd: Bool

    public let presentation = Presentation()
    public let presenter = SitePath.launch

    public init(account: String, profiles: [ProfileRow], canAdd: Bool) {
        self.account = account
        self.profiles = profiles
        self.canAdd = canAdd
    }

    public func title(in language: String) -> String { Strings(language: language).profilesTitle }

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
