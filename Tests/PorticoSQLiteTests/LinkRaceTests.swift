import Foundation
import PorticoAuth
import PorticoConfig
import PorticoSQL
import Testing

@testable import PorticoSQLite

@Suite("15.4.2 Concurrent use of links, limits and administration")
struct LinkRaceTests {
    private let email = EmailAddress("ada@door.example")!

    @Test("a link sets one password, however many use it at once", arguments: DatabaseKind.shared)
    func passwords(kind: DatabaseKind) async throws {
        try await withStores(kind) { stores in
            let link = try await stores[0].addLink(.passwordReset, to: email)
            let set = try await successes(100) { number in
                try await stores[number % 2].setPassword(
                    PasswordChange(account: ada, hash: "new \(number)", link: link, time: start))
            }
            #expect(set == 1)
            await #expect(throws: LinkProblem.used) { try await stores[0].link(link, at: start) }
        }
    }

    @Test("a link creates one account, under however many names at once", arguments: DatabaseKind.shared)
    func accounts(kind: DatabaseKind) async throws {
        try await withStores(kind) { stores in
            let link = try await stores[0].addLink(.registration, of: nil, to: email)
            let made = try await successes(100) { number in
                let id = AccountID(server: .local, user: "user\(number)")
                let account = Account(id: id, name: "Ada", isAdministrator: false, createdAt: start)
                try await stores[number % 2].add(AccountAddition(account, passwordHash: "hash", link: link))
            }
            #expect(made == 1)
            #expect(try await stores[0].accounts().count == 2)
        }
    }

    @Test("a link ends a sign-in once, and the log has it once", arguments: DatabaseKind.shared)
    func endings(kind: DatabaseKind) async throws {
        try await withStores(kind) { stores in
            let made = try await stores[0].signInAda()
            let link = Token.random().digest
            let signIn = made.browser.signIns[0].id
            try await stores[0].add(
                OneTimeLink(.endSignIn, account: ada, email: email, signIn: signIn, expiresAt: start + 60),
                tokens: [link])
            let event = SecurityEvent(.sessionEnded, account: ada, client: Client(), time: start)
            let ended = try await successes(100) { number in
                _ = try await stores[number % 2].endSignIn(using: link, event: event, at: start)
            }
            #expect(ended == 1)
            #expect(try await stores[0].events(SecurityEventQuery()).map(\.event) == [event])
        }
    }

    @Test(
        "one of many accounts that confirm one address gets it, and the links of the others still work",
        arguments: DatabaseKind.shared)
    func addresses(kind: DatabaseKind) async throws {
        try await withStores(kind) { stores in
            var links: [TokenDigest] = []
            for number in 0..<20 {
                let id = AccountID(server: .local, user: "user\(number)")
                try await stores[0].addAccount(id, name: "Ada")
                links.append(try await stores[0].addLink(.emailChange, of: id, to: email))
            }
            let confirmed = try await successes(100) { [links] number in
                _ = try await stores[number % 2].setEmail(using: links[number % 20], event: nil, at: start)
            }
            #expect(confirmed == 1)
            var working = 0
            for link in links where (try? await stores[0].link(link, at: start)) != nil { working += 1 }
            #expect(working == 19)
            #expect(try await stores[0].accounts().count { $0.email == email } == 1)
        }
    }

    @Test("a limit of ten admits ten of a hundred", arguments: DatabaseKind.shared)
    func attempts(kind: DatabaseKind) async throws {
        try await withStores(kind) { stores in
            let limits = [
                LimitKey("a"): Limit(attempts: 10, window: 60), LimitKey("b"): Limit(attempts: 50, window: .infinity),
            ]
            let taken = try await successes(100) { number in
                try await stores[number % 2].countAttempt(limits, at: start + Double(number) / 1000)
            }
            #expect(taken == 10)
        }
    }

    @Test("one administrator remains when all remove each other's role", arguments: DatabaseKind.shared)
    func administrators(kind: DatabaseKind) async throws {
        try await withStores(kind) { stores in
            let ids = (0..<10).map { AccountID(server: .local, user: "user\($0)") }
            for id in ids { try await stores[0].addAccount(id, name: "Ada", isAdministrator: true) }
            let lost = try await successes(100) { number in
                let (store, id) = (stores[number % 2], ids[number % 10])
                switch number % 3 {
                case 0: try await store.setAdministrator(false, id, event: nil, at: Date())
                case 1: try await store.setDisabled(true, id, event: nil, at: start)
                default: try await store.delete(id, event: nil, at: start)
                }
            }
            #expect(lost >= 9)
            #expect(try await stores[0].accounts().count { $0.isAdministrator && !$0.isDisabled } == 1)
        }
    }

    /// Two servers on one database, with Ada's account.
    private func withStores(
        _ kind: DatabaseKind, _ work: ([SQLAuthStore]) async throws -> Void
    ) async throws {
        try await kind.withDatabases(2) { databases in
            let stores = databases.map { SQLAuthStore($0) }
            try await stores[0].addAda()
            try await work(stores)
        }
    }
}
