import Metrics
import PorticoPostgreSQL
import Synchronization

/// The metrics of the connections to PostgreSQL.
final class SharedDatabaseMetrics: Sendable {
    private let database: PostgreSQLDatabase
    private let (used, idle, most): (Gauge, Gauge, Gauge)
    private let listenerAge: Gauge
    private let repeats: Counter
    private let counted = Mutex(0)
    private let start = ContinuousClock.now

    init(_ database: PostgreSQLDatabase, factory: any MetricsFactory) {
        self.database = database
        func connections(_ state: String) -> Gauge {
            Gauge(label: "portico_database_connections", dimensions: [("state", state)], factory: factory)
        }
        (used, idle) = (connections("used"), connections("idle"))
        most = Gauge(label: "portico_database_connections_max", factory: factory)
        listenerAge = Gauge(label: "portico_listener_age_seconds", factory: factory)
        repeats = Counter(label: "portico_database_repeated_transactions", factory: factory)
    }

    func sample() {
        let connections = database.connections
        used.record(connections.used)
        idle.record(connections.idle)
        most.record(connections.most)
        listenerAge.record((ContinuousClock.now - (database.lastHeard ?? start)) / .seconds(1))
        let total = database.repeatedTransactions
        repeats.increment(
            by: counted.withLock { counted in
                defer { counted = total }
                return total - counted
            })
    }
}
