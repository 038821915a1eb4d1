import Foundation
import HummingbirdCore
import Logging
import Metrics
import Synchronization

/// Pauses accepting while as many connections are open as may be; those that wait are accepted once one ends.
final class ConnectionLimit: AvailableConnectionsDelegate {
    private struct State {
        var count = 0
        var isPaused = false
        var lastSaid: ContinuousClock.Instant?
    }

    /// The most connections.
    let most: Int
    /// How many were asked for, where the system lets the process have too few files open for them.
    let wanted: Int?
    private let logger: Logger
    private let state = Mutex(State())
    private let open = Gauge(label: "portico_connections")
    private let pauses = Counter(label: "portico_accept_pauses")

    /// Files that are no connections: the database, what listens, calls to other servers.
    private static let reserve = 64
    /// How often it is said that the limit is reached.
    private static let interval = Duration.seconds(60)

    /// - Parameter most: fewer where the system lets the process have fewer files open.
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

    /// Lets the process have as many files open as the system allows it to ask for.
    ///
    /// - Returns: how many that are.
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
