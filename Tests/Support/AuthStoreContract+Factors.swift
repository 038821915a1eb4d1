import Foundation
import PorticoAuth
import PorticoConfig
import Testing

extension AuthStoreContract {
    static let factors =
        authenticatorApps + recoveryCodes + resets + trustedBrowsers + pendingSignIns + allFactors + required

    private static let required: [Contract<any AuthStore>] = [
        Contract("the times since which accounts must have a second factor are stored, also none") { store in
            #expect(try await store.read { try $0.requiredFactors() } == RequiredFactors())
            for required in [
                RequiredFactors(administrators: start, all: start + 1), RequiredFactors(administrators: start + 2),
                RequiredFactors(all: start), RequiredFactors(),
            ] {
                try await store.write { try $0.set(required) }
                #expect(try await store.read { try $0.requiredFactors() } == required)
            }
        },
        Contract("an account has a short password until another one is stored, but not with a stronger hash of it") {
            store in
            try await store.addAccount(ada)
            let isShort = { try await store.read { try $0.credential(of: ada)?.hasShortPassword } }
            #expect(try await isShort() == false)
            try await store.setPassword(PasswordChange(account: ada, hash: "short", isShort: true, time: start))
            #expect(try await isShort() == true)
            try await store.upgradePasswordHash(from: "short", to: "stronger", of: ada)
            #expect(try await isShort() == true)
            try await store.setPassword(PasswordChange(account: ada, hash: "long", time: start))
            #expect(try await isShort() == false)
        },
        Contract("the time since an account is an administrator's is stored until it is none") { store in
            for id in [ada, bob] { try await store.addAccount(id, isAdministrator: id == bob) }
            let since = { try await store.account(ada)?.administratorSince }
            #expect(try await since() == nil)
            try await store.setAdministrator(true, ada, event: nil, at: start)
            try await store.setAdministrator(true, ada, event: nil, at: start + 1)
            #expect(try await since() == start)
            let tokens = try await store.signInForTest(ada)
            #expect(try await store.browser(tokens.token)?.signIns.first?.account.administratorSince == start)
            try await store.setAdministrator(false, ada, event: nil, at: start + 2)
            #expect(try await since() == nil)
        },
    ]

    private static let authenticatorApps: [Contract<any AuthStore>] = [
        Contract("an account has one authenticator app, the last that was set up") { store in
            for id in [ada, bob] { try await store.addAccount(id) }
            #expect(try await store.totp(of: ada) == nil)
            let later = StoredTOTP(sealedSecret: Data([0, 255]), addedAt: start + 1, lastStep: .max)
            for totp in [app("1"), later] {
                try await store.write { try $0.set(totp, of: ada) }
                #expect(try await store.totp(of: ada) == totp)
            }
            #expect(try await store.totp(of: bob) == nil)
        },
        Contract("the code of a time step works once, and so do those of later steps only") { store in
            for id in [ada, bob] { try await store.addAccount(id) }
            #expect(try await store.write { try $0.useTOTP(step: 11, of: ada) } == false, "there is no app")
            for id in [ada, bob] { try await store.write { try $0.set(app("1"), of: id) } }
            for (step, works) in [(9, false), (10, false), (12, true), (12, false), (11, false), (13, true)] {
                #expect(try await store.write { try $0.useTOTP(step: Int64(step), of: ada) } == works, "\(step)")
            }
            #expect(try await store.totp(of: ada)?.lastStep == 13)
            #expect(try await store.totp(of: bob) == app("1"))
        },
        Contract("a secret is sealed again unless the app was replaced, and its last step stays") { store in
            for id in [ada, bob] { try await store.addAccount(id) }
            for id in [ada, bob] { try await store.write { try $0.set(app("1"), of: id) } }
            try await store.write { try $0.reseal(Data("0".utf8), to: Data("2".utf8), of: ada) }
            #expect(try await store.totp(of: ada) == app("1"))
            try await store.write { try $0.reseal(Data("1".utf8), to: Data("2".utf8), of: ada) }
            #expect(try await store.totp(of: ada) == app("2"))
            #expect(try await store.totp(of: bob) == app("1"))
        },
        Contract("the apps of all accounts follow each other by server and user name") { store in
            for id in [elsewhere, bob, ada] {
                try await store.addAccount(id)
                try await store.write { try $0.set(app(id.user), of: id) }
            }
            var last: AccountID?
            for id in [ada, bob, elsewhere] {
                #expect(try await store.apps(after: last, limit: 1) == [App(account: id, totp: app(id.user))])
                last = id
            }
            #expect(try await store.apps(after: last, limit: 1) == [])
            #expect(try await store.apps(after: nil, limit: 9).map(\.account) == [ada, bob, elsewhere])
        },
    ]

