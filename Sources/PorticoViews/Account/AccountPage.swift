import PorticoHTML

/// Links to the settings of the person's own account. They open inside its sheet.
package struct AccountPage: Presentable, Sendable {
    /// The email address; nil if the account has none.
    package var email: String?
    /// The display name of the server that stores the password; nil if this server does.
    package var passwordServer: String?
    /// Whether the account has or may have a second factor.
    package var offersFactors: Bool

    package let presentation = Presentation()
    package let presenter = SitePath.launch

    package init(email: String?, passwordServer: String? = nil, offersFactors: Bool = false) {
        self.email = email
        self.passwordServer = passwordServer
        self.offersFactors = offersFactors
    }

    package func title(in language: String) -> String { Strings(language: language).account }

    func groups(_ t: Strings) -> CellGroups {
        var access = [link("change-email", t.emailAddress, to: .changeEmail, value: email ?? t.emailAddressNone)]
        if passwordServer == nil {
            access.append(link("change-password", t.changePassword, to: .changePassword))
        }
        if offersFactors { access.append(link("factors", t.factorsTitle, to: .factors)) }
        return CellGroups([
            CellGroup(
                id: "account-access", footer: passwordServer.map(t.passwordElsewhere), cells: access,
                config: "account"),
            CellGroup(
                id: "account-use",
                cells: [
                    link("sessions", t.sessionsTitle, to: .sessions), link("activity", t.activityTitle, to: .activity),
                ]),
            CellGroup(
                id: "account-data",
                cells: [
                    link("settings-file", t.settingsFile, to: .settingsFile),
                    link("personal-data", t.yourData, to: .personalData),
                ]),
            CellGroup(
                id: "account-end", cells: [link("delete-account", t.deleteAccount, to: .deleteAccount)]),
        ])
    }

    private func link(_ id: String, _ title: String, to path: SitePath, value: String? = nil) -> Cell {
        .link(LinkCell(id: id, title: title, value: value, path: path, opening: .navigates))
    }
}
