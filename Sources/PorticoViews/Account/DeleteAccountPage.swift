import PorticoHTML

/// Says what deleting the account means, and deletes it.
public struct DeleteAccountPage: Presentable, Sendable {
    /// The account the page is rendered for.
    public var account: String
    public var username: String
    /// What people call the server that keeps its password, where that is another; the account stays there.
    public var passwordServer: String?
    /// Whether nobody would be left who may administer, so that the account must stay.
    public var isLastAdministrator: Bool
    /// Whether it was sent without being confirmed.
    public var isUnconfirmed: Bool

    public let presentation = Presentation(style: .formSheet)
    public let presenter = SitePath.account

    public init(
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

    public func title(in language: String) -> String { Strings(language: language).deleteAccount }
}