    private static let recoveryCodes: [Contract<any AuthStore>] = [
        Contract("a recovery code works once, and only for its account") { store in
            for id in [ada, bob] { try await store.addAccount(id) }
            let codes = [Token.random().digest, Token.random().digest]
            try await store.write { try $0.setRecoveryCodes(codes, of: ada) }
            for (code, account, works) in [
                (codes[0], bob, false), (Token.random().digest, ada, false), (codes[0], ada, true),
                (codes[0], ada, false),
            ] {
                #expect(try await store.write { try $0.useRecoveryCode(code, of: account, at: start) } == works)
            }
            let stored = try await store.read { try $0.recoveryCodes(of: ada) }
            let expected = [StoredRecoveryCode(digest: codes[0], usedAt: start), StoredRecoveryCode(digest: codes[1])]
            #expect(Set(stored) == Set(expected))
        },
        Contract("new recovery codes replace the earlier ones of the account") { store in
            for id in [ada, bob] { try await store.addAccount(id) }
            let (old, new) = (Token.random().digest, Token.random().digest)
            for id in [ada, bob] { try await store.write { try $0.setRecoveryCodes([old], of: id) } }
            try await store.write { try $0.setRecoveryCodes([new], of: ada) }
            #expect(try await store.write { try $0.useRecoveryCode(old, of: ada, at: start) } == false)
            #expect(try await store.read { try $0.recoveryCodes(of: ada).map(\.digest) } == [new])
            #expect(try await store.read { try $0.recoveryCodes(of: bob).map(\.digest) } == [old])
        },
    ]

    private static let resets: [Contract<any AuthStore>] = [
        Contract("an account has one reset that waits, until it is deleted once") { store in
            for id in [ada, bob] { try await store.addAccount(id) }
            let first = FactorReset(of: ada, by: elsewhere, at: start, dueAt: start + 60)
            let second = FactorReset(of: ada, by: bob, at: start + 1, dueAt: start + 61)
            for (reset, isStored) in [(first, true), (second, false)] {
                #expect(try await store.write { try $0.insert(reset) } == isStored)
            }
            #expect(try await store.read { try $0.factorReset(of: ada) } == first)
            #expect(try await store.read { try $0.factorReset(of: bob) } == nil)
            for isDeleted in [true, false] {
                #expect(try await store.write { try $0.deleteFactorReset(of: ada) } == isDeleted)
            }
            #expect(try await store.read { try $0.factorReset(of: ada) } == nil)
        },
        Contract("resets that are due follow each other by time, at most some at once") { store in
            for (id, seconds) in [(ada, 60.0), (bob, 30), (elsewhere, 90)] {
                try await store.addAccount(id)
                let reset = FactorReset(of: id, by: bob, at: start, dueAt: start + seconds)
                #expect(try await store.write { try $0.insert(reset) })
            }
            let due = { (seconds: TimeInterval, limit: Int) in
                try await store.read { try $0.factorResets(dueBy: start + seconds, limit: limit).map(\.account) }
            }
            #expect(try await due(29, 9) == [])
            #expect(try await due(60, 9) == [bob, ada])
            #expect(try await due(90, 2) == [bob, ada])
            try await store.delete(bob, event: nil, at: start)
            #expect(try await due(90, 9) == [ada, elsewhere], "a deleted account has none")
        },
    ]

