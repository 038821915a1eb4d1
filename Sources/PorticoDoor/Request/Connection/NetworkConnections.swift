import Metrics
import PorticoAuth
import Synchronization

/// Counts open connections by network, so that one network cannot hold all of them.
package final class NetworkConnections: Sendable {
    private let most: Int
    private let counts = Mutex<[String: Int]>([:])
    private let refused: Counter

    /// - Parameter most: maximum number of connections of one network.
    package init(most: Int, factory: any MetricsFactory) {
        self.most = most
        refused = Counter(label: "portico_connections_refused", factory: factory)
    }

    /// Counts a connection.
    ///
    /// - Returns: false, without counting it, if its network has the maximum.
    func open(_ client: Client) -> Bool {
        let network = client.network
        let isAllowed = counts.withLock { counts in
            let count = counts[network] ?? 0
            guard count < most else { return false }
            counts[network] = count + 1
            return true
        }
        if !isAllowed { refused.increment() }
        return isAllowed
    }

    /// Removes a counted connection.
    func close(_ client: Client) {
        let network = client.network
        counts.withLock { counts in
            let count = (counts[network] ?? 1) - 1
            counts[network] = count > 0 ? count : nil
        }
    }
}
