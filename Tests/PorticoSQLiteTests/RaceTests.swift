import Foundation
import PorticoAuth
import PorticoConfig
import PorticoSQL
import Testing

@testable import PorticoSQLite

@Suite("15.4.2 Concurrent changes")
struct RaceTests {
    @Test("7.4.1 a sign-out wins over concurrent reads, uses and changes", arguments: DatabaseKind.shared)
    func signOutWins(kind: DatabaseKind) async throws {
        try await withStores(kind) { cached, store, _ in
            for _ in 0..<50 {
                let made = try await cached.signInAda()
                let next = Token.random().digest
                let id = made.browser.signIns[0].id
                let change = AutomaticSignInChange(
                    access: made.access, signIn: id, isAutomatic: true, newRun: Token.random().digest, time: start)
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<4 {
                        group.addTask { _ = try await cached.browser(made.access.token) }
                        group.addTask { try await cached.recordUse([id: SignInUse(time: start + 60)]) }
                        group.addTask { try? await cached.setAutomatic(change) }
                    }
                    group.addTask { try? await cached.select(id, in: made.access, at: start) }
                    group.addTask { try await cached.signOut(made.access, newToken: next) }
                    try await group.waitForAll()
                }
                #expect(try await cached.browser(made.access.token) == nil)
                #expect(try await cached.browser(next)?.signIns.isEmpty == true)
                #expect(try await store.browser(next)?.signIns.isEmpty == true)
            }
        }
    }

    @Test(
        "a hundred sign-ins and sign-outs in one browser revive none, lose none of others, and leave no dead token",
        arguments: DatabaseKind.shared)
    func hundredWays(kind: DatabaseKind) async throws {
        try await withStores(kind) { cached, store, database in
            try await cached.addAccount(bob, name: "Bob")
            let first = try await cached.signInAda()
            let token = Token.random().digest
            _ = try await cached.signIn(
                NewSignIn(
                    account: bob, method: .password, isAutomatic: true, access: first.access, token: token,
                    run: Token.random().digest, time: start))
            let access = BrowserAccess(first.browser.id, token: token)
            let adas = first.browser.signIns[0].id
            let tokens = try await withThrowingTaskGroup(of: TokenDigest?.self) { group in
                for _ in 0..<50 {
                    group.addTask {
                        let next = Token.random().digest
                        let isDone = try await succeeds {
                            try await cached.signOut(access, newToken: next, of: adas, events: [], at: start)
                        }
                        return isDone ? next : nil
                    }
                    group.addTask { try await cached.signInAda(in: access).access.token }
                }
                return try await group.compactMap(\.self).reduce(into: [TokenDigest]()) { $0.append($1) }
            }
            #expect(try await cached.browser(token) == nil)
            var signedIn: [[AccountID]] = []
            for token in tokens {
                let found = try #require(try await cached.browser(token))
                #expect(try await store.browser(token) == found)
                signedIn.append(found.signIns.map(\.account.id))
            }
            #expect(signedIn.filter { $0.contains(bob) }.count == 1, "one request gets the browser")
            #expect(signedIn.filter { $0.contains(ada) }.count == 50, "each sign-in has a token of its own")
            let open = "SELECT id FROM sign_ins WHERE user_name = 'ada' AND ended_at IS NULL"
            #expect(try await !database.texts(open).contains("\(adas)"), "the replaced or ended sign-in is in force")

            let last = tokens[try #require(signedIn.lastIndex { $0.contains(ada) })]
            let browser = try #require(try await cached.browser(last))
            let signIn = try #require(browser.signIns.first { $0.account.id == ada })
            try await cached.signOut(
                BrowserAccess(browser.id, token: last), newToken: Token.random().digest, of: signIn.id, events: [],
                at: start)
            #expect(try await database.texts(open).isEmpty, "a parallel sign-in outlives it")
            for token in tokens {
                let left = try await cached.browser(token)?.signIns.map(\.account.id) ?? []
                #expect(!left.contains(ada))
            }
        }
    }

    @Test("two processes write at once, and both succeed", arguments: DatabaseKind.shared)
    func twoProcesses(kind: DatabaseKind) async throws {
        try await kind.withDatabases(2) { databases in
            let stores = databases.map { SQLAuthStore($0) }
            try await stores[0].addAda()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<40 { group.addTask { _ = try await stores[number % 2].signInAda() } }
                try await group.waitForAll()
            }
        }
    }

    @Test(
        "no sign-in with the old password outlives its change, in ten rounds of a hundred",
        arguments: DatabaseKind.shared)
    func passwordChange(kind: DatabaseKind) async throws {
        try await withStores(kind) { cached, _, _ in
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

    @Test("one of many replacements of one password succeeds", arguments: DatabaseKind.shared)
    func passwordReplaced(kind: DatabaseKind) async throws {
        try await withStores(kind) { cached, _, _ in
            let replaced = try await successes(100) { number in
                try await cached.setPassword(
                    PasswordChange(account: ada, hash: "new \(number)", replacing: "hash", time: start))
            }
            #expect(replaced == 1)
        }
    }

    @Test(
        "one of many replacements of one value that all have read succeeds, also of two processes",
        arguments: DatabaseKind.shared)
    func configReplaced(kind: DatabaseKind) async throws {
        try await kind.withDatabases(2) { databases in
            let stores = databases.map { SQLConfigStore($0) }
            let scope = ConfigScope.person(ada)
            let seen = try await stores[0].set(["a": "0"], in: scope, seen: nil).stored.version
            let replaced = try await successes(100) { number in
                _ = try await stores[number % 2].replace(["a": seen], with: ["a": "\(number + 1)"], in: scope)
            }
            #expect(replaced == 1)
        }
    }

    private func withStores(
        _ kind: DatabaseKind, _ work: (CachedAuthStore, SQLAuthStore, any SQLDatabase) async throws -> Void
    ) async throws {
        try await kind.withDatabase { database in
            let store = SQLAuthStore(database)
            try await store.addAda()
            try await work(CachedAuthStore(store), store, database)
        }
    }
}
