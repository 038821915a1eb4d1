import Foundation
import HummingbirdCore
import Logging
import Metrics
import PorticoConfig
import PorticoFeatures
import Synchronization

/// Pauses accepting at the maximum number of connections. Waiting connections are accepted when others close.
final class ConnectionLimit: AvailableConnectionsDelegate {
    private struct State {
        var count = 0
        var isPaused = false
    }

    /// Maximum number of connections.
    let most: Int
    /// The requested maximum, if the system allows too few open files for it.
    let wanted: Int?
    private let logger: Logger
    private let state = Mutex(State())
    private let lines = LogLimit()
    private let open: Gauge
    private let pauses: Counter

    /// Open files that are not connections: the database, the listening socket, calls to other servers.
    private static let reserve = 64
    /// - Parameter most: the maximum number of connections; reduced if the system allows fewer open files.
    init(most: Int, logger: Logger, metrics: any MetricsFactory) {
        open = Gauge(label: "portico_connections", factory: metrics)
        pauses = Counter(label: "portico_accept_pauses", factory: metrics)
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
        let (isPaused, begins) = state.withLock { state in
            let wasPaused = state.isPaused
            state.isPaused = state.count >= most
            return (state.isPaused, state.isPaused && !wasPaused)
        }
        guard begins else { return !isPaused }
        pauses.increment()
        if lines.take() != nil {
            logger.warning(
                "as many connections as may be: others wait until one ends", metadata: ["connections": "\(most)"])
        }
        return false
    }

    /// Raises the limit of open files to the maximum that the system allows.
    ///
    /// - Returns: the limit.
    static func raiseFileLimit() -> Int {
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
