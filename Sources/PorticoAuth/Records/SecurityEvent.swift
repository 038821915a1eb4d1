import Foundation
import PorticoConfig

/// Something about accounts that somebody may have to look into later (ASVS 5.0, 16.3.1): what, who, when and where.
public struct SecurityEvent: Hashable, Sendable {
    public typealias Kind = SecurityEventKind

    public let kind: Kind
    /// Whom it is about; nil where a name fits no account. What was typed there is not kept: it may be a password.
    public let account: AccountID?
    /// Who did it, where that is somebody else: an administrator; nil too for the command line.
    public let actor: AccountID?
    public let client: Client
    public let time: Date
    /// More about it, for people; never a secret.
    public let detail: String
    /// How often it happened since the last event of its kind, account and network; 1 for most kinds.
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

/// An event as it stands in the log.
public struct LoggedEvent: Hashable, Sendable, Identifiable {
    /// Grows with every event.
    public let id: Int64
    public let event: SecurityEvent

    public init(id: Int64, event: SecurityEvent) {
        self.id = id
        self.event = event
    }
}

/// Which events to list: the newest first.
public struct SecurityEventQuery: Hashable, Sendable {
    public var account: AccountID?
    /// All kinds where it is empty.
    public var kinds: Set<SecurityEvent.Kind>
    /// From this time on.
    public var since: Date?
    /// Before this time.
    public var until: Date?
    /// Only events with a smaller id: the next page of a list.
    public var before: LoggedEvent.ID?
    /// Only events with a greater id, and then the oldest first: what is new.
    public var after: LoggedEvent.ID?
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
