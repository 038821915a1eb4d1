import GRDB
import PorticoAuth

/// Accounts, browsers and sign-ins in the embedded database, and what belongs to them.
public struct SQLiteAuthStore: AuthStore {
    private let database: Database

    public init(_ database: Database) {
        self.database = database
    }

    func read<T: Sendable>(_ work: @escaping @Sendable (GRDB.Database) throws -> T) async throws -> T {
        try await database.read(work)
    }

    /// One transaction, in which nobody else writes.
    func write<T: Sendable>(_ work: @escaping @Sendable (GRDB.Database) throws -> T) async throws -> T {
        try await database.write(work)
    }
}
