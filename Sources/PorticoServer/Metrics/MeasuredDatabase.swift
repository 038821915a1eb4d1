import Metrics
import PorticoConfig
import PorticoFeatures
import PorticoSQL

/// Measures the time of transactions and queries.
struct MeasuredDatabase: SQLDatabase {
    private let database: any SQLDatabase
    private let (reads, queries, writes): (Timer, Timer, Timer)
    private let failures: Counter

    init(_ database: any SQLDatabase, factory: any MetricsFactory) {
        self.database = database
        func timer(_ operation: String) -> Timer {
            Timer(label: "portico_database_duration", dimensions: [("operation", operation)], factory: factory)
        }
        failures = Counter(label: "portico_database_errors", factory: factory)
        (reads, queries, writes) = (timer("read"), timer("query"), timer("write"))
    }

    var isShared: Bool { database.isShared }

    func read<T: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> T) async throws -> T {
        try await measure(reads) { try await database.read(body) }
    }

    func ask<T: Sendable>(_ statement: @escaping @Sendable (any SQLConnection) throws -> T) async throws -> T {
        try await measure(queries) { try await database.ask(statement) }
    }

    func write<T: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> T) async throws -> T {
        try await measure(writes) { try await database.write(body) }
    }

    func checkWriting() async throws { try await database.checkWriting() }

    func lastNumbers(of tables: [String]) async throws -> [String: Int64] {
        try await database.lastNumbers(of: tables)
    }

    func setLastNumbers(_ numbers: [String: Int64]) async throws { try await database.setLastNumbers(numbers) }

    func close() throws { try database.close() }

    private func measure<T>(_ timer: Timer, _ work: () async throws -> T) async throws -> T {
        let start = ContinuousClock.now
        defer { timer.record(ContinuousClock.now - start) }
        do {
            return try await work()
        } catch let failure as StorageFailure {
            failures.increment()
            throw failure
        }
    }
}
