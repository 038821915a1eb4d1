import Foundation
import HummingbirdCore
import Logging
import Metrics
import Synchronization

/// Pauses accepting at the maximum number of connections. Waiting connections are accepted when others close.
final class ConnectionLimit: AvailableConnectionsDelegate {
    private struct State {
        var count = 0
        var isPaused = false
        var lastSaid: ContinuousClock.Instant?
    }

    /// Maximum number of connections.
    let most: Int
    /// The requested maximum, if the system allows too few open files for it.
    let wanted: Int?
    private let logger: Logger
    private let state = Mutex(State())
    private let open = Gauge(label: "portico_connections")
    private let pauses = Counter(label: "portico_accept_pauses")

    /// Open files that are not connections: the database, the listening socket, calls to other servers.
    private static let reserve = 64
    /// Minimum time between two warnings that the limit is reached.
    private static let interval = Duration.seconds(60)

    /// - Parameter most: the maximum number of connections; reduced if the system allows fewer open files.
    init(most: Int, logger: Logger) {
        let allowed = max(1, Self.raiseFileLimit() - Self.reserve)
        self.most = min(most, allowed)
        wanted = allowed < most ? most : nil
        self.logger = logger
    }

    func connectionOpened() {
        open.record(
            state.withLock { state in
                state.count += 1
                return state.count
            })
    }

    func connectionClosed() {
        open.record(
            state.withLock { state in
                state.count -= 1
                return state.count
            })
    }

    func isAcceptingNewConnections() -> Bool {
        let (isPaused, begins, isToBeSaid) = state.withLock { state in
            let wasPaused = state.isPaused
            state.isPaused = state.count >= most
            let begins = state.isPaused && !wasPaused
            let now = ContinuousClock.now
            let isToBeSaid = begins && (state.lastSaid.map { now - $0 >= Self.interval } ?? true)
            if isToBeSaid { state.lastSaid = now }
            return (state.isPaused, begins, isToBeSaid)
        }
        if begins { pauses.increment() }
        if isToBeSaid {
            logger.warning(
                "as many connections as may be: others wait until one ends", metadata: ["connections": "\(most)"])
        }
        return !isPaused
    }

    /// Raises the limit of open files to the maximum that the system allows.
    ///
    /// - Returns: the limit.
    private static func raiseFileLimit() -> Int {
        var limit = rlimit()
        #if os(Linux)
            let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let files = RLIMIT_NOFILE
        #endif
        guard getrlimit(files, &limit) == 0 else { return 1024 }
        var raised = limit
        raised.rlim_cur = limit.rlim_max
        if setrlimit(files, &raised) == 0 { limit = raised }
        return Int(clamping: limit.rlim_cur)
    }
}
