import Foundation
import PorticoConfig

/// An entry of the security log (ASVS 5.0, 16.3.1).
public struct SecurityEvent: Hashable, Sendable {
    public typealias Kind = SecurityEventKind

    public let kind: Kind
    /// The affected account; nil if the typed name has none. The typed text is not stored, because it may be a
    /// password.
    public let account: AccountID?
    /// The administrator who acted on another person's account; nil for the person, and for the command line.
    public let actor: AccountID?
    public let client: Client
    public let time: Date
    /// Details for readers; never a secret.
    public let detail: String
    /// Number of occurrences since the last entry with the same kind, account and network; 1 for most kinds.
    public var count: Int

    public init(
        _ kind: Kind, account: AccountID?, actor: AccountID? = nil, client: Client, time: Date, detail: String = "",
        count: Int = 1
    ) {
        self.kind = kind
        self.account = account
        self.actor = actor
        self.client = client
        self.time = time
        self.detail = detail
        self.count = count
    }
}

/// A stored entry of the security log.
public struct LoggedEvent: Hashable, Sendable, Identifiable {
    /// Increases with every entry.
    public let id: Int64
    public let event: SecurityEvent

    public init(id: Int64, event: SecurityEvent) {
        self.id = id
        self.event = event
    }
}

/// A search in the security log, newest first.
public struct SecurityEventQuery: Hashable, Sendable {
    /// nil for all accounts.
    public var account: AccountID?
    /// Empty for all kinds.
    public var kinds: Set<SecurityEvent.Kind>
    /// The earliest time.
    public var since: Date?
    /// The time before which events are returned.
    public var until: Date?
    /// Only entries with a smaller id: the next page.
    public var before: LoggedEvent.ID?
    /// Only entries with a greater id, oldest first: new entries.
    public var after: LoggedEvent.ID?
    /// Maximum number of entries to return.
    public var limit: Int

    public init(
        account: AccountID? = nil, kinds: Set<SecurityEvent.Kind> = [], since: Date? = nil, until: Date? = nil,
        before: LoggedEvent.ID? = nil, after: LoggedEvent.ID? = nil, limit: Int = 50
    ) {
        self.account = account
        self.kinds = kinds
        self.since = since
        self.until = until
        self.before = before
        self.after = after
        self.limit = limit
    }
}
