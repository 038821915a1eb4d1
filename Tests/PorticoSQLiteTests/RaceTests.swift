import Foundation
import PorticoAuth
import PorticoConfig
import Testing

@testable import PorticoSQLite

@Suite("15.4.2 What happens at once")
struct RaceTests {
    @Test("7.4.1 a sign-out wins over reads, uses and changes that are under way")
    func signOutWins() async throws {
        try await withStores { cached, store, _ in
            for _ in 0..<50 {
                let made = try await cached.signInAda()
                let next = Token.random().digest
                let id = made.browser.signIns[0].id
                let change = AutomaticSignInChange(
                    token: made.token, signIn: id, isAutomatic: true, newRun: Token.random().digest, record: nil,
                    time: start)
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<4 {
                        group.addTask { _ = try await cached.browser(made.token) }
                        group.addTask { try await cached.recordUse([id: SignInUse(time: start + 60)]) }
                        group.addTask { _ = try? await cached.setAutomatic(change) }
                    }
                    group.addTask { try? await cached.select(id, in: made.token, at: start) }
                    group.addTask { try await cached.signOut(made.token, newToken: next) }
                    try await group.waitForAll()
                }
                #expect(try await cached.browser(made.token) == nil)
                #expect(try await cached.browser(next)?.signIns.isEmpty == true)
                #expect(try await store.browser(next)?.signIns.isEmpty == true)
            }
        }
    }

    @Test("of a hundred sign-ins and sign-outs with one token, one gets the browser and the others revive nothing")
    func hundredWays() async throws {
        try await withStores { cached, store, database in
            let made = try await cached.signInAda()
            let signedOut = (0..<50).map { _ in Token.random().digest }
            let signedIn = try await withThrowingTaskGroup(of: TokenDigest?.self) { group in
                for token in signedOut {
                    group.addTask {
                        try await cached.signOut(made.token, newToken: token)
                        return nil
                    }
                    group.addTask { try await cached.signInAda(previous: made.token).token }
                }
                return try await group.reduce(into: [TokenDigest]()) { if let token = $1 { $0.append(token) } }
            }
            #expect(try await cached.browser(made.token) == nil)
            for token in signedIn { #expect(try await cached.browser(token)?.signIns.count == 1) }
            var left: [Browser] = []
            for token in signedOut { if let browser = try await store.browser(token) { left.append(browser) } }
            #expect(left.count <= 1)
            #expect(left.flatMap(\.signIns).isEmpty)
            let active = try await database.texts("SELECT count(*) FROM sign_ins WHERE ended_at IS NULL")
            #expect(active == ["\(signedIn.count)"])
            let old = try await database.texts(
                "SELECT id FROM sign_ins WHERE ended_at IS NULL AND id = \(made.browser.signIns[0].id)")
            #expect(old == [], "the sign-in that was replaced or ended is not there")
        }
    }

    @Test("of many who repeat one request, one has its effect")
    func repeatedRequests() async throws {
        try await withStores { cached, _, database in
            let made = try await cached.signInAda()
            let record = RequestRecord(
                account: ada, route: "/r", key: "k", body: [1], outcome: RequestOutcome(status: 303, location: "/"))
            let change = AutomaticSignInChange(
                token: made.token, signIn: made.browser.signIns[0].id, isAutomatic: false, newRun: nil, record: record,
                time: start)
            let effects = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<30 { group.addTask { try await cached.setAutomatic(change) == nil } }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(effects == 1)
            #expect(try await database.texts("SELECT key FROM request_records") == ["k"])
        }
    }

    @Test("two processes write at once, and both succeed")
    func twoProcesses() async throws {
        try await DatabaseFolder.with { folder in
            let stores = [SQLiteAuthStore(try folder.open()), SQLiteAuthStore(try folder.open())]
            try await stores[0].addAda()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<40 { group.addTask { _ = try await stores[number % 2].signInAda() } }
                try await group.waitForAll()
            }
        }
    }

    @Test("no sign-in with the old password outlives its change, in ten rounds of a hundred")
    func passwordChange() async throws {
        try await withStores { cached, _, _ in
            try await cached.setPassword(PasswordChange(account: ada, hash: "0", time: start))
            for round in 0..<10 {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for number in 0..<100 {
                        group.addTask {
                            if number == 10 * round {
                                try await cached.setPassword(
                                    PasswordChange(account: ada, hash: "\(round + 1)", time: start))
                            } else {
                                _ = try await succeeds { try await cached.signInAda(passwordHash: "\(round)") }
                            }
                        }
                    }
                    try await group.waitForAll()
                }
                #expect(try await cached.signIns(of: ada).isEmpty, "round \(round)")
            }
            _ = try await cached.signInAda(passwordHash: "10")
        }
    }

    @Test("of many who replace one password, one does")
    func passwordReplaced() async throws {
        try await withStores { cached, _, _ in
            let replaced = try await successes(100) { number in
                try await cached.setPassword(
                    PasswordChange(account: ada, hash: "new \(number)", replacing: "hash", time: start))
            }
            #expect(replaced == 1)
        }
    }

    private func withStores(
        _ work: (CachedAuthStore, SQLiteAuthStore, Database) async throws -> Void
    ) async throws {
        try await DatabaseFolder.with { folder in
            let database = try folder.open()
            let store = SQLiteAuthStore(database)
            try await store.addAda()
            try await work(CachedAuthStore(store), store, database)
        }
    }
}
