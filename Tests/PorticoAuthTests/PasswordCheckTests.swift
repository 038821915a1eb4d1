import Foundation
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("Security: limits of signing in", .everyEngine)
struct PasswordCheckTests {
    private let auth = AuthFixture()

    @Test("6.3.1 strangers may guess ten times in a quarter of an hour; then the right password is refused too")
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

    @Test("6.3.1 attempts in time of limit do not count, so they make it no longer")
    func refused() async throws {
        let auth = AuthFixture(policy: AuthPolicy(limits: LimitPolicy(strangersDelays: nil)))
        try await auth.addAccount()
        for _ in 0..<10 { _ = try await auth.failure() }
        auth.clock.advance(by: 899)
        for _ in 0..<200 { _ = try await auth.failure() }
        auth.clock.advance(by: 1)
        for _ in 0..<10 { #expect(try await auth.failure() == .wrongCredentials) }
    }

    @Test("6.3.1 the right password does not count, and does not begin the count anew")
    func forgiven() async throws {
        try await auth.addAccount()
        for _ in 0..<9 { #expect(try await auth.failure() == .wrongCredentials) }
        for _ in 0..<20 { #expect(try await auth.failure(password: AuthFixture.password) == nil) }
        #expect(try await auth.failure() == .wrongCredentials)
        #expect(try await auth.failure() == .tooManyAttempts(retryAfter: 900))
    }

    @Test("6.3.1 count what was typed, in any case: the user name, and the address")
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

    @Test("6.3.1 of a hundred attempts at once exactly as many are made as may be")
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
        "6.3.1 a try that cannot be checked, because too many are checked at once, does not count, and writes nothing")
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

    @Test("6.3.1 a try whose check fails does not count")
    func failing() async throws {
        let failing = auth.restarted(hasher: PasswordHasher(parameters: .init(memory: 0)))
        for _ in 0..<60 {
            await #expect(throws: PasswordHasher.Failure.self) { try await failing.signIn("nobody") }
        }
        for _ in 0..<10 { #expect(try await auth.failure("nobody") == .wrongCredentials) }
    }

    @Test("6.3.1 are of one account: another's is not held back")
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
