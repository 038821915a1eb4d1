import Foundation
import PorticoConfig
import PorticoSQL
import PorticoTestSupport
import Testing

@testable import PorticoAuth

@Suite("Servers with different keys on one database", .everyEngine)
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

    private func server(_ keys: [Data]) throws -> AuthServices { try server(box(keys)) }

    private func server(_ box: SecretBox) throws -> AuthServices {
        AuthServices(
            store: auth.memory, cacheCapacity: 0, changes: ConfigChanges(), hasher: auth.hasher, policy: AuthPolicy(),
            registration: .open, gateways: GatewayAccess([AuthFixture.works: auth.gateway], box: box),
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
                    for other in servers {
                        #expect(try isSigned(assertion, by: other.assertionKeys.publicKeys()), "\(rings)")
                    }
                }
            }
        }
    }

    @Test("end no sign-in whose token they cannot read, check the others, and leave queued tokens to servers that can")
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

    @Test("refuse drafts, kept pages and results until they can read them")
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
        #expect(try await elsewhere.drafts(of: account).map(\.draft) == [draft], "kept pages are among them")
        #expect(try await elsewhere.page(kept, at: "/p", of: account, in: browser) == page)
        let job = try await addResult(of: account, in: browser)
        let results = try [Self.new, Self.old].map { try jobs($0) }
        await #expect(throws: StorageFailure.self) { try await results[0].part(0, of: job) }
        #expect(try await results[1].part(0, of: job) == Data("file".utf8))
    }

    private func jobs(_ key: Data) throws -> SQLJobStore {
        SQLJobStore(database, box: try box([key]), server: "test")
    }

    private func addResult(of account: AccountID, in browser: Browser.ID) async throws -> Job.ID {
        let job = Job(
            id: "job", title: "Export", account: account, browser: browser, address: "/p", startedAt: auth.clock.now())
        let jobs = try jobs(Self.old)
        _ = try await jobs.start(job, limit: 5)
        #expect(try await jobs.add(Data("file".utf8), number: 0, of: job.id))
        return job.id
    }

    @Test("count values that no key opens, and delete those that can be created again")
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
        let sealed = try box([Self.old]).sealTOTP(Data("x".utf8), of: account)
        let totp = StoredTOTP(sealedSecret: sealed, addedAt: auth.clock.now(), lastStep: 0)
        let record = GatewayRecord(
            person: GatewayPerson(employeeNumber: try #require(EmployeeNumber("0042")), name: "Ada"),
            sealedToken: try box([Self.old]).seal(try #require(GatewayUserName("1")), of: Self.ada))
        let pending = PendingSignIn(
            account: Self.ada, method: .password, isAutomatic: false, gateway: record, provenAt: auth.clock.now(),
            time: auth.clock.now())
        try await auth.memory.write { transaction in
            try transaction.set(totp, of: account)
            try transaction.insert(pending, token: Token.random().digest)
        }
        let rows = SQLSealedRows(database, draftsSince: auth.clock.now() - Drafts.lifetime)
        var expected = SQLSealedRows.Unreadable()
        expected.tokens = 1
        #expect(try await rows.unreadable(with: try box([Self.new, Self.old])) == expected)
        (expected.tokens, expected.apps, expected.drafts, expected.results) = (3, 1, 2, 1)
        #expect(try await rows.unreadable(with: try box([Self.new])) == expected)
        try await rows.deleteUnreadable(with: try box([Self.new, Self.old]))
        #expect(try await rows.unreadable(with: try box([Self.new])) == expected)
        try await rows.deleteUnreadable(with: try box([Self.new]))
        (expected.drafts, expected.results) = (0, 0)
        #expect(try await rows.unreadable(with: try box([Self.new])) == expected)
    }

    private func keyStore(isOwnOfEach: Bool = false) -> SQLKeyStore {
        SQLKeyStore(database, isOwnOfEach: isOwnOfEach, draftLifetime: Drafts.lifetime)
    }

    @Test("are admitted with one of the database's keys, and encrypt nothing with a key that has ended")
    func fingerprints() async throws {
        let keys = keyStore()
        let (old, new) = (try box([Self.old]), try box([Self.new]))
        let (both, reversed) = (try box([Self.old, Self.new]), try box([Self.new, Self.old]))
        #expect(try await keys.verdict(on: new) == .new(isFirst: true))
        #expect(try await keys.admit(old) == .new(isFirst: true))
        #expect(try await keys.admit(old) == .known)
        #expect(try await keys.admit(new) == .stranger, "a stranger is refused even with nothing stored")
        #expect(try await keys.isBehind(both))
        #expect(try await keys.admit(both) == .known)
        #expect(try await keys.isBehind(both), "the new one waits")
        for box in [new, old, reversed] { #expect(try await keys.admit(box) == .known) }
        #expect(try await !keys.isBehind(reversed))
        try await keys.putInForce(reversed, others: .retired)
        for box in [new, reversed] { #expect(try await keys.admit(box) == .known) }
        for box in [old, both] { #expect(try await keys.admit(box) == .ended(.retired)) }
        #expect(try await keys.removingRevoked(from: both)?.fingerprints == both.fingerprints)
        try await keys.putInForce(reversed, others: .revoked)
        for box in [old, both] { #expect(try await keys.admit(box) == .ended(.revoked)) }
        #expect(try await keys.admit(reversed) == .known)
        #expect(try await keys.removingRevoked(from: both)?.fingerprints == new.fingerprints)
        #expect(try await keys.removingRevoked(from: old) == nil)
        #expect(old.fingerprints != new.fingerprints && old.fingerprints[0].count == 16)
    }

    @Test("are admitted on an installation without fingerprints if they open the stored values")
    func upgrade() async throws {
        _ = try await signIn(at: server([Self.old]))
        #expect(try await keyStore().admit(box([Self.new])) == .stranger)
        #expect(try await keyStore().admit(box([Self.new, Self.old])) == .new(isFirst: true))
    }

    @Test("are admitted with different keys only if each server has its own; of two at once, one is the first")
    func besideOthers() async throws {
        for (isOwnOfEach, second) in [(false, SQLKeyStore.Verdict.stranger), (true, .new(isFirst: false))] {
            let boxes = [SecretBox(), SecretBox()]
            let keys = keyStore(isOwnOfEach: isOwnOfEach)
            let verdicts = try await withThrowingTaskGroup { group in
                for box in boxes { group.addTask { try await keys.admit(box) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(verdicts) == [.new(isFirst: true), second])
            _ = try await database.write { try $0.execute("DELETE FROM key_fingerprints", []) }
        }
    }

    @Test("encrypt nothing while the database is not used with their first key")
    func notAdmitted() async throws {
        let account = try await auth.addAccount("ada").id
        let browser = try #require(try await auth.identity(try await auth.signIn()).browser?.id)
        let unread = try await signIn(at: server([Self.old]))
        let server = try server(box([Self.old]).working { false })
        func isRefused(_ work: () async throws -> Void) async -> Bool {
            let failure = await #expect(throws: StorageFailure.self) { try await work() }
            return failure?.cause == .unknownKey
        }
        #expect(await isRefused { _ = try await signIn(at: server) })
        #expect(
            await isRefused {
                _ = try await server.drafts.keep(Draft(account: account, path: "/", fields: []), of: browser)
            })
        #expect(await isRefused { _ = try server.assertionKeys.publicKeys() })
        #expect(
            await isRefused {
                _ = try server.assertions.assertion(
                    of: unread, issuer: "https://door.example", audience: "https://app.example")
            })
        #expect(try await server.gatewaySignIns.check(unread) == .inForce, "checking needs only the token")
    }

    @Test("end all links of mails and sign-ins at other hosts with a leaked key")
    func derived() async throws {
        let server = try server([Self.old])
        let mail = MailJob(to: try #require(EmailAddress("ada@example.org")), .registration)
        try await auth.memory.add([mail], event: nil, at: auth.clock.now())
        let queued = try #require(try await auth.memory.mails(limit: 1).first)
        let link = try #require(try await server.links.make(for: mail, queued: queued)).token.value
        let signIn = try await signIn(at: server)
        let code = try server.hostSignIns.code(for: signIn, at: "app.example", state: HostSignIns.digest(of: "s"))
        let there = try #require(try await server.hostSignIns.redeem(code, at: "app.example", state: "s"))
        try await keyStore().putInForce(box([Self.new, Self.old]), others: .revoked)
        await #expect(throws: LinkProblem.self) { try await server.links.open(link, for: [.registration]) }
        let found = try await server.hostSignIns.signIn(there.token.digest, at: "app.example", client: Client())
        #expect(found == nil)
        let again = try #require(try await self.server([Self.new]).links.make(for: mail, queued: queued)).token.value
        #expect(try await server.links.open(again, for: [.registration]).email == mail.recipient)
    }
}
