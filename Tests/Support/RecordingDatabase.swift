import PorticoSQL
import Synchronization

/// Notes the queries that another database answers.
package final class RecordingDatabase: SQLDatabase {
    private let database: any SQLDatabase
    private let noted = Mutex<[String]>([])

    package init(_ database: any SQLDatabase) {
        self.database = database
    }

    package var isShared: Bool { database.isShared }

    /// The queries since the last call, each with its values.
    package func takeQueries() -> [String] {
        noted.withLock { queries in
            defer { queries = [] }
            return queries
        }
    }

    fileprivate func note(_ sql: String, _ values: [(any SQLConvertible)?]) {
        let values = values.map { $0.map { "\($0.sqlValue)" } ?? "NULL" }
        noted.withLock { $0.append("\(sql) \(values)") }
    }

    package func read<T: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> T) async throws -> T {
        try await database.read { try body(RecordingConnection(connection: $0, database: self)) }
    }

    package func ask<T: Sendable>(
        _ statement: @escaping @Sendable (any SQLConnection) throws -> T
    ) async throws -> T {
        try await database.ask { try statement(RecordingConnection(connection: $0, database: self)) }
    }

    package func write<T: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> T) async throws -> T {
        try await database.write { try body(RecordingConnection(connection: $0, database: self)) }
    }

    package func checkWriting() async throws { try await database.checkWriting() }

    package func lastNumbers(of tables: [String]) async throws -> [String: Int64] {
        try await database.lastNumbers(of: tables)
    }

    package func setLastNumbers(_ numbers: [String: Int64]) async throws { try await database.setLastNumbers(numbers) }

    package func close() throws { try database.close() }
}

private struct RecordingConnection: SQLConnection {
    let connection: any SQLConnection
    let database: RecordingDatabase

    func rows(_ sql: String, _ values: [(any SQLConvertible)?]) throws -> [SQLRow] {
        database.note(sql, values)
        return try connection.rows(sql, values)
    }

    func execute(_ sql: String, _ values: [(any SQLConvertible)?]) throws -> Int { try connection.execute(sql, values) }

    func announce(_ change: @autoclosure () -> SQLChange) throws { try connection.announce(change()) }

    func beginEvents() throws { try connection.beginEvents() }

    var forUpdate: String { connection.forUpdate }
}
