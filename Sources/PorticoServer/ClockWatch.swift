import Foundation
import Logging
import PorticoBytes
import PorticoSQL
import Synchronization

/// Compares the clock of this machine with the database's. SQLite has no clock: there, it compares with the newest
/// event, and with the time that has passed since the clock was last right. A wrong clock ends sign-ins, and deletes
/// data that is not old.
final class ClockWatch: Sendable {
    private struct State {
        var problem: String?
        /// The seconds by which this clock is ahead of its reference; nil before the first comparison.
        var lead: TimeInterval?
        /// The time of the clock when it was last right, the moment of that, and the number of accepted clocks until
        /// then.
        var last: (time: Date, moment: ContinuousClock.Instant, acceptances: Int)?
    }

    private let store: SQLClockStore
    /// Whether to compare with the newest event. In development, somebody can change the time of events.
    private let comparesEvents: Bool
    /// The clock of this machine.
    let clock: @Sendable () -> Date
    private let logger: Logger
    private let state = Mutex(State())

    /// The time by which a clock may be wrong, in seconds.
    private static let tolerance: TimeInterval = 60

    init(
        store: SQLClockStore, clock: @escaping @Sendable () -> Date, comparesEvents: Bool = true, logger: Logger
    ) {
        self.store = store
        self.comparesEvents = comparesEvents
        self.clock = clock
        self.logger = logger
    }

    /// The reason to take the clock for wrong; nil if there is none.
    var problem: String? { state.withLock { $0.problem } }

    /// The seconds by which this clock is ahead of its reference; nil before the first comparison.
    var lead: TimeInterval? { state.withLock { $0.lead } }

    /// Compares once more.
    ///
    /// - Returns: the time that clean-ups have reached; before the first, the time of the newest event.
    @discardableResult
    func compare() async throws -> Date? {
        let before = clock()
        let reference = try await store.reference()
        let after = clock()
        // The query has read the database's clock about in the middle of this time.
        let now = before + max(0, after.timeIntervalSince(before)) / 2
        let (old, new) = state.withLock { state in
            let old = state.problem
            let lead = lead(at: now, reference, &state)
            state.lead = lead.seconds
            state.problem = lead.seconds.magnitude > Self.tolerance ? lead.sentence : nil
            return (old, state.problem)
        }
        if let new, old == nil {
            logger.error(
                "\(new): this server is not ready, does not lead and deletes nothing until the clock is right, or database accept-clock says that it is"
            )
        } else if old != nil, new == nil {
            logger.notice("the clock is right again")
        }
        return reference.cleaned ?? reference.newest
    }

    /// Stores the time that clean-ups have reached.
    func setCleaned(_ time: Date) async throws { try await store.setCleaned(time) }

    private func lead(
        at now: Date, _ reference: SQLClockStore.Reference, _ state: inout State
    ) -> (seconds: TimeInterval, sentence: String) {
        if let database = reference.database {
            // Also compares without the accepted difference: the database's clock may have been corrected, or be
            // another one.
            let leads = [0, reference.acceptance?.lead ?? 0].map { now.timeIntervalSince(database) - $0 }
            let lead = leads.min { $0.magnitude < $1.magnitude } ?? 0
            return (lead, "this machine's clock is \(Self.difference(lead)) the database's")
        }
        if comparesEvents, let newest = reference.newest, newest > now, newest != reference.acceptance?.newest {
            let lead = now.timeIntervalSince(newest)
            if lead.magnitude > Self.tolerance {
                state.last = nil
                return (lead, "this machine's clock is \(Self.difference(lead)) the newest event")
            }
        }
        let acceptances = reference.acceptance?.number ?? 0
        let current = (time: now, moment: ContinuousClock.now, acceptances: acceptances)
        guard let last = state.last, last.acceptances == acceptances else {
            state.last = current
            return (0, "")
        }
        let lead = now.timeIntervalSince(last.time) - (current.moment - last.moment) / .seconds(1)
        // Small steps, such as those of NTP, must not add up.
        if lead.magnitude <= Self.tolerance { state.last = current }
        return (lead, "this machine's clock was set, and is \(Self.difference(lead)) the time that has passed")
    }

    private static func difference(_ lead: TimeInterval) -> String {
        let seconds = lead.magnitude
        let (number, unit) =
            switch seconds {
            case ..<120: (seconds, "second")
            case ..<7200: (seconds / 60, "minute")
            case ..<172_800: (seconds / 3600, "hour")
            default: (seconds / 86_400, "day")
            }
        let count = Int(number.rounded())
        return "\(count) \(unit)\(count == 1 ? "" : "s") \(lead < 0 ? "behind" : "ahead of")"
    }
}
