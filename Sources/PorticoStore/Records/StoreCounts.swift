/// The numbers of stored records that administrators see.
public struct StoreCounts: Hashable, Sendable {
    public var accounts: Int
    public var events: Int
    public var mails: Int

    public init(accounts: Int, events: Int, mails: Int) {
        self.accounts = accounts
        self.events = events
        self.mails = mails
    }
}
