import Foundation
import PorticoAuth
import PorticoConfig
import PorticoSQL
import PorticoTestSupport
import Synchronization
import Testing

@testable import PorticoPostgreSQL

@Suite(
    "Announcements of servers on one database", .serialized, .timeLimit(.minutes(20)),
    .enabled(if: TestPostgreSQL.isAvailable, "\(TestPostgreSQL.reason)"))
struct ListeningTests {
    @Test("reach the others after the commit, and not the sender")
    func committed() async throws {
        struct Refused: Error {}
        try await TestPostgreSQL.withDatabase { options in
            let (sender, receiver) = (PostgreSQLDatabase(options), PostgreSQLDatabase(options))
            var own = sender.announcements().makeAsyncIterator()
            var others = receiver.announcements().makeAsyncIterator()
            try #require(await own.next(where: { if case .connected = $0 { true } else { false } }))
            try #require(await others.next(where: { if case .connected = $0 { true } else { false } }))
            try? await sender.write { connection in
                try connection.announce(.workplaces)
                throw Refused()
            }
            _ = try await SQLConfigStore(sender).set(["key": "1"], in: .installation, seen: nil)
            try await receiver.write { try $0.announce(.workplaces) }
            let change = await others.nextChange()
            guard case .values(let values) = change else {
                Issue.record("it is \(change as Any)")
                return
            }
            #expect(values == ConfigChange(scope: .installation, keys: ["key"]))
            let back = await own.nextChange()
            guard case .workplaces = back else {
                Issue.record("it is \(back as Any)")
                return
            }
        }
    }

    @Test("contain the values of a deleted account, which another account of the same name must not get")
    func deletedAccount() async throws {
        try await TestPostgreSQL.withDatabase { options in
            let (sender, receiver) = (PostgreSQLDatabase(options), PostgreSQLDatabase(options))
            var others = receiver.announcements().makeAsyncIterator()
            try #require(await others.next(where: { if case .connected = $0 { true } else { false } }))
            let ada = AccountID(server: .local, user: "ada")
            try await SQLAuthStore(sender).write { try $0.deleteAccount(ada) }
            let change = await others.nextChange()
            guard case .values(let values) = change else {
                Issue.record("it is \(change as Any)")
                return
            }
            #expect(values.keys.keys.contains(.person(ada)))
        }
    }

    @Test("are reported as lost, and as restored, with the connection")
    func reconnecting() async throws {
        try await TestPostgreSQL.withDatabase { options in
            var announcements = PostgreSQLDatabase(options).announcements().makeAsyncIterator()
            for _ in 0..<2 {
                try #require(await announcements.next(where: { if case .connected = $0 { true } else { false } }))
                try PostgreSQLSession(options).run(
                    "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
                        + " AND datname = current_database()")
                try #require(await announcements.next(where: { if case .lost = $0 { true } else { false } }))
            }
        }
    }

