import Foundation
import Logging
import PorticoAuth
import PorticoConfig
import ServiceLifecycle

/// Background work: notices writes of other processes, stores the last use of sign-ins, and deletes expired data.
struct Maintenance: Service {
    /// A number that changes when another process has written to the database; nil if the database does not tell.
    let dataVersion: (@Sendable () async throws -> Int64)?
    let auth: AuthServices
    let config: ConfigService
    let workplaces: WorkplaceService
    let changes: ConfigChanges
    let now: @Sendable () -> Date
    let logger: Logger
    private let lines = LogLimit(interval: .seconds(1))
    /// Updates the metrics that are states.
    let sample: @Sendable () async -> Void
    let leadership: Leadership
    let clock: ClockWatch
    let keys: MasterKeys
    /// Stores how far the clean-up has come.
    let setCleaned: @Sendable (Date) async throws -> Void
    let commandEvents: CommandEvents
    /// nil where there can be no other servers.
    let presence: NodePresence?
    /// Ends the jobs of servers that are gone.
    let interruptLostJobs: @Sendable () async throws -> Void
    /// Deletes jobs that ended, and what servers have kept for each other for a minute.
    let deleteShared: [@Sendable () async throws -> Void]
    /// Called after another process has written to the database.
    let noticed: @Sendable () async throws -> Void

    /// Time between two checks for writes of other processes.
    static let interval = Duration.milliseconds(250)
    /// Number of checks between two rounds of storing uses and deleting expired data.
    private static let every = 60
    /// Number of checks between two searches of all browsers for those that nobody uses any more.
    private static let everySearch = 14_400
    /// Number of checks between two entries in the list of servers.
    private static let everyReport = 20
    /// Number of entries in a row after which those of other servers are up to date. While the database does not answer,
    /// no server is seen.
    private static let reportsBeforeLoss = 4

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            var version: Int64?
            var reports = 0
            var limit = CleanUpLimit()
            for round in 1... {
                try await Task.sleep(for: Self.interval)
                await attempt { version = try await watch(since: version) }
                if round % Self.everyReport == 1 { await attempt { try await clock.compare() } }
                if round % Self.everyReport == 1 { await attempt(keys.compare) }
                if let presence, round % Self.everyReport == 1 {
                    reports = await attempt(presence.report) ? reports + 1 : 0
                    if leadership.isLeading, reports >= Self.reportsBeforeLoss { await attempt(interruptLostJobs) }
                }
                guard round % Self.every == 0 else { continue }
                await attempt(commandEvents.pass)
                await attempt { try await deleteExpired(&limit) }
                if round % Self.everySearch == 0 { await attempt(deleteBrowsers) }
                await sample()
            }
        }
        // A task of its own, which is not cancelled when the time for shutting down is over.
        await Task { await writeLast() }.value
    }

    private func writeLast() async {
        await attempt(auth.uses.flush)
        await attempt { try await auth.refusals.flush(isLast: true) }
        if let presence { await attempt(presence.leave) }
    }

    /// The first check counts as a change, because data read before it may be outdated.
    private func watch(since known: Int64?) async throws -> Int64? {
        let version = try await dataVersion?()
        guard known != version else { return version }
        auth.store.invalidate()
        config.invalidate()
        workplaces.invalidate()
        try await noticed()
        changes.publish(ConfigChange(scope: .installation, keys: []))
        try await config.reload()
        await attempt(commandEvents.pass)
        return version
    }

    private func deleteExpired(_ limit: inout CleanUpLimit) async throws {
        // Sign-ins whose use is not stored would count as unused.
        guard await attempt(auth.uses.flush) else { return }
        await attempt { try await auth.refusals.flush() }
        guard leadership.isLeading else { return }
        let cleaned = try await clock.compare()
        guard clock.problem == nil else { return }
        for step in deleteShared { await attempt(step) }
        let allowance = limit.allowance(since: cleaned, at: clock.clock())
        if allowance.isBehind {
            logger.warning(
                "the last clean-up is more than a day ago: one day is made up for each hour, or all with database accept-clock",
                metadata: ["days": "\(Int(allowance.delay / 86_400) + 1)"])
        }
        // A step that fails stops neither the others nor the progress: it catches up when it works again.
        try await auth.deleteExpired(at: now(), delay: allowance.delay) { await attempt($0) }
        if let cleaned = allowance.cleaned { try await setCleaned(cleaned) }
    }

    private func deleteBrowsers() async throws {
        guard leadership.isLeading, clock.problem == nil else { return }
        try await auth.store.deleteBrowsers(madeBefore: now() - auth.policy.signInRetention)
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
            logger.error(
                "maintenance failed", metadata: ["error": "\(String(reflecting: error))", "times": "\(count)"])
        }
        return false
    }
}
