import Foundation
import PorticoConfig
import PorticoStore

/// A change made by a transaction, for the other servers on the same database.
public enum SQLChange: Codable, Sendable {
    /// Accounts, browsers, sign-ins and mails.
    case auth(AuthChanges)
    /// Stored values.
    case values(ConfigChange)
    /// The workplaces of a server.
    case workplaces
    /// A message of a higher target, in its own encoding.
    case message(Data)
    /// A job has ended. If its work is still running on a server, that server stops it.
    case endedJob(Job.ID)
}

/// An announcement by another server on the same database.
public enum SQLAnnouncement: Sendable {
    /// Changes are announced from now on. Earlier changes may have been missed.
    case connected
    /// Changes are not announced until ``connected``. The text is the reason.
    case lost(String)
    /// All changes so far were announced. Without a later one of these, changes after `until` may have been missed.
    case current(until: ContinuousClock.Instant)
    /// Another server's transaction was committed.
    case change(SQLChange)
    /// An event of any server, this one included. All servers receive the same events in the same order, with ascending
    /// numbers.
    case event(Int64, Data)
    /// All stored events up to this number have been announced.
    case caughtUp(Int64)
    /// Whether this server does the work that only one server does at a time.
    case leading(Bool)
}
