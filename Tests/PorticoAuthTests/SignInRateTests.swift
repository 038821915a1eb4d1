import Foundation
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("Security: how fast people may sign in")
struct SignInRateTests {
    private let auth = AuthFixture()

    private func signIn(at address: String) async throws -> AuthError? {
        try await auth.failure(password: AuthFixture.password, as: AuthFixture.stranger(at: address))
    }

    @Test("6.3.1 right passwords count too: an account allows thirty a minute from one network")
    func right() async throws {
        try await auth.addAccount()
        for _ in 0..<30 { #expect(try await signIn(at: "192.0.2.7") == nil) }
        #expect(try await signIn(at: "192.0.2.7") == .tooManyAttempts(retryAfter: 60))
        #expect(try await signIn(at: "192.0.2.8") == nil, "another network has a separate rate")
        auth.clock.advance(by: 60)
        #expect(try await signIn(at: "192.0.2.7") == nil)
    }

    @Test("6.3.1 the refusal does not reveal that the password is right")
    func alike() async throws {
        try await auth.addAccount()
        for _ in 0..<30 { #expect(try await signIn(at: "192.0.2.7") == nil) }
        let stranger = AuthFixture.stranger(at: "192.0.2.7")
        let right = try await auth.failure(password: AuthFixture.password, as: stranger)
        #expect(try await auth.failure(password: "wrong", as: stranger) == right)
        #expect(try await auth.events(.signInLimited).count == 1)
    }

    @Test("6.3.1 strangers cannot use up the rate of a browser that knows the account")
    func known() async throws {
        try await auth.addAccount()
        let tokens = try await auth.signIn()
        for _ in 0..<31 { _ = try await auth.failure(password: AuthFixture.password) }
        let identity = try await auth.identity(tokens)
        #expect(try await auth.failure(password: AuthFixture.password, as: identity) == nil)
    }

    @Test("6.3.1 proofs in a browser that knows the account have the same rate")
    func proofs() async throws {
        try await auth.addAccount()
        let identity = try await auth.identity(auth.signIn())
        for _ in 0..<30 { _ = try await auth.authenticator.prove(password: AuthFixture.password, identity: identity) }
        await #expect(throws: AuthError.tooManyAttempts(retryAfter: 60)) {
            try await auth.authenticator.prove(password: AuthFixture.password, identity: identity)
        }
    }

    @Test("6.3.1 strangers wait longer after each failure with one name, up to an hour")
    func delays() async throws {
        let auth = AuthFixture(
            policy: AuthPolicy(limits: LimitPolicy(account: Limit(attempts: 1000, window: 1))))
        try await auth.addAccount(email: "ada@example.org")
        var delays: [Int] = []
        for number in 0..<50 {
            var failure = try await auth.failure(as: AuthFixture.stranger(at: "192.0.2.\(number)"))
            while case .tooManyAttempts(let seconds?) = failure {
                delays.append(seconds)
                auth.clock.advance(by: TimeInterval(seconds))
                failure = try await auth.failure(as: AuthFixture.stranger(at: "192.0.2.\(number)"))
            }
            #expect(failure == .wrongCredentials)
        }
        #expect(delays.count == 39)
        #expect(delays.first == 30)
        #expect(delays.last == 3600)
        #expect(delays == delays.sorted())
        #expect(try await auth.failure() == .tooManyAttempts(retryAfter: nil))
    }

    @Test("6.3.1 a delay applies only to strangers, not to a browser that knows the account")
    func delayOfStrangers() async throws {
        try await auth.addAccount(email: "ada@example.org")
        let tokens = try await auth.signIn()
        for _ in 0..<10 { _ = try await auth.failure() }
        auth.clock.advance(by: 900)
        #expect(try await auth.failure() == .wrongCredentials)
        #expect(try await auth.failure(password: AuthFixture.password) == .tooManyAttempts(retryAfter: 30))
        #expect(try await auth.failure(password: AuthFixture.password, as: auth.identity(tokens)) == nil)
    }

    @Test("6.3.1 a network that fails often waits between its attempts")
    func network() async throws {
        let stranger = AuthFixture.stranger(at: "192.0.2.7")
        for number in 0..<26 {
            #expect(try await auth.failure("nobody\(number)", as: stranger) == .wrongCredentials)
        }
        #expect(try await auth.failure("nobody", as: stranger) == .tooManyAttempts(retryAfter: 1))
        #expect(try await auth.failure("nobody", as: AuthFixture.stranger(at: "192.0.2.8")) == .wrongCredentials)
        auth.clock.advance(by: 1)
        #expect(try await auth.failure("nobody", as: stranger) == .wrongCredentials)
    }

    @Test("6.1.1 requests for mails beyond the limits are logged, once a minute for a network")
    func mails() async throws {
        try await auth.addAccount(email: "ada@example.org")
        for _ in 0..<5 { try await auth.services.passwords.requestReset("ada", client: Client(address: "192.0.2.7")) }
        #expect(try await auth.events(.mailLimited).map(\.client.address) == ["192.0.2.7"])
        for number in 0..<20 {
            let client = Client(address: "192.0.2.8")
            try await auth.services.passwords.requestReset("nobody\(number)", client: client)
        }
        await #expect(throws: AuthError.tooManyAttempts(retryAfter: 3600)) {
            try await auth.services.passwords.requestReset("nobody", client: Client(address: "192.0.2.8"))
        }
        #expect(try await auth.events(.mailLimited).map(\.client.address) == ["192.0.2.7", "192.0.2.8"])
    }
}
