import Foundation
import Logging
import PorticoAuth
import PorticoConfig
import PorticoFeatures
import PorticoPostgreSQL
import PorticoSQL
import ServiceLifecycle

/// Background work for an installation of several servers: handles the changes of the others, and passes on the events
/// for open pages that are published here.
struct OtherServers: Service {
    let cluster: ConnectedServers
    let domain: Domain
    private let lines = LogLimit(interval: .seconds(1))

    /// The maximum time to send the remaining events when this server ends.
    private static let patience = Duration.seconds(5)

    /// Runs until the graceful shutdown, then sends the remaining events.
    func run() async throws {
        let sending = Task { for await event in cluster.events { await attempt { try await send(event) } } }
        await receiveAll()
        cluster.relayed.finish()
        if await sending.value(within: Self.patience) == nil { sending.cancel() }
    }

    private var logger: Logger { domain.storage.logger }

    private func receiveAll() async {
        let (received, next) = AsyncStream.makeStream(of: SQLAnnouncement.self)
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                group.addTask {
                    for await announcement in cluster.database.announcements(mayLead: cluster.leadership.mayLead) {
                        receive(announcement)
                        if case .current = announcement { continue }
                        // Handled by another task, so that the next announcement does not wait for the database.
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
            if cluster.hearing.regain() { logger.info("changes of other servers are announced") }
            domain.setCachesClosed(false)
            domain.config.changes.publish(ConfigChange(scope: .installation, keys: []))
        case .lost(let reason):
            if cluster.hearing.lose(reason) {
                logger.warning(
                    "changes of other servers are not announced: nothing is kept in memory",
                    metadata: ["reason": "\(reason)"])
            }
            domain.setCachesClosed(true)
        case .current(let end):
            domain.setCachesUsable(until: end)
            // Another server leads two seconds after `end` at the earliest.
            cluster.leadership.setUsable(until: end + .seconds(1))
        case .change(.auth(let changes)):
            domain.auth.store.receive(changes)
            if changes.hasNewLocalAccount { domain.storage.folder.removeSetupLink() }
        case .change(.values(let change)): domain.config.receive(change)
        case .change(.workplaces): domain.workplaces.receiveReplacement()
        case .change(.message(let message)):
            // This version cannot read some events of a newer one.
            guard let event = try? JSONDecoder().decode(RelayedEvent.self, from: message) else { return }
            domain.liveUI.live.receive(event)
        case .change(.endedJob(let id)): domain.liveUI.stopJob(id)
        case .event(let number, let message):
            guard let event = try? JSONDecoder().decode(RelayedEvent.self, from: message) else { return }
            domain.liveUI.live.receive(event, shared: number)
        case .caughtUp(let number): domain.liveUI.live.setNewestShared(number)
        case .leading(let isLeading):
            cluster.leadership.set(isLeading)
            logger.info("this server \(isLeading ? "leads" : "does not lead any more")")
        }
    }

    /// The part of handling an announcement that reads the database.
    private func followUp(_ announcement: SQLAnnouncement) async throws {
        switch announcement {
        case .connected:
            try await domain.noticeChanges()
            try await domain.config.reload()
        case .leading(let isLeading):
            try await cluster.report(streams: domain.liveUI.live.streamCount)
            if isLeading { try await domain.noticeChanges() }
        case .change(.values(let change)):
            if change.keys[.installation] != nil { try await domain.noticeChanges() }
            try await domain.config.reload()
        case .change, .event, .caughtUp, .lost, .current: break
        }
    }

    private func send(_ event: RelayedEvent) async throws {
        let message = try JSONEncoder().encode(event)
        guard event.isKept else { return try await cluster.database.write { try $0.announce(.message(message)) } }
        do {
            try await cluster.database.send(event: message)
        } catch {
            domain.liveUI.live.receive(event)
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