    private static let trustedBrowsers: [Contract<any AuthStore>] = [
        Contract("an account trusts a browser from a time on, and no other account does") { store in
            for id in [ada, bob] { try await store.addAccount(id) }
            let (here, there) = (try await store.signInForTest(ada), try await store.signInForTest(ada))
            let client = Client(address: "192.0.2.7", agent: "Firefox on Linux")
            try await store.trust(here, client: Client(address: "192.0.2.1"))
            try await store.trust(here, client: client, after: 2)
            try await store.trust(there, after: 1)
            #expect(try await store.isTrusted(here.browser.id, for: ada, since: start + 2))
            #expect(try await store.isTrusted(there.browser.id, for: ada, since: start + 1))
            #expect(try await store.isTrusted(there.browser.id, for: ada, since: start + 2) == false)
            #expect(try await store.isTrusted(here.browser.id, for: bob, since: start) == false)
            let (first, second) = (
                TrustedBrowser(browser: here.browser.id, client: client, since: start + 2),
                TrustedBrowser(browser: there.browser.id, client: Client(), since: start + 1)
            )
            #expect(try await store.read { try $0.trustedBrowsers(of: ada, since: start) } == [first, second])
            #expect(try await store.read { try $0.trustedBrowsers(of: ada, since: start + 2) } == [first])
        },
        Contract("the trust of an account ends in one browser, or in all") { store in
            for id in [ada, bob] { try await store.addAccount(id) }
            let made = [try await store.signInForTest(ada), try await store.signInForTest(ada)]
            for made in made { for id in [ada, bob] { try await store.trust(made, of: id) } }
            try await store.write { try $0.endTrust(of: ada, in: made[0].browser.id) }
            #expect(try await store.factors(of: ada).browsers == 1)
            #expect(try await store.isTrusted(made[1].browser.id, for: ada, since: start))
            try await store.write { try $0.endTrust(of: ada, in: nil) }
            #expect(try await store.factors(of: ada).browsers == 0)
            #expect(try await store.factors(of: bob).browsers == 2)
        },
        Contract("trust from before a time is deleted, at most some at once, and no other") { store in
            for id in [ada, bob] { try await store.addAccount(id) }
            let (old, new) = (try await store.signInForTest(ada), try await store.signInForTest(ada))
            for id in [ada, bob] { try await store.trust(old, of: id) }
            for id in [ada, bob] { try await store.trust(new, of: id, after: 1) }
            #expect(try await store.write { try $0.deleteTrust(before: start + 1, limit: 1) } == 1)
            try await store.deleteTrust(before: start + 1)
            for id in [ada, bob] {
                #expect(try await store.isTrusted(old.browser.id, for: id, since: start) == false)
                #expect(try await store.isTrusted(new.browser.id, for: id, since: start))
            }
        },
        Contract("the trust in a deleted browser is deleted with it") { store in
            try await store.addAccount(ada)
            try await store.trust(store.signInForTest(ada))
            _ = try await store.signInForTest(ada, after: 60)
            #expect(try await store.deleteSignIns(lastUsedBefore: start + 1) == 1)
            #expect(try await store.factors(of: ada).browsers == 0)
        },
    ]

