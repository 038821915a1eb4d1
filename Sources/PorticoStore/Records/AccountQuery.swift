import PorticoConfig

/// A search for accounts, with pagination.
public struct AccountQuery: Hashable, Sendable {
    /// Text that the user name, name or email address contains, ignoring case; empty for all. User names of other
    /// servers are preceded by the server's id.
    public var text: String
    /// The last account of the previous page, in the order of server and user; nil for the first page.
    public var after: AccountID?
    /// Maximum number of accounts to return.
    public var limit: Int

    public init(text: String = "", after: AccountID? = nil, limit: Int = 50) {
        self.text = text
        self.after = after
        self.limit = limit
    }
}
