import PorticoStore

/// The result of a change to several accounts. Accounts that do not exist are in none of the lists.
public struct AccountsOutcome: Hashable, Sendable {
    /// The changed accounts.
    public internal(set) var done: [Account] = []
    /// The accounts that already were as asked.
    public internal(set) var unchanged: [Account] = []
    /// The administrators who were not disabled, so that one of them can still sign in.
    public internal(set) var lastAdministrators: [Account] = []
}
