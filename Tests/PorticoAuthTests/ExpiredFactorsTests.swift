import Foundation
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("Expired data of second factors")
struct ExpiredFactorsTests {
    @Test("is deleted: a pending sign-in after half an hour, the trust in a browser after 30 days", .everyEngine)
    func lifetimes() async throws {
        let auth = AuthFixture()
        let account = try await auth.addAccount().id
        let browser = try #require(try await auth.identity(try await auth.signIn()).browser?.id)
        let (token, start) = (Token.random().digest, auth.clock.now())
        let pending = PendingSignIn(
            account: account, method: .password, isAutomatic: false, provenAt: start, time: start)
        try await auth.memory.write { transaction in
            try transaction.insert(pending, token: token)
            try transaction.trust(browser, for: account, client: Client(), at: start)
        }
        let month: TimeInterval = 30 * 86_400
        for (age, isPending, isTrusted) in [
            (1800, true, true), (1801, false, true), (month, false, true), (month + 1, false, false),
        ] {
            try await auth.services.deleteExpired(at: start + age)
            let left = try await auth.memory.read { transaction in
                [
                    try transaction.pendingSignIn(token) != nil,
                    try transaction.isTrusted(browser, for: account, since: start),
                ]
            }
            #expect(left == [isPending, isTrusted], "\(age) seconds")
        }
    }
}
