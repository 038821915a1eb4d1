import Foundation
import Logging
import PorticoAuth
import PorticoConfig
import PorticoFeatures
import PorticoMail
import PorticoPostgreSQL
import PorticoSQL
import ServiceLifecycle
import Synchronization

/// Whether this server does the work that one server at a time does.
final class Leadership: Sendable {
    private struct State {
        var isHeld: Bool
        /// nil if it does not end by itself.
        var end: ContinuousClock.Instant?
    }

    private let state: Mutex<State>
    /// Whether this server may lead at all.
    let mayLead: @Sendable () -> Bool

    /// - Parameter isAlone: whether there are no other servers.
    init(isAlone: Bool, mayLead: @escaping @Sendable () -> Bool) {
        state = Mutex(State(isHeld: isAlone, end: isAlone ? nil : .now))
        self.mayLead = mayLead
    }

    /// A process that was stopped does not take itself for the leader before it has asked.
    var isLeading: Bool {
        mayLead() && state.withLock { state in state.isHeld && (state.end.map { .now < $0 } ?? true) }
    }

    fileprivate func set(_ isLeading: Bool) { state.withLock { $0.isHeld = isLeading } }

    fileprivate func setUsable(until end: ContinuousClock.Instant) { state.withLock { $0.end = end } }
}

/// Whether this server hears of what the others change.
final class Hearing: Sendable {
    private struct State {
        /// Since when it does not; nil while it does.
        var lost: ContinuousClock.Instant?
        /// Why, as the log has it.
        var reason = ""
    }

    private let state = Mutex(State(lost: .now - patience))

    /// A connection that is lost is usually there again after less.
    private static let patience = Duration.seconds(3)

    /// Why changes of other servers are not heard; nil while they are, and shortly afterwards.
    var problem: String? {
        state.withLock { state in
            guard let lost = state.lost, .now - lost >= Self.patience else { return nil }
            return "notifications of other servers do not arrive; the log says why"
        }
    }

    /// - Returns: whether that is new, or for another reason.
    fileprivate func lose(_ reason: String) -> Bool {
        state.withLock { state in
            let isNew = state.lost == nil || state.reason != reason
            state.lost = state.lost ?? .now
            state.reason = reason
            return isNew
        }
    }

    /// - Returns: whether it was lost before.
    fileprivate func regain() -> Bool {
        state.withLock { state in
            defer { state = State() }
            return state.lost != nil
        }
    }
}

/// Background work for an installation of several servers: handles the changes of the others, and passes on the events
/// for open pages that are published here.
struct OtherServers: Service {
    let database: PostgreSQLDatabase
    let auth: AuthServices
    let config: ConfigService
    let workplaces: WorkplaceService
    let liveUI: LiveUI
    /// The events that are published here.
    let events: AsyncStream<RelayedEvent>
    /// Ends `events`.
    let endEvents: @Sendable () -> Void
    let leadership: Leadership
    let hearing: Hearing
    let presence: NodePresence?
    let logger: Logger
    private let lines = LogLimit(interval: .seconds(1))
    /// Called after anything may have changed, and when this server begins to lead.
    let noticed: @Sendable () async throws -> Void
    /// Called after another server, or a command, has added a local account.
    let setupEnded: @Sendable () -> Void

    /// The time after which the other servers know of a change. They usually do after a few milliseconds.
    static let lag = Duration.milliseconds(50)
    /// The time for sending what is left when this server ends.
    private static let patience = Duration.seconds(5)

    /// Runs until the graceful shutdown, then sends what was published before.
    func run() async throws {
        let sending = Task { for await event in events { await attempt { try await send(event) } } }
        await receiveAll()
        endEvents()
        if await sending.value(within: Self.patience) == nil { sending.cancel() }
    }

    private func receiveAll() async {
        let (received, next) = AsyncStream.makeStream(of: SQLAnnouncement.self)
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                group.addTask {
                    for await announcement in database.announcements(mayLead: leadership.mayLead) {
                        receive(announcement)
                        if case .current = announcement { continue }
                        // The next announcement does not wait for the database.
                        next.yield(announcement)
                    }
                }
                group.addTask {
                    for await announcement in received { await attempt { try await followUp(announcement) } }
                }
            }
        }
    }

    private func receive(_ announcement: SQLAnnouncement) {
        switch announcement {
        case .connected:
            if hearing.regain() { logger.info("changes of other servers are announced") }
            setCachesClosed(false)
            config.changes.publish(ConfigChange(scope: .installation, keys: []))
        case .lost(let reason):
            if hearing.lose(reason) {
                logger.warning(
                    "changes of other servers are not announced: nothing is kept in memory",
                    metadata: ["reason": "\(reason)"])
            }
            setCachesClosed(true)
        case .current(let end):
            auth.store.setCacheUsable(until: end)
            config.setCacheUsable(until: end)
            workplaces.setCacheUsable(until: end)
            // Another one leads two seconds after that at the earliest.
            leadership.setUsable(until: end + .seconds(1))
        case .change(.auth(let changes)):
            auth.store.receive(changes)
            if changes.hasNewLocalAccount { setupEnded() }
        case .change(.values(let change)): config.receive(change)
        case .change(.workplaces): workplaces.receiveReplacement()
        case .change(.message(let message)):
            // One that this version cannot read is a newer version's.
            guard let event = try? JSONDecoder().decode(RelayedEvent.self, from: message) else { return }
            liveUI.live.receive(event)
        case .change(.endedJob(let id)): liveUI.stopJob(id)
        case .event(let number, let message):
            guard let event = try? JSONDecoder().decode(RelayedEvent.self, from: message) else { return }
            liveUI.live.receive(event, shared: number)
        case .caughtUp(let number): liveUI.live.setNewestShared(number)
        case .leading(let isLeading):
            leadership.set(isLeading)
            logger.info("this server \(isLeading ? "leads" : "does not lead any more")")
        }
    }

    /// The part of handling an announcement that reads the database.
    private func followUp(_ announcement: SQLAnnouncement) async throws {
        switch announcement {
        case .connected:
            try await noticed()
            try await config.reload()
        case .leading(let isLeading):
            try await presence?.report()
            if isLeading { try await noticed() }
        case .change(.values(let change)):
            if change.keys[.installation] != nil { try await noticed() }
            try await config.reload()
        case .change, .event, .caughtUp, .lost, .current: break
        }
    }

    func setCachesClosed(_ isClosed: Bool) {
        auth.store.setCacheClosed(isClosed)
        config.setCacheClosed(isClosed)
        workplaces.setCacheClosed(isClosed)
    }

    private func send(_ event: RelayedEvent) async throws {
        let message = try JSONEncoder().encode(event)
        guard event.isKept else { return try await database.write { try $0.announce(.message(message)) } }
        do {
            try await database.send(event: message)
        } catch {
            liveUI.live.receive(event)
            throw error
        }
    }

    private func attempt(_ work: () async throws -> Void) async {
        do {
            try await work()
        } catch is CancellationError {
        } catch {
            guard let count = lines.take("\(type(of: error))") else { return }
            logger.error(
                "a change for other servers, or of one, is lost",
                metadata: ["error": "\(String(reflecting: error))", "changes": "\(count)"])
        }
    }
}

extension SQLNoticeStore: SharedNotices {}
