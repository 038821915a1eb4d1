import Foundation
import Logging
import PorticoBytes
import PorticoSQL
import Synchronization

/// Compares the clock of this machine with that of the database; where that has none, with the newest event and with the
/// time that has passed since the start. A clock that is wrong ends sign-ins and deletes what is not old.
final class ClockWatch: Sendable {
    private struct State {
        var problem: String?
        /// By how many seconds this clock is ahead of what it is compared with; nil before the first comparison.
        var lead: TimeInterval?
        /// The time of the clock when it was last right, the moment, and how often clocks had been accepted by then.
        var last: (time: Date, moment: ContinuousClock.Instant, acceptances: Int)?
    }

    private let store: SQLClockStore
    /// Whether the newest event was made by the clock of a machine. In development, the time of events can be moved.
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

    /// Why the clock is taken for wrong; nil if nothing speaks against it.
    var problem: String? { state.withLock { $0.problem } }

    /// By how many seconds this clock is ahead of what it is compared with.
    var lead: TimeInterval? { state.withLock { $0.lead } }

    /// Compares once more.
    ///
    /// - Returns: the time up to which the clean-up has come; before the first, that of the newest event.
    @discardableResult
    func compare() async throws -> Date? {
        let before = clock()
        let reference = try await store.reference()
        let after = clock()
        // The database was asked in between.
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

    /// The clean-up has come to this time.
    func setCleaned(_ time: Date) async throws { try await store.setCleaned(time) }

    private func lead(
        at now: Date, _ reference: SQLClockStore.Reference, _ state: inout State
    ) -> (seconds: TimeInterval, sentence: String) {
        if let database = reference.database {
            // The database's clock may be right again, or another one.
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
        // Small steps, as those of time servers, do not add up.
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
