import Crypto
import Foundation
import PorticoConfig
import PorticoSQL
import PorticoTestSupport
import Testing

@testable import PorticoAuth

@Suite("Servers on one database whose keys differ", .everyEngine)
struct KeyRotationTests {
    private static let (old, new) = (Data(repeating: 1, count: 32), Data(repeating: 2, count: 32))
    private static let ada = GatewaySignInTests.ada
    private let database: any SQLDatabase
    private let auth: AuthFixture

    init() {
        database = TestDatabases.make()
        auth = AuthFixture(memory: SQLAuthStore(database))
        auth.gateway.setPerson("ada", password: "works-password", number: "0042", name: "Ada")
    }

    private func box(_ keys: [Data]) throws -> SecretBox { try #require(SecretBox(keys: keys)) }

    private func server(_ keys: [Data]) throws -> AuthServices {
        AuthServices(
            store: auth.memory, cacheCapacity: 0, changes: ConfigChanges(), hasher: auth.hasher, policy: AuthPolicy(),
            registration: .open, gateways: GatewayAccess([AuthFixture.works: auth.gateway], box: try box(keys)),
            appName: "Portico", now: auth.clock.now)
    }

    private func signIn(at server: AuthServices) async throws -> SignIn {
        let tokens = try await server.authenticator.signIn(
            username: "ada", password: "works-password", server: AuthFixture.works, isAutomatic: false,
            identity: AuthFixture.stranger)
        let identity = try await server.authenticator.identity(
            BrowserCredentials(token: tokens.token.digest, run: tokens.run?.digest))
        return try #require(identity.signIn)
    }

    private func isSigned(_ token: String, by server: AuthServices) throws -> Bool {
        let parts = token.split(separator: ".").map(String.init)
        let header = try JSONDecoder().decode(
            [String: String].self, from: try #require(Data(base64URL: parts[0])))
        guard let key = try server.assertionKeys.publicKeys().first(where: { $0.kid == header["kid"] }) else {
            return false
        }
        let raw = try #require(Data(base64URL: key.x))
        return try Curve25519.Signing.PublicKey(rawRepresentation: raw).isValidSignature(
            try #require(Data(base64URL: parts[2])), for: Data("\(parts[0]).\(parts[1])".utf8))
    }

    @Test("work beside each other at every step of the documented order, and end no sign-in")
    func documentedOrder() async throws {
        let (old, new) = (Self.old, Self.new)
        var rings = [[old], [old]]
        var signIns: [SignIn] = []
        for (step, ring) in [[old, new], [new, old], [new]].enumerated() {
            if step == 2 { _ = try await GatewayAccess(box: box([new, old])).reseal(in: auth.memory) }
            for node in rings.indices {
                rings[node] = ring
                let servers = try rings.map(server)
                for server in servers { signIns.append(try await signIn(at: server)) }
                for server in servers {
                    for signIn in signIns { #expect(try await server.gatewaySignIns.check(signIn) == .inForce) }
                    let assertion = try server.assertions.assertion(
                        of: signIns[0], issuer: "https://door.example", audience: "https://app.example")
                    for other in servers { #expect(try isSigned(assertion, by: other), "\(rings)") }
                }
            }
        }
    }

    @Test("end no sign-in whose token they cannot read, check the others, and leave queued tokens to those that can")
    func unknownKey() async throws {
        let (here, elsewhere) = (try server([Self.new]), try server([Self.old]))
        let unread = try await signIn(at: elsewhere)
        let failure = await #expect(throws: StorageFailure.self) { try await here.gatewaySignIns.check(unread) }
        #expect(failure?.cause == .unknownKey)
        let read = try await signIn(at: here)
        for signIn in [unread, read] { here.gatewaySignIns.recordUnreachable(signIn, .timedOut) }
        try await here.gatewaySignIns.recheck()
        #expect(here.gatewaySignIns.problem(of: read) == nil)
        #expect(try await elsewhere.gatewaySignIns.check(unread) == .inForce)
        try await auth.users.endSignIns(.one(unread.id), of: Self.ada, client: Client())
        try await here.gatewayTokens.end()
        #expect(auth.gateway.tokens.count == 2)
        auth.clock.advance(by: 2)
        await #expect(throws: StorageFailure.self) { try await elsewhere.gatewaySignIns.check(read) }
        try await auth.users.endSignIns(.one(read.id), of: Self.ada, client: Client())
        try await server([Self.new, Self.old]).gatewayTokens.end()
        #expect(auth.gateway.tokens.isEmpty)
    }

    @Test("end no token at its gateway while they cannot read those in force")
    func sharedToken() async throws {
        auth.gateway.giveOneToken()
        let (here, elsewhere) = (try server([Self.new]), try server([Self.old]))
        _ = try await signIn(at: elsewhere)
        let ended = try await signIn(at: here)
        try await auth.users.endSignIns(.one(ended.id), of: Self.ada, client: Client())
        try await here.gatewayTokens.end()
        #expect(auth.gateway.tokens.count == 1)
    }

    @Test("refuse drafts, kept pages and results that they cannot read, until they can")
    func stored() async throws {
        let account = try await auth.addAccount("ada").id
        let browser = try #require(try await auth.identity(try await auth.signIn()).browser?.id)
        let (here, elsewhere) = (try server([Self.new]).drafts, try server([Self.old]).drafts)
        let draft = Draft(account: account, path: "/profile", fields: [.init("name", "Countess")])
        let secret = try #require(try await elsewhere.keep(draft, of: browser)).value
        let page = KeptPage(status: 422, headers: [], body: Data("x".utf8), needsProof: false)
        let kept = try #require(try await elsewhere.keep(page, at: "/p", of: account, in: browser)).value
        await #expect(throws: StorageFailure.self) { try await here.draft(secret, in: browser, of: account) }
        await #expect(throws: StorageFailure.self) { try await here.drafts(of: account) }
        await #expect(throws: StorageFailure.self) { try await here.page(kept, at: "/p", of: account, in: browser) }
        #expect(try await elsewhere.draft(secret, in: browser, of: account) == draft)
        #expect(try await elsewhere.page(kept, at: "/p", of: account, in: browser) == page)
        let job = try await addResult(of: account, in: browser)
        let results = try [Self.new, Self.old].map { try jobs($0) }
        await #expect(throws: StorageFailure.self) { try await results[0].part(0, of: job) }
        #expect(try await results[1].part(0, of: job) == Data("file".utf8))
    }

    private func jobs(_ key: Data) throws -> SQLJobStore {
        SQLJobStore(database, box: try box([key]), server: "test", isShared: false)
    }

    private func addResult(of account: AccountID, in browser: Browser.ID) async throws -> Job.ID {
        let job = Job(
            id: "job", title: "Export", account: account, browser: browser, address: "/p", startedAt: auth.clock.now())
        let jobs = try jobs(Self.old)
        _ = try await jobs.start(job, limit: 5)
        #expect(try await jobs.add(Data("file".utf8), number: 0, of: job.id))
        return job.id
    }

    @Test("count what no key opens, and delete what can be made again")
    func unreadable() async throws {
        let account = try await auth.addAccount("ada").id
        let browser = try #require(try await auth.identity(try await auth.signIn()).browser?.id)
        let elsewhere = try server([Self.old])
        _ = try await signIn(at: elsewhere)
        try await auth.memory.addEndedGatewayToken(Data("x".utf8), of: Self.ada)
        _ = try await elsewhere.drafts.keep(Draft(account: account, path: "/profile", fields: []), of: browser)
        let page = KeptPage(status: 422, headers: [], body: Data("x".utf8), needsProof: false)
        _ = try await elsewhere.drafts.keep(page, at: "/p", of: account, in: browser)
        _ = try await addResult(of: account, in: browser)
        let rows = SQLSealedRows(database, draftsSince: auth.clock.now() - Drafts.lifetime)
        var expected = SQLSealedRows.Unreadable()
        expected.tokens = 1
        #expect(try await rows.unreadable(with: try box([Self.new, Self.old])) == expected)
        (expected.tokens, expected.drafts, expected.results) = (2, 2, 1)
        #expect(try await rows.unreadable(with: try box([Self.new])) == expected)
        try await rows.deleteUnreadable(with: try box([Self.new, Self.old]))
        #expect(try await rows.unreadable(with: try box([Self.new])) == expected)
        try await rows.deleteUnreadable(with: try box([Self.new]))
        (expected.drafts, expected.results) = (0, 0)
        #expect(try await rows.unreadable(with: try box([Self.new])) == expected)
    }

    @Test("belong to the database that is used with one of their keys")
    func fingerprints() async throws {
        let keys = SQLKeyStore(database)
        let (old, new, both) = (try box([Self.old]), try box([Self.new]), try box([Self.old, Self.new]))
        #expect(try await keys.isEmpty())
        #expect(try await keys.accepts(new))
        try await keys.add(old)
        try await keys.add(new)
        #expect(try await keys.accepts(old))
        #expect(try await !keys.accepts(new), "a key beside none of the others is not added")
        try await keys.add(both)
        for box in [new, old] { #expect(try await keys.accepts(box)) }
        try await keys.putInForce(try box([Self.new, Self.old]), others: .retired)
        for box in [new, both] { #expect(try await keys.accepts(box)) }
        #expect(try await !keys.accepts(old))
        try await keys.add(both)
        #expect(try await !keys.accepts(old), "a key that was retired does not come back by itself")
        #expect(try await keys.revoked() == [])
        try await keys.putInForce(new, others: .revoked)
        #expect(try await keys.revoked() == Set(old.fingerprints))
        #expect(both.removing(Set(old.fingerprints))?.fingerprints == new.fingerprints)
        #expect(old.removing(Set(old.fingerprints)) == nil)
        #expect(old.fingerprints != new.fingerprints && old.fingerprints[0].count == 16)
    }
}
