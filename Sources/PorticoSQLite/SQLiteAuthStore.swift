import PorticoAuth
import PorticoSQL

/// Accounts, browsers and sign-ins in the embedded database, and what belongs to them.
public struct SQLiteAuthStore: AuthStore {
    private let database: Database

    public init(_ database: Database) {
        self.database = database
    }

    public func read<T: Sendable>(
        _ body: @escaping @Sendable (any AuthTransaction) throws -> T
    ) async throws -> T {
        try await database.read { try body(SQLAuthTransaction(SQLiteConnection(db: $0))) }
    }

    public func write<T: Sendable>(
        _ body: @escaping @Sendable (any AuthTransaction) throws -> T
    ) async throws -> T {
        try await database.write { try body(SQLAuthTransaction(SQLiteConnection(db: $0))) }
    }
}
