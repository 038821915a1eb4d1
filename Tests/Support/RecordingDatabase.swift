import PorticoSQL
import Synchronization

/// Notes the queries that another database answers.
public final class RecordingDatabase: SQLDatabase {
    private let database: any SQLDatabase
    private let noted = Mutex<[String]>([])

    public init(_ database: any SQLDatabase) {
        self.database = database
    }

    /// The queries since the last call, each with its values.
    public func takeQueries() -> [String] {
        noted.withLock { queries in
            defer { queries = [] }
            return queries
        }
    }

    fileprivate func note(_ sql: String, _ values: [(any SQLConvertible)?]) {
        let values = values.map { $0.map { "\($0.sqlValue)" } ?? "NULL" }
        noted.withLock { $0.append("\(sql) \(values)") }
    }

    public func read<T: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> T) async throws -> T {
        try await database.read { try body(RecordingConnection(connection: $0, database: self)) }
    }

    public func ask<T: Sendable>(
        _ statement: @escaping @Sendable (any SQLConnection) throws -> T
    ) async throws -> T {
        try await database.ask { try statement(RecordingConnection(connection: $0, database: self)) }
    }

    public func write<T: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> T) async throws -> T {
        try await database.write { try body(RecordingConnection(connection: $0, database: self)) }
    }

    public func checkWriting() async throws { try await database.checkWriting() }

    public func lastNumbers(of tables: [String]) async throws -> [String: Int64] {
        try await database.lastNumbers(of: tables)
    }

    public func setLastNumbers(_ numbers: [String: Int64]) async throws { try await database.setLastNumbers(numbers) }

    public func close() throws { try database.close() }
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
