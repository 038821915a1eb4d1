import Foundation
import Logging
import PorticoAuth
import PorticoConfig
import PorticoFeatures
import ServiceLifecycle

/// Background work: notices writes of other processes, stores the last use of sign-ins, and deletes expired data.
struct Maintenance: Service {
    let domain: Domain
    /// Updates the gauges.
    let sample: @Sendable () async -> Void
    private let lines = LogLimit(interval: .seconds(1))

    /// Time between two checks for writes of other processes.
    static let interval = Duration.milliseconds(250)
    /// Number of checks between two rounds of storing uses and deleting expired data.
    private static let every = 60
    /// Number of checks between two searches for unused browsers, and before the names of all people are compared with
    /// their keys.
    private static let everySearch = 14_400
    /// Number of checks between two entries in the list of servers.
    private static let everyReport = 20
    /// Consecutive entries of this server after which the others have written theirs, too. Without the database, no
    /// server can.
    private static let reportsBeforeLoss = 4

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            var version: Int64?
            var reports = 0
            var limit = CleanUpLimit()
            var hasComparedNames = false
            for round in 1... {
                try await Task.sleep(for: Self.interval)
                await attempt { version = try await watch(since: version) }
                if round % Self.everyReport == 1 { await report(&reports) }
                guard round % Self.every == 0 else { continue }
                await attempt(domain.commandEvents.pass)
                await attempt { try await deleteExpired(&limit) }
                if round % Self.everySearch == 0 {
                    await attempt(deleteBrowsers)
                    // Once. By then, an update of several servers, one after the other, is over.
                    if !hasComparedNames, cluster.leadership.isLeading {
                        hasComparedNames = await attempt(storage.accounts.renewNameKeys)
                    }
                }
                await sample()
            }
        }
        // A separate task, which is not cancelled when the time to shut down is over.
        await Task { await writeLast() }.value
    }

    private func writeLast() async {
        await attempt(domain.auth.uses.flush)
        await attempt { try await domain.auth.refusals.flush(isLast: true) }
        await attempt(cluster.leave)
    }

    private var storage: Storage { domain.storage }
    private var cluster: any Cluster { storage.cluster }

    /// - Parameter reports: the number of consecutive entries.
    private func report(_ reports: inout Int) async {
        await attempt { try await storage.clock.compare() }
        await attempt(storage.keys.compare)
        let isSeen = await attempt { try await cluster.report(streams: domain.liveUI.live.streamCount) }
        reports = isSeen ? reports + 1 : 0
        guard cluster.leadership.isLeading, reports >= Self.reportsBeforeLoss else { return }
        await attempt { try await cluster.interruptLostJobs(domain.liveUI) }
    }

    /// Treats the first check as a change, because data read before it may be outdated.
    private func watch(since known: Int64?) async throws -> Int64? {
        let version = try await cluster.dataVersion()
        guard known != version else { return version }
        domain.auth.store.invalidate()
        domain.config.invalidate()
        domain.workplaces.invalidate()
        try await domain.noticeChanges()
        storage.changes.publish(ConfigChange(scope: .installation, keys: []))
        try await domain.config.reload()
        await attempt(domain.commandEvents.pass)
        return version
    }

    private func deleteExpired(_ limit: inout CleanUpLimit) async throws {
        // Sign-ins whose use is not stored would count as unused.
        guard await attempt(domain.auth.uses.flush) else { return }
        await attempt { try await domain.auth.refusals.flush() }
        let clock = storage.clock
        guard cluster.leadership.isLeading else { return }
        await attempt(storage.accounts.addMissingNameKeys)
        let cleaned = try await clock.compare()
        guard clock.problem == nil else { return }
        await attempt(domain.liveUI.deleteExpiredJobs)
        await cluster.deleteExpired { await attempt($0) }
        let allowance = limit.allowance(since: cleaned, at: clock.clock())
        if allowance.isBehind {
            storage.logger.warning(
                "the last clean-up is more than a day ago: one day is made up for each hour, or all with database accept-clock",
                metadata: ["days": "\(Int(allowance.delay / 86_400) + 1)"])
        }
        // If a step fails, the others still run and the progress is stored: the step catches up when it works again.
        try await domain.auth.deleteExpired(at: storage.now(), delay: allowance.delay) { await attempt($0) }
        if let cleaned = allowance.cleaned { try await clock.setCleaned(cleaned) }
    }

    private func deleteBrowsers() async throws {
        guard cluster.leadership.isLeading, storage.clock.problem == nil else { return }
        try await domain.auth.store.deleteBrowsers(madeBefore: storage.now() - domain.auth.policy.signInRetention)
    }

    /// - Returns: whether it was done.
    @discardableResult
    private func attempt(_ work: () async throws -> Void) async -> Bool {
        do {
            try await work()
            return true
        } catch is CancellationError {
        } catch {
            guard let count = lines.take("\(type(of: error))") else { return false }
            storage.logger.error(
                "maintenance failed", metadata: ["error": "\(String(reflecting: error))", "times": "\(count)"])
        }
        return false
    }
}
