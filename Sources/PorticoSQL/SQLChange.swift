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
    /// A message of the parts above the stores, in their own form.
    case message(Data)
    /// A job has ended. If its work is still running on a server, that server stops it.
    case endedJob(Job.ID)
}

/// An announcement of another server on the same database.
public enum SQLAnnouncement: Sendable {
    /// Changes are announced from now on. Before, anything may have changed.
    case connected
    /// Changes are not announced until ``connected``, for a reason.
    case lost(String)
    /// Unless this is said again, changes may have been made after this moment that are not announced.
    case current(until: ContinuousClock.Instant)
    /// Another server's transaction was committed.
    case change(SQLChange)
    /// An event of any server, this one included. All servers receive the same events in the same order, with ascending
    /// numbers.
    case event(Int64, Data)
    /// All kept events up to this number have been announced.
    case caughtUp(Int64)
    /// Whether this server does the work that one server at a time does.
    case leading(Bool)
}
