import Foundation
import PorticoAuth
import PorticoConfig
import PorticoSQL
import PorticoSQLite
import PorticoTestSupport
import Testing

@Suite("The limits of attempts", .everyEngine)
struct LimitPolicyTests {
    @Test("6.1.1 allow by default at most a hundred consecutive failures, over any time")
    func consecutive() {
        #expect(LimitPolicy().consecutive == Limit(attempts: 100, window: .infinity))
    }

    @Test("6.3.1 apply by default to everything")
    func limits() {
        let policy = LimitPolicy()
        for limit in [
            policy.account, policy.browser, policy.network, policy.mailsByNetwork, policy.mailsByAddress,
        ] {
            #expect((1...50).contains(limit.attempts))
            #expect((900...3600).contains(limit.window))
        }
        #expect(policy.network.attempts > policy.account.attempts, "many people share a network")
    }

    @Test("6.3.1 are those that an installation sets")
    func configured() async throws {
        let auth = AuthFixture(
            policy: AuthPolicy(limits: LimitPolicy(account: Limit(attempts: 2, window: 60))))
        try await auth.addAccount()
        for _ in 0..<2 { #expect(try await auth.failure() == .wrongCredentials) }
        #expect(try await auth.failure() == .tooManyAttempts(retryAfter: 60))
    }

    @Test("16.2.5 store no typed name without an account: it may be a password")
    func typed() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "portico-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let database = try SQLiteDatabase.open(path: folder.appending(path: "portico.sqlite").path)
        let auth = AuthFixture(memory: SQLAuthStore(database))
        _ = try await auth.failure("my secret password")
        _ = try await auth.failure("my secret password")
        try await auth.services.passwords.requestReset("my secret password", client: Client())
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
            #expect(try Data(contentsOf: file).range(of: Data("my secret password".utf8)) == nil)
        }
        #expect(try await auth.events(.signInFailed).count == 2)
        #expect(try await auth.events(.signInFailed).allSatisfy { $0.account == nil && $0.detail.isEmpty })
    }
}