    private static let pendingSignIns: [Contract<any AuthStore>] = [
        Contract("a pending sign-in is returned as it was stored, and is taken once") { store in
            for id in [ada, elsewhere] { try await store.addAccount(id) }
            for stored in [
                pending(), pending(gateway: try record("1")), pending(gateway: try record("1", groups: [])),
                pending(gateway: try record("1", groups: ["staff", "night-shift"])),
            ] {
                let token = Token.random().digest
                try await store.add(stored, token: token)
                #expect(try await store.pendingSignIn(token) == stored)
                #expect(try await store.pendingSignIn(Token.random().digest) == nil)
                #expect(try await store.write { try $0.takePendingSignIn(token) })
                #expect(try await store.write { try $0.takePendingSignIn(token) } == false)
                #expect(try await store.pendingSignIn(token) == nil)
            }
            #expect(try await store.ended() == [], "the sign-in has the token")
        },
        Contract("pending sign-ins from before a time are deleted, and their tokens are queued to be ended") { store in
            try await store.addAccount(elsewhere)
            let (old, other, new) = (Token.random().digest, Token.random().digest, Token.random().digest)
            try await store.add(pending(gateway: try record("1")), token: old)
            try await store.add(pending(of: elsewhere), token: other)
            try await store.add(pending(gateway: try record("2"), after: 1), token: new)
            #expect(try await store.write { try $0.deletePendingSignIns(before: start + 1, limit: 1) } == 1)
            try await store.deletePendingSignIns(before: start + 1)
            for (token, isKept) in [(old, false), (other, false), (new, true)] {
                #expect((try await store.pendingSignIn(token) != nil) == isKept)
            }
            #expect(try await store.ended() == ["1"])
        },
        Contract("pending sign-ins of a disabled account are deleted, and their tokens are queued to be ended") {
            store in
            for id in [ada, elsewhere] { try await store.addAccount(id) }
            let (ended, other) = (Token.random().digest, Token.random().digest)
            try await store.add(pending(of: elsewhere, gateway: try record("1")), token: ended)
            try await store.add(pending(of: ada), token: other)
            try await store.setDisabled(true, elsewhere, event: nil, at: start)
            #expect(try await store.pendingSignIn(ended) == nil)
            #expect(try await store.pendingSignIn(other) != nil)
            #expect(try await store.ended() == ["1"])
        },
        Contract("the token of a pending sign-in counts as in force, and is ended with the account") { store in
            try await store.addAccount(elsewhere)
            _ = try await store.signInForTest(elsewhere, gateway: try record("1"))
            try await store.add(pending(gateway: try record("2")), token: Token.random().digest)
            #expect(try await store.gatewayTokens(of: elsewhere) == [Data("1".utf8), Data("2".utf8)])
            #expect(try await store.gatewayTokens(of: ada) == [])
            try await store.delete(elsewhere, event: nil, at: start)
            #expect(try await store.ended().sorted() == ["1", "2"])
        },
        Contract("the tokens of pending sign-ins are sealed again in the order of their places") { store in
            try await store.addAccount(elsewhere)
            for token in ["1", "2"] {
                try await store.add(pending(gateway: try record(token)), token: Token.random().digest)
            }
            try await store.add(pending(of: elsewhere), token: Token.random().digest)
            var place: StoredGatewayToken.Place? = .pending(.least)
            var found: [String] = []
            while let after = place {
                let tokens = try await store.write { transaction in
                    let tokens = try transaction.storedGatewayTokens(after: after, limit: 1)
                    for token in tokens { try transaction.replace(token, by: token.sealed + Data("x".utf8)) }
                    return tokens
                }
                #expect(tokens.allSatisfy { $0.account == elsewhere })
                found += tokens.map { String(decoding: $0.sealed, as: UTF8.self) }
                place = tokens.last?.place
            }
            #expect(found.sorted() == ["1", "2"])
            let resealed = try await store.gatewayTokens(of: elsewhere).map { String(decoding: $0, as: UTF8.self) }
            #expect(resealed.sorted() == ["1x", "2x"])
            #expect(try await store.ended() == [])
        },
    ]

    private static let allFactors: [Contract<any AuthStore>] = [
        Contract("removing the factors of an account ends its trust, and leaves those of others") { store in
            for id in [ada, bob] { try await store.addAccount(id) }
            let made = try await store.signInForTest(ada)
            for id in [ada, bob] { try await store.addFactors(of: id, in: made.browser.id) }
            #expect(try await store.write { try $0.deleteFactors(of: ada) })
            #expect(try await store.factors(of: ada) == Factors())
            #expect(try await store.factors(of: bob) == Factors(hasApp: true, codes: 2, browsers: 1))
            #expect(try await store.write { try $0.deleteFactors(of: ada) } == false)
        },
        Contract("a deleted account takes its factors along, and a later one of its name has none") { store in
            for id in [ada, bob] { try await store.addAccount(id) }
            let made = try await store.signInForTest(ada)
            let token = Token.random().digest
            for id in [ada, bob] { try await store.addFactors(of: id, in: made.browser.id) }
            try await store.add(pending(), token: token)
            try await store.delete(ada, event: nil, at: start)
            try await store.addAccount(ada)
            #expect(try await store.factors(of: ada) == Factors())
            #expect(try await store.pendingSignIn(token) == nil)
            #expect(try await store.factors(of: bob) == Factors(hasApp: true, codes: 2, browsers: 1))
        },
    ]