    @Test("are reported as missing if notifications do not arrive, and then the server does not lead")
    func deaf() async throws {
        try await TestPostgreSQL.withDatabase { options in
            var address = try #require(URLComponents(string: options.url))
            let port = try #require(PostgreSQLOptions.parameters(of: options.url)?["port"].flatMap { Int($0) })
            try await Relay.with(to: port, swallowsNotifications: true) { _, port in
                (address.user, address.host, address.port) = ("postgres", "127.0.0.1", port)
                address.queryItems = [URLQueryItem(name: "sslmode", value: "disable")]
                let database = PostgreSQLDatabase(PostgreSQLOptions(url: try #require(address.string)))
                var announcements = database.announcements().makeAsyncIterator()
                let first = await announcements.next()
                guard case .lost(let reason)? = first else {
                    Issue.record("it is \(first as Any)")
                    return
                }
                #expect(reason.contains("a pooler before the database must work by session"), "\(reason)")
                #expect(database.lastHeard == nil)
            }
        }
    }

    @Test("name a pooler if another client has prepared a statement")
    func preparedElsewhere() {
        let failure = PostgreSQLFailure(code: "42P05", message: "prepared statement \"s0\" already exists")
        #expect(failure.description.hasSuffix("; a pooler before the database must work by session, or be passed by"))
        #expect((failure.ofStorage as? StorageFailure)?.cause == .pooler)
    }

    @Test("have another leader once the first must not lead")
    func mayLead() async throws {
        try await TestPostgreSQL.withDatabase { options in
            let mayLead = Atomic(true)
            var first = PostgreSQLDatabase(options).announcements { mayLead.load(ordering: .relaxed) }
                .makeAsyncIterator()
            try #require(await first.next(where: { if case .leading(true) = $0 { true } else { false } }))
            mayLead.store(false, ordering: .relaxed)
            try #require(await first.next(where: { if case .leading(false) = $0 { true } else { false } }))
            var second = PostgreSQLDatabase(options).announcements().makeAsyncIterator()
            #expect(await second.next(where: { if case .leading(true) = $0 { true } else { false } }))
        }
    }

    @Test(
        "have events in one order for all servers, the sender and a later server included",
        .timeLimit(.minutes(20)))
    func events() async throws {
        try await TestPostgreSQL.withDatabase { options in
            let (first, second) = (PostgreSQLDatabase(options), PostgreSQLDatabase(options))
            var own = first.announcements().makeAsyncIterator()
            var others = second.announcements().makeAsyncIterator()
            try #require(await own.next(where: { if case .connected = $0 { true } else { false } }))
            try #require(await others.next(where: { if case .connected = $0 { true } else { false } }))
            try await withThrowingTaskGroup { group in
                for number in 0..<40 {
                    let event = Data(String(repeating: "\(number) ", count: number % 8 == 0 ? 9000 : 1).utf8)
                    group.addTask { try await (number % 2 == 0 ? first : second).send(event: event) }
                }
                try await group.waitForAll()
            }
            let sent = await own.events(40)
            #expect(Set(sent.map(\.data)).count == 40)
            #expect(sent.map(\.number) == sent.map(\.number).sorted())
            #expect(await others.events(40) == sent)
            var late = PostgreSQLDatabase(options).announcements().makeAsyncIterator()
            #expect(await late.events(40) == sent)
            #expect(await late.newest() == sent.last?.number)
            try PostgreSQLSession(options).run("DELETE FROM live_events")
            var later = PostgreSQLDatabase(options).announcements().makeAsyncIterator()
            #expect(await later.newest() == sent.last?.number, "the server knows the number of deleted events")
        }
    }

    @Test("have one leader, and another one when that is gone")
    func leading() async throws {
        try await TestPostgreSQL.withDatabase { options in
            var other: AsyncStream<SQLAnnouncement>.Iterator
            do {
                var first = PostgreSQLDatabase(options).announcements().makeAsyncIterator()
                try #require(await first.next(where: { if case .leading(true) = $0 { true } else { false } }))
                other = PostgreSQLDatabase(options).announcements().makeAsyncIterator()
                try #require(await other.next(where: { if case .connected = $0 { true } else { false } }))
            }
            // Nobody reads the first stream any more, so it ends.
            #expect(await other.next(where: { if case .leading(true) = $0 { true } else { false } }))
        }
    }
}

private struct NumberedEvent: Hashable {
    let number: Int64
    let data: Data
}

extension AsyncStream<SQLAnnouncement>.Iterator {
    fileprivate mutating func events(_ count: Int) async -> [NumberedEvent] {
        var events: [NumberedEvent] = []
        while events.count < count, let announcement = await next() {
            if case .event(let number, let data) = announcement {
                events.append(NumberedEvent(number: number, data: data))
            }
        }
        return events
    }

    /// The number of the newest event at the start of listening.
    fileprivate mutating func newest() async -> Int64? {
        while let announcement = await next() {
            if case .caughtUp(let number) = announcement { return number }
        }
        return nil
    }

    /// Skips announcements until `isMeant` is true for one.
    ///
    /// - Returns: false if there is none.
    fileprivate mutating func next(where isMeant: (SQLAnnouncement) -> Bool) async -> Bool {
        while let announcement = await next() {
            if isMeant(announcement) { return true }
        }
        return false
    }

    fileprivate mutating func nextChange() async -> SQLChange? {
        while let announcement = await next() {
            if case .change(let change) = announcement { return change }
        }
        return nil
    }
}
