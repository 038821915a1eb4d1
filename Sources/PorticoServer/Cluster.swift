import Foundation
import PorticoAuth
import PorticoConfig
import PorticoFeatures
import ServiceLifecycle
import Synchronization

/// The servers of an installation, as one of them sees them.
protocol Cluster: Sendable {
    /// Identifies this process among the servers.
    var id: String { get }
    var leadership: Leadership { get }
    /// The time within which the other servers receive a change; usually it is a few milliseconds.
    var lag: Duration { get }
    /// The reason why this server does not receive the changes of the others, in words that anybody may read; nil if it
    /// does.
    var problem: String? { get }
    /// Keeps notices for pages that other servers render; nil without others.
    var notices: (any SharedNotices)? { get }
    /// Lists the servers; nil where there can be only one.
    var nodes: (@Sendable () async throws -> [InstallationNode])? { get }

    /// The token of the set-up link, the same on all servers; nil if this server cannot make it.
    func setupToken(_ access: GatewayAccess) async throws -> Token?
    /// Passes an event for open pages to the other servers.
    ///
    /// - Returns: whether this server receives it like the others.
    func relay(_ event: RelayedEvent) -> Bool
    /// Prepares the domain, before any request.
    func prepare(_ domain: Domain) async throws
    /// The background work that brings the changes of the other servers into the domain.
    func services(for domain: Domain) -> [any Service]
    /// A number that changes when another process has written to the database; nil if the database announces writes.
    func dataVersion() async throws -> Int64?
    /// Keeps this server in the list of the servers.
    ///
    /// - Parameter streams: the number of open event streams.
    func report(streams: Int) async throws
    /// Removes this server from the list.
    func leave() async throws
    /// Ends the jobs of servers that are gone.
    func interruptLostJobs(_ liveUI: LiveUI) async throws
    /// Deletes old announcements and notices, and entries of servers that are gone.
    func deleteExpired(attempt: (() async throws -> Void) async -> Void) async
    /// Updates the gauges.
    func sample()
}

/// The only server on its database. Commands may write to it, too.
struct SingleServer: Cluster {
    let id = UUID().uuidString
    let leadership: Leadership
    let lag = Duration.zero
    let problem: String? = nil
    let notices: (any SharedNotices)? = nil
    let nodes: (@Sendable () async throws -> [InstallationNode])? = nil
    private let version: @Sendable () async throws -> Int64?

    init(keys: MasterKeys, dataVersion: @escaping @Sendable () async throws -> Int64?) {
        version = dataVersion
        leadership = Leadership(isAlone: true) { keys.problem == nil }
    }

    func setupToken(_ access: GatewayAccess) -> Token? { Token.random() }

    func relay(_ event: RelayedEvent) -> Bool { false }

    /// Lost jobs are those of the previous process.
    func prepare(_ domain: Domain) async throws { try await domain.liveUI.interruptLostJobs() }

    func services(for domain: Domain) -> [any Service] { [] }

    func dataVersion() async throws -> Int64? { try await version() }

    func report(streams: Int) {}
    func leave() {}
    func interruptLostJobs(_ liveUI: LiveUI) {}
    func deleteExpired(attempt: (() async throws -> Void) async -> Void) {}
    func sample() {}
}

/// Whether this server leads. The leader does the work that only one server may do.
final class Leadership: Sendable {
    private struct State {
        var isHeld: Bool
        /// nil if leadership does not end by itself.
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

    /// A process that was suspended must not lead before it has asked the database again.
    var isLeading: Bool {
        mayLead() && state.withLock { state in state.isHeld && (state.end.map { .now < $0 } ?? true) }
    }

    func set(_ isLeading: Bool) { state.withLock { $0.isHeld = isLeading } }

    func setUsable(until end: ContinuousClock.Instant) { state.withLock { $0.end = end } }
}