    private static func app(_ sealed: String) -> StoredTOTP {
        StoredTOTP(sealedSecret: Data(sealed.utf8), addedAt: start, lastStep: 10)
    }

    /// A pending sign-in of Ada, at the gateway if it has a record.
    private static func pending(
        of account: AccountID? = nil, gateway: GatewayRecord? = nil, after seconds: TimeInterval = 0
    ) -> PendingSignIn {
        PendingSignIn(
            account: account ?? (gateway == nil ? ada : elsewhere), method: .password, isAutomatic: gateway == nil,
            client: Client(address: "192.0.2.7", agent: "Firefox on Linux"),
            brought: gateway == nil ? Token.random().digest : nil, passwordHash: gateway == nil ? "hash" : nil,
            gateway: gateway, provenAt: start - 1, time: start + seconds)
    }

    private static func record(_ token: String, groups: [String]? = nil) throws -> GatewayRecord {
        let person = GatewayPerson(
            employeeNumber: try #require(EmployeeNumber("0042")), name: "Ada",
            groups: groups.map { Set($0.compactMap { GroupName($0) }) })
        return GatewayRecord(person: person, sealedToken: Data(token.utf8))
    }
}

/// An authenticator app with its account.
private struct App: Equatable {
    let account: AccountID
    let totp: StoredTOTP
}

/// The factors of an account.
private struct Factors: Equatable {
    var hasApp = false
    /// The number of recovery codes.
    var codes = 0
    /// The number of trusted browsers.
    var browsers = 0
}

extension AuthStore {
    fileprivate func totp(of account: AccountID) async throws -> StoredTOTP? {
        try await read { try $0.totp(of: account) }
    }

    fileprivate func apps(after last: AccountID?, limit: Int) async throws -> [App] {
        try await read { try $0.totps(after: last, limit: limit).map { App(account: $0.account, totp: $0.totp) } }
    }

    /// Gives an account an app, two recovery codes and a trusted browser.
    fileprivate func addFactors(of account: AccountID, in browser: Browser.ID) async throws {
        try await write { transaction in
            try transaction.set(
                StoredTOTP(sealedSecret: Data("1".utf8), addedAt: AuthStoreContract.start, lastStep: 10), of: account)
            try transaction.setRecoveryCodes([Token.random().digest, Token.random().digest], of: account)
            try transaction.trust(browser, for: account, client: Client(), at: AuthStoreContract.start)
        }
    }

    fileprivate func factors(of account: AccountID) async throws -> Factors {
        try await read { transaction in
            Factors(
                hasApp: try transaction.totp(of: account) != nil,
                codes: try transaction.recoveryCodes(of: account).count,
                browsers: try transaction.trustedBrowsers(of: account, since: .distantPast).count)
        }
    }

    fileprivate func trust(
        _ made: TestSignIn, of account: AccountID = AuthStoreContract.ada, client: Client = Client(),
        after seconds: TimeInterval = 0
    ) async throws {
        try await write {
            try $0.trust(made.browser.id, for: account, client: client, at: AuthStoreContract.start + seconds)
        }
    }

    fileprivate func isTrusted(
        _ browser: Browser.ID, for account: AccountID, since time: Date
    ) async throws -> Bool {
        try await read { try $0.isTrusted(browser, for: account, since: time) }
    }

    fileprivate func add(_ pending: PendingSignIn, token: TokenDigest) async throws {
        try await write { try $0.insert(pending, token: token) }
    }

    fileprivate func pendingSignIn(_ token: TokenDigest) async throws -> PendingSignIn? {
        try await read { try $0.pendingSignIn(token) }
    }
}
