import PorticoStore

/// An ``AuthStore`` on SQL tables.
public struct SQLAuthStore: AuthStore {
    private let database: any SQLDatabase

    public init(_ database: any SQLDatabase) {
        self.database = database
    }

    public func read<T: Sendable>(
        _ body: @escaping @Sendable (any AuthTransaction) throws -> T
    ) async throws -> T {
        try await database.read { try body(SQLAuthTransaction($0)) }
    }

    public func browser(_ token: TokenDigest) async throws -> Browser? {
        try await database.ask { try SQLAuthTransaction($0).browser(token) }
    }

    public func hasLocalAccounts() async throws -> Bool {
        try await database.ask { try SQLAuthTransaction($0).hasLocalAccounts() }
    }

    public func write<T: Sendable>(
        _ body: @escaping @Sendable (any AuthTransaction) throws -> T
    ) async throws -> T {
        try await database.write { connection in
            let transaction = SQLAuthTransaction(connection)
            let result = try body(transaction)
            try transaction.storeEvents()
            if !transaction.changes.isEmpty { try connection.announce(.auth(transaction.changes)) }
            return result
        }
    }
}

final class SQLAuthTransaction: AuthTransaction {
    let connection: any SQLConnection
    var changes = AuthChanges()

    init(_ connection: any SQLConnection) {
        self.connection = connection
    }
}
