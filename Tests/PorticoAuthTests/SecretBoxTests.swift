import Crypto
import Foundation
import PorticoConfig
import Testing

@testable import PorticoAuth
@testable import PorticoTestSupport

@Suite("Stored secrets")
struct SecretBoxTests {
    static let ada = AccountID(server: AuthFixture.works, user: "ada")
    let old = Data(repeating: 1, count: 32)
    let new = Data(repeating: 2, count: 32)
    let secret = Data("3f1c".utf8)

    private func box(_ keys: Data...) throws -> SecretBox { try #require(SecretBox(keys: keys)) }

    @Test("11.2.2 are opened with earlier keys, and sealed with the one in force")
    func rotated() throws {
        let sealed = try box(old).seal(secret, for: .draft, context: "c")
        let both = try box(new, old)
        #expect(both.open(sealed, for: .draft, context: "c") == secret)
        #expect(!both.isCurrent(sealed))
        let again = try both.seal(secret, for: .draft, context: "c")
        #expect(both.isCurrent(again))
        #expect(try box(new).open(again, for: .draft, context: "c") == secret)
        #expect(try box(old).open(again, for: .draft, context: "c") == nil)
        #expect(try box(new).open(sealed, for: .draft, context: "c") == nil)
    }

    @Test("have a key for each purpose, and belong to their context")
    func purposes() throws {
        let box = try box(old)
        let sealed = try box.seal(secret, for: .draft, context: "c")
        #expect(box.open(sealed, for: .hostCode, context: "c") == nil)
        #expect(box.open(sealed, for: .draft, context: "d") == nil)
        var changed = sealed
        changed[changed.count - 1] ^= 1
        #expect(box.open(changed, for: .draft, context: "c") == nil)
        #expect(box.open(Data(), for: .draft, context: "c") == nil)
        #expect(SecretBox(keys: []) == nil)
        #expect(SecretBox(keys: [old, Data(count: 31)]) == nil)
    }

    /// Sealed as by schema version 16 and earlier.
    private func sealedWithTheKeyItself(_ token: String) throws -> Data {
        let box = try AES.GCM.seal(
            Data(token.utf8), using: SymmetricKey(data: old), authenticating: Data("\(Self.ada)".utf8))
        return try #require(box.combined)
    }

    @Test("of earlier versions, sealed with the key itself, can be opened")
    func earlier() throws {
        let sealed = try sealedWithTheKeyItself("3f1c")
        #expect(try box(new, old).open(sealed, of: Self.ada) == GatewayUserName("3f1c"))
        #expect(try box(new).open(sealed, of: Self.ada) == nil)
    }

    @Test("are sealed again: tokens in force and queued ones, of any version; none ends", .everyEngine)
    func resealed() async throws {
        let auth = AuthFixture()
        let store = auth.memory
        var places: [String: SignIn.ID] = [:]
        let before = try box(old)
        let name = try #require(GatewayUserName("1"))
        for (token, sealed) in [
            ("1", try before.seal(name, of: Self.ada)), ("2", try sealedWithTheKeyItself("2")),
            ("lost", Data("nothing opens it".utf8)),
        ] {
            let record = GatewayRecord(
                person: GatewayPerson(employeeNumber: try #require(EmployeeNumber("1")), name: "Ada"),
                sealedToken: sealed)
            places[token] = try await store.signInForTest(Self.ada, gateway: record).signIn
        }
        try await store.addEndedGatewayToken(try sealedWithTheKeyItself("3"), of: Self.ada)
        let after = GatewayAccess(box: try box(new, old))
        let first = try await after.reseal(in: store)
        #expect(first == (3, 1))
        let second = try await after.reseal(in: store)
        #expect(second == (0, 1))
        let only = try box(new)
        for token in ["1", "2"] {
            let place = try #require(places[token])
            let sealed = try #require(try await store.gatewayToken(of: place))
            #expect(only.open(sealed, of: Self.ada)?.value == token)
        }
        let queued = try await store.endedGatewayTokens(at: Self.ada.server, dueBy: .distantFuture, limit: 9)
        #expect(queued.map { only.open($0.sealedToken, of: Self.ada)?.value } == ["3"])
    }

    @Test("of authenticator apps are sealed again, and stay if no key opens them", .everyEngine)
    func resealedApps() async throws {
        let auth = AuthFixture()
        let (before, both) = (try box(old), try box(new, old))
        var accounts: [AccountID] = []
        for user in ["ada", "bob", "eve"] { accounts.append(try await auth.addAccount(user).id) }
        let sealed = try [
            before.sealTOTP(secret, of: accounts[0]), before.sealTOTP(secret, of: accounts[0]),
            both.sealTOTP(secret, of: accounts[2]),
        ]
        for (account, sealed) in zip(accounts, sealed) {
            let totp = StoredTOTP(sealedSecret: sealed, addedAt: auth.clock.now(), lastStep: 7)
            try await auth.memory.write { try $0.set(totp, of: account) }
        }
        let access = GatewayAccess(box: both)
        let first = try await access.resealTOTPs(in: auth.memory)
        #expect(first == (1, 1))
        let second = try await access.resealTOTPs(in: auth.memory)
        #expect(second == (0, 1))
        let stored = try await auth.memory.read { [accounts] in try accounts.map($0.totp(of:)) }.compactMap(\.self)
        let only = try box(new)
        #expect(stored.count == 3 && stored.allSatisfy { $0.lastStep == 7 })
        #expect(only.openTOTP(stored[0].sealedSecret, of: accounts[0]) == secret)
        #expect(try both.openStoredTOTP(stored[0].sealedSecret, of: accounts[0]) == secret)
        #expect(stored[1].sealedSecret == sealed[1] && stored[2].sealedSecret == sealed[2])
        #expect(throws: StorageFailure.self) { try both.openStoredTOTP(sealed[1], of: accounts[1]) }
    }
}
