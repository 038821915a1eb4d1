import Foundation
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("Security: limits of signing in", .everyEngine)
struct PasswordCheckTests {
    private let auth = AuthFixture()

    @Test("6.3.1 strangers may guess ten times in a quarter of an hour; then even the right password is refused")
    func account() async throws {
        try await auth.addAccount()
        for _ in 0..<10 { #expect(try await auth.failure() == .wrongCredentials) }
        auth.clock.advance(by: 100)
        #expect(try await auth.failure() == .tooManyAttempts(retryAfter: 800))
        #expect(try await auth.failure(password: AuthFixture.password) == .tooManyAttempts(retryAfter: 800))
        auth.clock.advance(by: 799)
        #expect(try await auth.failure(password: AuthFixture.password) == .tooManyAttempts(retryAfter: 1))
        auth.clock.advance(by: 1)
        #expect(try await auth.failure(password: AuthFixture.password) == nil)
    }

    @Test("6.3.1 refused attempts are not counted, so they do not extend the limit")
    func refused() async throws {
        let auth = AuthFixture(policy: AuthPolicy(limits: LimitPolicy(strangersDelays: nil)))
        try await auth.addAccount()
        for _ in 0..<10 { _ = try await auth.failure() }
        auth.clock.advance(by: 899)
        for _ in 0..<200 { _ = try await auth.failure() }
        auth.clock.advance(by: 1)
        for _ in 0..<10 { #expect(try await auth.failure() == .wrongCredentials) }
    }

    @Test("6.3.1 the right password is not counted, and does not reset the counter")
    func forgiven() async throws {
        try await auth.addAccount()
        for _ in 0..<9 { #expect(try await auth.failure() == .wrongCredentials) }
        for _ in 0..<20 { #expect(try await auth.failure(password: AuthFixture.password) == nil) }
        #expect(try await auth.failure() == .wrongCredentials)
        #expect(try await auth.failure() == .tooManyAttempts(retryAfter: 900))
    }

    @Test("6.3.1 count the typed text in any case: the user name, and the address")
    func names() async throws {
        try await auth.addAccount(email: "ada@example.org")
        for name in ["ada", "ADA", " ada ", "ada@example.org", "ADA@Example.ORG"] {
            for _ in 0..<3 { #expect(try await auth.failure(name) == .wrongCredentials) }
        }
        #expect(try await auth.failure("Ada") == .wrongCredentials)
        #expect(try await auth.failure("aDa") == .tooManyAttempts(retryAfter: 900))
        for _ in 0..<4 { #expect(try await auth.failure("Ada@example.org") == .wrongCredentials) }
        #expect(try await auth.failure("ada@EXAMPLE.org") == .tooManyAttempts(retryAfter: 900))
    }

    @Test("6.3.1 survive a restart")
    func restart() async throws {
        try await auth.addAccount()
        for _ in 0..<10 { _ = try await auth.failure() }
        await #expect(throws: AuthError.tooManyAttempts(retryAfter: 900)) {
            try await auth.restarted().authenticator.signIn(
                username: "ada", password: AuthFixture.password, server: .local, isAutomatic: false,
                identity: AuthFixture.stranger)
        }
    }

    @Test("6.3.1 allow exactly as many of a hundred concurrent attempts as they should")
    func together() async throws {
        let auth = AuthFixture(hasher: PasswordHasher(parameters: cheap, concurrency: 2, queue: 200))
        try await auth.addAccount()
        let errors = try await withThrowingTaskGroup(of: AuthError?.self) { group in
            for _ in 0..<100 { group.addTask { try await auth.failure() } }
            return try await group.reduce(into: [AuthError?]()) { $0.append($1) }
        }
        #expect(errors.count { $0 == .wrongCredentials } == 10)
        #expect(errors.count { $0 == .tooManyAttempts(retryAfter: 900) } == 90)
    }

    @Test(
        "6.3.1 do not count an attempt that is refused because too many wait for a check, which writes nothing")
    func busy() async throws {
        try await auth.addAccount()
        let full = auth.restarted(hasher: PasswordHasher(parameters: cheap, concurrency: 1, queue: -1))
        let writes = try await auth.writes {
            for name in Array(repeating: "ada", count: 60) + Array(repeating: "nobody", count: 60) {
                await #expect(throws: AuthError.busy(retryAfter: 2)) { try await full.signIn(name) }
            }
        }
        #expect(writes == 0)
        for _ in 0..<10 { #expect(try await auth.failure() == .wrongCredentials) }
        for _ in 0..<10 { #expect(try await auth.failure("nobody") == .wrongCredentials) }
    }

    @Test("6.3.1 do not count an attempt whose check fails")
    func failing() async throws {
        let failing = auth.restarted(hasher: PasswordHasher(parameters: .init(memory: 0)))
        for _ in 0..<60 {
            await #expect(throws: PasswordHasher.Failure.self) { try await failing.signIn("nobody") }
        }
        for _ in 0..<10 { #expect(try await auth.failure("nobody") == .wrongCredentials) }
    }

    @Test("6.3.1 belong to one account: another one is not limited")
    func otherAccount() async throws {
        try await auth.addAccount()
        try await auth.addAccount("bob")
        for _ in 0..<10 { _ = try await auth.failure() }
        #expect(try await auth.failure("bob", password: AuthFixture.password) == nil)
    }
}

extension AuthServices {
    fileprivate func signIn(_ name: String) async throws {
        _ = try await authenticator.signIn(
            username: name, password: "x", server: .local, isAutomatic: false, identity: AuthFixture.stranger)
    }
}
