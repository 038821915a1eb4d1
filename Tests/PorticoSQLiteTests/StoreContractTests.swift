import Foundation
import PorticoAuth
import PorticoConfig
import PorticoSQL
import PorticoSQLite
import PorticoTestSupport
import Testing

/// The stores of the embedded database, each made anew for a check.
enum DatabaseKind: String, CaseIterable, Sendable {
    case onDisk, inMemory

    func withDatabase(_ work: (Database) async throws -> Void) async throws {
        switch self {
        case .inMemory:
            try await work(try .inMemory())
        case .onDisk:
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            try await work(try .open(path: folder.appendingPathComponent("test.sqlite").path))
        }
    }
}

@Suite("The embedded database")
struct StoreContractTests {
    @Test("keeps accounts and sign-ins as every store must", arguments: AuthStoreContract.all, DatabaseKind.allCases)
    func authStore(contract: Contract<any AuthStore>, kind: DatabaseKind) async throws {
        try await kind.withDatabase { try await contract.check(SQLAuthStore($0)) }
    }

    @Test("does so behind the cache too", arguments: AuthStoreContract.all)
    func cachedAuthStore(contract: Contract<any AuthStore>) async throws {
        try await DatabaseKind.inMemory.withDatabase { try await contract.check(CachedAuthStore(SQLAuthStore($0))) }
    }

    @Test("keeps configuration as every store must", arguments: ConfigStoreContract.all, DatabaseKind.allCases)
    func configStore(contract: Contract<any ConfigStore>, kind: DatabaseKind) async throws {
        try await kind.withDatabase { try await contract.check(SQLConfigStore($0)) }
    }

    @Test(
        "keeps workplaces as every store must", arguments: WorkplaceStoreContract.all, DatabaseKind.allCases)
    func workplaceStore(contract: Contract<any WorkplaceStore>, kind: DatabaseKind) async throws {
        try await kind.withDatabase { try await contract.check(SQLWorkplaceStore($0)) }
    }
}
