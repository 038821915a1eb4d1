import PorticoConfig

/// Which accounts to list, and from where on.
public struct AccountQuery: Hashable, Sendable {
    /// What the user name, after its server's id where that is another, the name or the email address contains, without
    /// case; empty for all.
    public var text: String
    /// The account after which to go on, in the order of server and user; nil from the first on.
    public var after: AccountID?
    /// The most accounts to list.
    public var limit: Int

    public init(text: String = "", after: AccountID? = nil, limit: Int = 50) {
        self.text = text
        self.after = after
        self.limit = limit
    }
}
