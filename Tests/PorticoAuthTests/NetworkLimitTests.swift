import Foundation
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("Security: limits of networks", .everyEngine)
struct NetworkLimitTests {
    private let auth = AuthFixture(
        policy: AuthPolicy(limits: LimitPolicy(network: Limit(attempts: 5, window: 900))))

    private func exhaust(_ address: String) async throws {
        for number in 0..<5 {
            let failure = try await auth.failure("nobody\(number)-\(address)", as: AuthFixture.stranger(at: address))
            #expect(failure == .wrongCredentials)
        }
    }

    private func failure(_ address: String) async throws -> AuthError? {
        try await auth.failure("somebody", as: AuthFixture.stranger(at: address))
    }

    @Test(
        "6.3.1 attempts from one network count together, for all accounts",
        arguments: [
            ("192.0.2.7", "192.0.2.7"), ("2001:db8:1:2::7", "2001:db8:1:2:ffff::9"),
            ("2001:db8:1:2::7", "2001:db8:1:2:3:4:5:6"), ("2001:db8::1", "2001:db8:0:0::2"), ("", ""),
            ("2001:db8:1:2::7", "2001:DB8:1:2::8"), ("::ffff:192.0.2.7", "192.0.2.7"),
        ])
    func together(first: String, second: String) async throws {
        try await exhaust(first)
        #expect(try await failure(second) == .tooManyAttempts(retryAfter: 900))
        auth.clock.advance(by: 900)
        #expect(try await failure(second) == .wrongCredentials)
    }

    @Test(
        "6.3.1 another network is not limited",
        arguments: [
            ("192.0.2.7", "192.0.2.8"), ("2001:db8:1:2::7", "2001:db8:1:3::7"), ("192.0.2.7", "2001:db8::7"),
            ("::ffff:192.0.2.7", "::ffff:192.0.2.8"), ("2001:db8::1:2:3:4", "2001:db9::1:2:3:4"),
        ])
    func apart(first: String, second: String) async throws {
        try await exhaust(first)
        #expect(try await failure(second) == .wrongCredentials)
    }

    @Test(
        "6.3.1 the networks around an IPv6 client have limits too, which grow with their size",
        arguments: [("2001:db8:1:20%@::1", 4, "2001:db8:1:2000::1"), ("2001:db8:1:%@00::1", 16, "2001:db8:1:ffff::1")])
    func wider(pattern: String, networks: Int, other: String) async throws {
        for number in 0..<networks {
            try await exhaust(pattern.replacing("%@", with: String(number + 16, radix: 16)))
        }
        #expect(try await failure(other) == .tooManyAttempts(retryAfter: 900))
        #expect(try await failure("2001:db8:2::1") == .wrongCredentials)
    }

    @Test("6.3.1 the networks around an IPv4 client have none, also as IPv6")
    func mapped() async throws {
        for number in 0..<4 { try await exhaust("::ffff:192.0.2.\(number)") }
        #expect(try await failure("::ffff:198.51.100.1") == .wrongCredentials)
    }

    @Test("6.3.1 they refuse the right password of a stranger in that network, without counting the attempt")
    func rightPassword() async throws {
        try await auth.addAccount()
        for _ in 0..<20 {
            let right = try await auth.failure(
                password: AuthFixture.password, as: AuthFixture.stranger(at: "192.0.2.7"))
            #expect(right == nil, "a right password is not a failure")
        }
        try await exhaust("192.0.2.7")
        let late = try await auth.failure(password: AuthFixture.password, as: AuthFixture.stranger(at: "192.0.2.7"))
        #expect(late == .tooManyAttempts(retryAfter: 900))
    }

    @Test("6.3.1 they do not apply to a browser that knows the account")
    func known() async throws {
        try await auth.addAccount()
        let tokens = try await auth.signIn()
        try await exhaust("192.0.2.7")
        let credentials = BrowserCredentials(token: tokens.token.digest, run: tokens.run?.digest)
        let identity = try await auth.authenticator.identity(credentials, client: Client(address: "192.0.2.7"))
        #expect(try await auth.failure(password: AuthFixture.password, as: identity) == nil)
    }
}
