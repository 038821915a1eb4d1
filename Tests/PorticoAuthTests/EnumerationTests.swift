import Foundation
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("Security: nobody learns whether an account exists", .everyEngine)
struct EnumerationTests {
    private let auth = AuthFixture()

    @Test("6.3.8 guesses at an unknown name are limited as those at a known one, also after the hundredth")
    func sameLimits() async throws {
        let auth = AuthFixture(
            policy: AuthPolicy(limits: LimitPolicy(network: Limit(attempts: 10_000, window: 900))))
        try await auth.addAccount(email: "ada@example.org")
        var failures: [String: [AuthError?]] = [:]
        for _ in 0..<11 {
            for name in ["ada", "eve"] {
                for _ in 0..<11 { failures[name, default: []].append(try await auth.failure(name)) }
            }
            auth.clock.advance(by: 901)
        }
        #expect(failures["ada"]?.contains(.wrongCredentials) == true)
        #expect(failures["ada"] == failures["eve"])
    }

    @Test("6.3.8 guesses by user name do not reveal the owner of an address")
    func nameAndAddress() async throws {
        try await auth.addAccount(email: "ada@example.org")
        for name in ["ada", "eve"] {
            for _ in 0..<10 { _ = try await auth.failure(name) }
        }
        let known = try await auth.failure("ada@example.org")
        #expect(try await auth.failure("eve@example.org") == known)
    }

    @Test("6.3.8 a failed sign-in costs as many writes for a known name as for an unknown one")
    func signIn() async throws {
        try await auth.addAccount(email: "ada@example.org")
        let known = try await auth.writes { _ = try await auth.failure("ada") }
        for name in ["eve", "ada@example.org", "eve@example.org", "no name"] {
            #expect(try await auth.writes { _ = try await auth.failure(name) } == known)
        }
    }

    @Test("6.3.8 and as many queries, also in a browser that somebody has signed in to")
    func signInInBrowser() async throws {
        for name in ["ada", "bob"] { try await auth.addAccount(name, email: "\(name)@example.org") }
        let browser = try await auth.identity(try await auth.signIn("bob"))
        for (known, unknown) in [("ada", "eve"), ("ada@example.org", "eve@example.org")] {
            let cost = try await auth.reads { _ = try await auth.failure(known, as: browser) }
            #expect(try await auth.reads { _ = try await auth.failure(unknown, as: browser) } == cost)
        }
    }

    @Test("6.3.8 requesting another password costs as many writes for every name")
    func reset() async throws {
        try await auth.addAccount(email: "ada@example.org")
        try await auth.addAccount("bob")
        try await auth.addAccount("eva", email: "eva@example.org")
        try await auth.directory.setDisabled(true, AccountID(server: .local, user: "eva"))
        var costs: Set<Int> = []
        for name in ["ada", "ada@example.org", "bob", "eva", "nobody", "nobody@example.org", "no name"] {
            costs.insert(
                try await auth.writes { try await auth.services.passwords.requestReset(name, client: Client()) })
        }
        #expect(costs.count == 1)
        #expect(try await auth.mails().map(\.recipient.value) == ["ada@example.org", "ada@example.org"])
    }

    @Test("6.3.8 registering costs as many writes with and without an account of the address")
    func registration() async throws {
        try await auth.addAccount(email: "ada@example.org")
        var costs: Set<Int> = []
        for text in ["ada@example.org", "eve@example.org"] {
            let email = try address(text)
            costs.insert(
                try await auth.writes { try await auth.services.registration.request(email, client: Client()) })
        }
        #expect(costs.count == 1)
        #expect(try await auth.mails().map(\.kind) == [.alreadyRegistered, .registration])
    }

    @Test("6.3.8 and so does requesting another address")
    func email() async throws {
        try await auth.addAccount()
        try await auth.addAccount("bob", email: "bob@example.org")
        var costs: Set<Int> = []
        for text in ["bob@example.org", "free@example.org"] {
            let email = try address(text)
            costs.insert(
                try await auth.writes {
                    try await auth.services.emails.request(email, of: .ada, client: Client())
                })
        }
        #expect(costs.count == 1)
        #expect(try await auth.mails().map(\.kind) == [.alreadyRegistered, .emailChange])
    }

    @Test("6.3.8 mails beyond the limit of an address are left out silently, at the same cost")
    func silent() async throws {
        try await auth.addAccount(email: "ada@example.org")
        var costs: [String: [Int]] = [:]
        for name in ["ada", "eve"] {
            for _ in 0..<5 {
                costs[name, default: []].append(
                    try await auth.writes { try await auth.services.passwords.requestReset(name, client: Client()) })
            }
        }
        #expect(costs["ada"] == costs["eve"])
        #expect(try await auth.mails().count == 3)
        auth.clock.advance(by: 3600)
        try await auth.services.passwords.requestReset("ada@example.org", client: Client())
        #expect(try await auth.mails().count == 4)
    }

    @Test("6.3.1 typing the text of an account's id delays none of its mails")
    func typedID() async throws {
        try await auth.addAccount(email: "ada@example.org")
        for _ in 0..<5 { try await auth.services.passwords.requestReset("local/ada", client: Client()) }
        #expect(try await auth.mails().isEmpty)
        try await auth.services.passwords.requestReset("ada", client: Client())
        #expect(try await auth.mails().map(\.kind) == [.passwordReset])
    }
}
