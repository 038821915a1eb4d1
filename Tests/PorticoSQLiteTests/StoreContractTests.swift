import Foundation
import PorticoAuth
import PorticoConfig
import PorticoPostgreSQL
import PorticoSQL
import PorticoSQLite
import PorticoTestSupport
import Testing

/// The kinds of databases, each created anew for a check.
enum DatabaseKind: String, CaseIterable, Sendable {
    case onDisk, inMemory, postgreSQL

    /// Without PostgreSQL if it is not available.
    static var allCases: [DatabaseKind] { [.onDisk, .inMemory] + (TestPostgreSQL.isAvailable ? [.postgreSQL] : []) }

    /// The kinds that several servers or commands can open at once.
    static var shared: [DatabaseKind] { allCases.filter { $0 != .inMemory } }

    func withDatabase(_ work: (any SQLDatabase) async throws -> Void) async throws {
        if self == .inMemory { return try await work(try SQLiteDatabase.inMemory()) }
        try await withDatabases(1) { try await work($0[0]) }
    }

    /// - Parameter count: the number of times to open the database.
    func withDatabases(_ count: Int, _ work: ([any SQLDatabase]) async throws -> Void) async throws {
        switch self {
        case .inMemory: preconditionFailure("a database in memory is opened once")
        case .onDisk:
            try await DatabaseFolder.with { folder in try await work((0..<count).map { _ in try folder.open() }) }
        case .postgreSQL:
            try await TestPostgreSQL.withDatabase { options in
                try await work((0..<count).map { _ in PostgreSQLDatabase(options) })
            }
        }
    }
}

@Suite("A database")
struct StoreContractTests {
    @Test("keeps accounts and sign-ins as every store does", arguments: AuthStoreContract.all, DatabaseKind.allCases)
    func authStore(contract: Contract<any AuthStore>, kind: DatabaseKind) async throws {
        try await kind.withDatabase { try await contract.check(SQLAuthStore($0)) }
    }

    @Test("does so behind the cache too", arguments: AuthStoreContract.all)
    func cachedAuthStore(contract: Contract<any AuthStore>) async throws {
        try await DatabaseKind.inMemory.withDatabase { try await contract.check(CachedAuthStore(SQLAuthStore($0))) }
    }

    @Test("keeps configuration as every store does", arguments: ConfigStoreContract.all, DatabaseKind.allCases)
    func configStore(contract: Contract<any ConfigStore>, kind: DatabaseKind) async throws {
        try await kind.withDatabase { try await contract.check(SQLConfigStore($0)) }
    }

    @Test(
        "keeps workplaces as every store does", arguments: WorkplaceStoreContract.all, DatabaseKind.allCases)
    func workplaceStore(contract: Contract<any WorkplaceStore>, kind: DatabaseKind) async throws {
        try await kind.withDatabase { try await contract.check(SQLWorkplaceStore($0)) }
    }
}
