import Foundation
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("E8 Signing in at a gateway", .everyEngine)
struct GatewaySignInTests {
    let auth = AuthFixture()
    static let works = AuthFixture.works
    static let ada = AccountID(server: works, user: "ada")

    init() {
        auth.gateway.setPerson("ada", password: "works-password", number: "0042", name: "Ada at work")
    }

    private func signIn(
        _ name: String = "ada", _ password: String = "works-password",
        as identity: RequestIdentity = AuthFixture.stranger
    ) async throws -> BrowserTokens {
        try await auth.signIn(name, password: password, server: Self.works, as: identity)
    }

    @Test("creates the account of a person whom the gateway knows, distinct from local ones")
    func made() async throws {
        try await auth.addAccount("ada")
        let identity = try await auth.identity(try await signIn(" ADA "))
        #expect(identity.signIn?.account.id == Self.ada)
        #expect(identity.signIn?.account.name == "Ada at work")
        #expect(identity.signIn?.account.employeeNumber == EmployeeNumber("0042"))
        #expect(identity.signIn?.account.isAdministrator == false)
        #expect(try await auth.store.account(AccountID(server: .local, user: "ada"))?.name == "Ada")
    }

    @Test("takes over the groups that the gateway names, and leaves them alone if it names none")
    func groups() async throws {
        let set = { groups in
            auth.gateway.setPerson("ada", password: "works-password", number: "0042", name: "Ada", groups: groups)
        }
        set(["staff"])
        #expect(try await auth.identity(try await signIn()).signIn?.account.groups == ["staff"])
        set(nil)
        #expect(try await auth.identity(try await signIn()).signIn?.account.groups == ["staff"])
        try await auth.directory.setGroups(["editors"], of: Self.ada)
        #expect(try await auth.identity(try await signIn()).signIn?.account.groups == ["editors"])
        set([])
        #expect(try await auth.identity(try await signIn()).signIn?.account.groups == [])
    }

    @Test("stores the token encrypted, and for its account only")
    func sealed() async throws {
        let identity = try await auth.identity(try await signIn())
        let signIn = try #require(identity.signIn)
        let sealed = try #require(try await auth.store.gatewayToken(of: signIn.id))
        #expect(!String(decoding: sealed, as: UTF8.self).contains("token-"))
        #expect(!"\(identity.signIn!)".contains("token-"))
    }

    @Test("is refused alike for a wrong password, an unknown name and a disabled account, and counted")
    func refused() async throws {
        _ = try await signIn()
        try await auth.directory.setDisabled(true, Self.ada)
        for (name, password) in [("ada", "wrong"), ("nobody", "wrong"), ("ada", "works-password"), ("no name!", "x")] {
            await #expect(throws: AuthError.wrongCredentials) { try await signIn(name, password) }
        }
        try await auth.services.gatewayTokens.end()
        #expect(auth.gateway.tokens.isEmpty)
    }

    @Test("replaces the account's address by its user name")
    func email() async throws {
        _ = try await signIn()
        try await auth.directory.setEmail(EmailAddress("ada@example.org"), of: Self.ada)
        let identity = try await auth.identity(try await signIn("Ada@Example.org", "works-password"))
        #expect(identity.signIn?.account.id == Self.ada)
        await #expect(throws: AuthError.wrongCredentials) { try await signIn("bob@example.org", "works-password") }
    }

    @Test("has the same limits as a local one")
    func limited() async throws {
        for _ in 1...10 { await #expect(throws: AuthError.wrongCredentials) { try await signIn("ada", "wrong") } }
        await #expect(throws: AuthError.tooManyAttempts(retryAfter: 900)) { try await signIn() }
        #expect(auth.gateway.tokens.isEmpty)
        try await auth.addAccount("ada")
        _ = try await auth.signIn("ada")
    }

    @Test("whose check fails is not counted", arguments: [GatewayError.unreachable, .timedOut, .untrusted, .tooLarge])
    func fault(error: GatewayError) async throws {
        auth.gateway.fail(error)
        for _ in 1...12 { await #expect(throws: AuthError.gateway(error)) { try await signIn() } }
        auth.gateway.fail(.refused(.tooMany(retryAfter: 7)))
        await #expect(throws: AuthError.tooManyAttempts(retryAfter: 7)) { try await signIn() }
        auth.gateway.fail(nil)
        _ = try await signIn()
    }

    @Test("stores nothing if the gateway names another person")
    func otherPerson() async throws {
        _ = try await signIn()
        auth.gateway.setPerson("ada", password: "works-password", number: "7", name: "Eve")
        await #expect(throws: AuthError.otherPerson) { try await signIn() }
        #expect(try await auth.store.account(Self.ada)?.name == "Ada at work")
        try await auth.services.gatewayTokens.end()
        #expect(auth.gateway.tokens.count == 1)
    }

    @Test("without room in the browser ends its token again")
    func room() async throws {
        var policy = AuthPolicy()
        policy.accountsPerBrowser = 0
        let auth = AuthFixture(policy: policy)
        auth.gateway.setPerson("ada", password: "works-password", number: "1", name: "Ada")
        await #expect(throws: AuthError.tooManyAccounts) {
            try await auth.signIn("ada", password: "works-password", server: Self.works)
        }
        try await auth.services.gatewayTokens.end()
        #expect(auth.gateway.tokens.isEmpty)
    }

    @Test("can be proved again with another token, which ends the one before")
    func proof() async throws {
        let tokens = try await signIn()
        let identity = try await auth.identity(tokens)
        let before = auth.gateway.tokens
        auth.clock.advance(by: 3600)
        await #expect(throws: AuthError.wrongCredentials) {
            try await auth.authenticator.prove(password: "wrong", identity: identity)
        }
        let proof = try await auth.authenticator.prove(password: "works-password", identity: identity)
        let proven = try await auth.authenticator.reauthenticate(proof, identity: identity)
        let signIn = try #require(try await auth.identity(proven, run: tokens.run).signIn)
        #expect(auth.authenticator.isRecentlyAuthenticated(signIn))
        try await auth.services.gatewayTokens.end()
        #expect(auth.gateway.tokens.count == 1)
        #expect(auth.gateway.tokens.isDisjoint(with: before))
        #expect(try await auth.services.gatewaySignIns.check(signIn) == .inForce)
    }

    @Test("has its password at the gateway")
    func elsewhere() async throws {
        let identity = try await auth.identity(try await signIn())
        await #expect(throws: AuthError.passwordElsewhere) {
            try await auth.services.passwords.change(
                from: "works-password", to: "another long password", endsOthers: false, identity: identity)
        }
        await #expect(throws: AuthError.passwordElsewhere) {
            try await auth.directory.setPassword("another long password", of: Self.ada)
        }
        await #expect(throws: AuthError.passwordElsewhere) { try await auth.directory.revokePassword(of: Self.ada) }
    }
}
