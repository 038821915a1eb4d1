import PorticoHTML

/// The way to everything that people do with their own account.
public struct AccountPage: Presentable, Sendable {
    /// The account the page is rendered for.
    public var account: String
    /// Nil where the account has none.
    public var email: String?

    public let presentation = Presentation(style: .pageSheet)
    public let presenter = SitePath.launch

    public init(account: String, email: String?) {
        self.account = account
        self.email = email
    }

    public func title(in language: String) -> String { Strings(language: language).account }

    func groups(_ t: Strings) -> CellGroups {
        CellGroups([
            CellGroup(
                id: "account-access",
                cells: [
                    link("change-email", t.emailAddress, to: .changeEmail, value: email ?? t.none),
                    link("change-password", t.changePassword, to: .changePassword),
                ], config: "account"),
            CellGroup(
                id: "account-use",
                cells: [
                    link("sessions", t.sessionsTitle, to: .sessions), link("activity", t.activityTitle, to: .activity),
                ]),
            CellGroup(id: "account-data", cells: [link("personal-data", t.yourData, to: .personalData)]),
            CellGroup(id: "account-end", cells: [link("delete-account", t.deleteAccount, to: .deleteAccount)]),
        ])
    }

    private func link(_ id: String, _ title: String, to path: SitePath, value: String? = nil) -> Cell {
        .link(LinkCell(id: id, title: title, value: value, path: path, opening: .presents))
    }
}
