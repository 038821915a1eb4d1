import PorticoHTML

/// Explains the deletion of the account, and asks for confirmation.
package struct DeleteAccountPage: Presentable, Sendable {
    /// The account that the page is rendered for.
    package var account: String
    package var username: String
    /// The display name of the gateway or identity provider that keeps the account after the deletion; nil for a local account.
    package var passwordServer: String?
    /// Whether the account is the last administrator and cannot be deleted.
    package var isLastAdministrator: Bool
    /// Whether the form was sent without the confirmation.
    package var isUnconfirmed: Bool

    package let presentation = Presentation()
    package let presenter = SitePath.launch

    package init(
        account: String, username: String, passwordServer: String? = nil, isLastAdministrator: Bool,
        isUnconfirmed: Bool = false
    ) {
        self.account = account
        self.username = username
        self.passwordServer = passwordServer
        self.isLastAdministrator = isLastAdministrator
        self.isUnconfirmed = isUnconfirmed
    }

    func what(_ t: Strings) -> String {
        passwordServer.map { t.deleteAccountWhatElsewhere(username, $0) } ?? t.deleteAccountWhat(username)
    }

    func lastAdministrator(_ t: Strings) -> EmptyState {
        EmptyState(
            id: "last-administrator", icon: .shield, text: t.deleteAccountLastAdministrator,
            action: EmptyState.Action(title: t.chooseAdministrator, path: .people))
    }

    func confirmation(_ t: Strings) -> Field {
        Field(
            id: "confirm", kind: .check, label: t.deleteAccountConfirm,
            problem: isUnconfirmed ? t.deleteAccountUnconfirmed : nil, isAutofocused: isUnconfirmed,
            missing: t.deleteAccountUnconfirmed)
    }

    package func title(in language: String) -> String { Strings(language: language).deleteAccount }
}
