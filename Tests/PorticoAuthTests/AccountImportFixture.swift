import Foundation
import PorticoAuth
import PorticoConfig
import PorticoSQL
import PorticoTestSupport

/// An import into a store that can be set to fail.
struct AccountImportFixture {
    let clock = TestClock()
    let store: FaultyAuthStore
    let services: AuthServices

    init(_ store: SQLAuthStore = .forTest()) {
        self.store = FaultyAuthStore(store)
        services = AuthServices(
            store: self.store, cacheCapacity: 0, changes: ConfigChanges(), hasher: PasswordHasher(),
            policy: AuthPolicy(), registration: .invitation, appName: "Portico", now: clock.now)
    }

    func run(_ text: String, isPartial: Bool = false, isDryRun: Bool = false) async throws -> AccountImportReport {
        try await AccountImport(into: services.directory)
            .run(Array(text.utf8), isPartial: isPartial, isDryRun: isDryRun)
    }

    /// The reasons for refusing a row, if it is the only row below the header.
    func reasons(_ row: String) async throws -> [AccountImportRefusal.Reason] {
        try await run("username,name,email,administrator\n\(row)\n", isDryRun: true).refusals.map(\.reason)
    }

    func userNames() async throws -> [String] { try await services.store.accounts().map(\.id.user) }
}
