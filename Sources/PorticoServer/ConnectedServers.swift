import Foundation
import PorticoAuth
import PorticoConfig
import PorticoFeatures
import PorticoPostgreSQL
import PorticoSQL
import ServiceLifecycle
import Synchronization

/// Servers on one database of PostgreSQL, which announces the changes of each to the others.
struct ConnectedServers: Cluster {
    let id = UUID().uuidString
    let leadership: Leadership
    let lag = Duration.milliseconds(50)
    let hearing = Hearing()
    let database: PostgreSQLDatabase
    /// The events that are published here.
    let events: AsyncStream<RelayedEvent>
    let relayed: AsyncStream<RelayedEvent>.Continuation
    private let keys: MasterKeys
    private let kept: SQLNoticeStore
    private let list: SQLNodeStore
    private let metrics: SharedDatabaseMetrics
    private let since = Date()
    private let name = "\(Self.hostName) \(ProcessInfo.processInfo.processIdentifier)"

    init(
        _ database: PostgreSQLDatabase, keys: MasterKeys, clock: ClockWatch, metrics: ServerMetrics,
        now: @escaping @Sendable () -> Date
    ) {
        self.database = database
        self.keys = keys
        leadership = Leadership(isAlone: false) { keys.problem == nil && clock.problem == nil }
        (events, relayed) = AsyncStream.makeStream()
        kept = SQLNoticeStore(database, now: now, patience: LiveUI.noticePatience)
        list = SQLNodeStore(database)
        self.metrics = SharedDatabaseMetrics(database, factory: metrics.factory)
    }

    var problem: String? { hearing.problem }

    var notices: (any SharedNotices)? { kept }

    var nodes: (@Sendable () async throws -> [InstallationNode])? { list.nodes }

    func setupToken(_ access: GatewayAccess) async throws -> Token? {
        guard keys.problem == nil else { return nil }
        return try await SQLSetupNonce(database).value().map(access.setupToken)
    }

    func relay(_ event: RelayedEvent) -> Bool {
        relayed.yield(event)
        return event.isKept
    }

    /// The caches stay closed until the database announces changes.
    func prepare(_ domain: Domain) { domain.setCachesClosed(true) }

    func services(for domain: Domain) -> [any Service] { [OtherServers(cluster: self, domain: domain)] }

    func dataVersion() -> Int64? { nil }

    func report(streams: Int) async throws {
        let node = InstallationNode(
            name: name, version: PorticoServer.version, since: since, streams: streams,
            isLeading: leadership.isLeading, lastSeen: Date())
        try await list.put(node, id: id)
    }

    func leave() async throws { try await list.remove(id) }

    func interruptLostJobs(_ liveUI: LiveUI) async throws { try await liveUI.interruptLostJobs() }

    func deleteExpired(attempt: (() async throws -> Void) async -> Void) async {
        await attempt(database.deleteOldAnnouncements)
        await attempt(kept.deleteExpired)
        await attempt(list.removeLost)
    }

    func sample() { metrics.sample() }

    /// Asks only the system: `ProcessInfo.hostName` may wait for DNS.
    private static var hostName: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "" }
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

extension SQLNoticeStore: SharedNotices {}

/// Whether this server receives the changes of the others.
final class Hearing: Sendable {
    private struct State {
        /// The start of the interruption; nil while changes arrive.
        var lost: ContinuousClock.Instant?
        /// The reason, as in the log.
        var reason = ""
    }

    private let state = Mutex(State(lost: .now - patience))

    /// A lost connection usually returns sooner.
    private static let patience = Duration.seconds(3)

    /// The reason why changes of other servers do not arrive; nil while they do, and in the first seconds of an
    /// interruption.
    var problem: String? {
        state.withLock { state in
            guard let lost = state.lost, .now - lost >= Self.patience else { return nil }
            return "notifications of other servers do not arrive; the log says why"
        }
    }

    /// - Returns: whether the interruption is new, or has another reason.
    func lose(_ reason: String) -> Bool {
        state.withLock { state in
            let isNew = state.lost == nil || state.reason != reason
            state.lost = state.lost ?? .now
            state.reason = reason
            return isNew
        }
    }

    /// - Returns: whether changes did not arrive before.
    func regain() -> Bool {
        state.withLock { state in
            defer { state = State() }
            return state.lost != nil
        }
    }
}
