import Foundation
import PorticoAuth
import PorticoConfig
import PorticoSQL
import PorticoTestSupport
import Synchronization
import Testing

@testable import PorticoPostgreSQL

@Suite("Security events of several servers", .enabled(if: TestPostgreSQL.isAvailable, "\(TestPostgreSQL.reason)"))
struct SecurityEventTests {
    private static func event(_ kind: SecurityEvent.Kind) -> SecurityEvent {
        SecurityEvent(kind, account: nil, client: Client(), time: Date(timeIntervalSince1970: 0))
    }

    @Test("do not delay the end of a long transaction, such as an import of people while others sign in")
    func longTransaction() async throws {
        try await TestPostgreSQL.withDatabase { options in
            let (database, other) = (PostgreSQLDatabase(options), PostgreSQLDatabase(options))
            let (store, rival) = (CachedAuthStore(SQLAuthStore(database)), CachedAuthStore(SQLAuthStore(other)))
            try await store.write { transaction in
                try transaction.insert(Self.event(.imported))
                _ = try transaction.events(SecurityEventQuery(before: 0))
                let isDone = DispatchSemaphore(value: 0)
                Task {
                    defer { isDone.signal() }
                    try await rival.add(Self.event(.signedIn))
                }
                #expect(isDone.wait(timeout: .now() + 30) == .success)
                try transaction.insert(Self.event(.registered))
            }
            #expect(database.repeatedTransactions == 0)
            let kinds = try await store.events(SecurityEventQuery(after: 0)).map(\.event.kind)
            #expect(kinds == [.signedIn, .imported, .registered])
        }
    }

    @Test("are committed in the order of their ids, so that a reader who follows them misses none")
    func order() async throws {
        try await TestPostgreSQL.withDatabase { options in
            let store = SQLAuthStore(PostgreSQLDatabase(options))
            let other = try PostgreSQLSession(options)
            try other.run("BEGIN; SELECT pg_advisory_xact_lock(\(AdvisoryLock.securityEvents.rawValue))")
            let isStored = Mutex(false)
            async let adding: Void = {
                try await store.add(Self.event(.signedIn))
                isStored.withLock { $0 = true }
            }()
            let waiting = """
                SELECT count(*) AS n FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
                    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
                """
            let database = PostgreSQLDatabase(options)
            #expect(
                try await eventually { try await database.ask { try $0.rows(waiting, [])[0].value("n") as Int } == 1 })
            #expect(isStored.withLock { !$0 })
            try other.run("COMMIT")
            try await adding
            #expect(try await store.events(SecurityEventQuery()).count == 1)
        }
    }
}
