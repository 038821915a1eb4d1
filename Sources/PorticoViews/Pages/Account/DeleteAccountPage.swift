import PorticoHTML

/// Says what deleting the account means, and deletes it.
public struct DeleteAccountPage: Presentable, Sendable {
    /// The account the page is rendered for.
    public var account: String
    public var username: String
    /// Whether nobody would be left who may administer, so that the account must stay.
    public var isLastAdministrator: Bool
    /// Whether it was sent without being confirmed.
    public var isUnconfirmed: Bool

    public let presentation = Presentation(style: .formSheet)
    public let presenter = SitePath.account

    public init(account: String, username: String, isLastAdministrator: Bool, isUnconfirmed: Bool = false) {
        self.account = account
        self.username = username
        self.isLastAdministrator = isLastAdministrator
        self.isUnconfirmed = isUnconfirmed
    }

    public func title(in language: String) -> String { Strings(language: language).deleteAccount }
}
