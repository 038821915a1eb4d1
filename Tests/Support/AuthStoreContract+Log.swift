import Foundation
import PorticoAuth
import PorticoConfig
import Testing

extension AuthStoreContract {
    static let log: [Contract<any AuthStore>] = [
        Contract("an event of every kind is stored unchanged") { store in
            let client = Client(address: "2001:db8::1", agent: "Firefox on Linux")
            var told: [SecurityEvent] = []
            for kind in SecurityEvent.Kind.allCases {
                told.append(
                    SecurityEvent(
                        kind, account: ada, actor: elsewhere, client: client, time: start, detail: "it's\n✨"))
                told.append(SecurityEvent(kind, account: nil, client: Client(), time: start))
            }
            for event in told { try await store.add(event) }
            let events = try await store.events(SecurityEventQuery(after: 0, limit: 1000))
            #expect(events.map(\.event) == told)
            #expect(Set(events.map(\.id)).count == told.count)
        },
        Contract("the newest event in a server's log is stored") { store in
            #expect(try await store.read { try $0.newestWrittenEvent() } == 0)
            for id: LoggedEvent.ID in [7, 9] {
                try await store.write { try $0.setNewestWrittenEvent(id) }
                #expect(try await store.read { try $0.newestWrittenEvent() } == id)
            }
        },
        Contract("the oldest events beyond a number are deleted") { store in
            for seconds in 0..<5 { try await store.add(event(.signedIn, after: Double(seconds))) }
            for (maximum, count) in [(5, 5), (3, 3), (1, 1)] {
                try await store.deleteEvents(before: .distantPast, beyond: maximum)
                #expect(try await store.events(SecurityEventQuery()).count == count)
            }
            #expect(try await store.events(SecurityEventQuery()).first?.event.time == start.addingTimeInterval(4))
        },
        Contract("events are listed with the newest first, page by page") { store in
            for seconds in 0..<5 { try await store.add(event(.signedIn, after: Double(seconds))) }
            var times: [[TimeInterval]] = []
            var query = SecurityEventQuery(limit: 2)
            repeat {
                let events = try await store.events(query)
                times.append(events.map { $0.event.time.timeIntervalSince(start) })
                query.before = events.last?.id
            } while times.last?.isEmpty == false && times.count < 10
            #expect(times == [[4, 3], [2, 1], [0], []])
        },
        Contract("new events are listed with the oldest first") { store in
            for seconds in 0..<5 { try await store.add(event(.signedIn, after: Double(seconds))) }
            let ids = try await store.events(SecurityEventQuery()).map(\.id)
            #expect(ids == ids.sorted(by: >))
            let new = try await store.events(SecurityEventQuery(after: ids[3], limit: 2))
            #expect(new.map(\.id) == [ids[2], ids[1]])
            #expect(
                try await store.events(SecurityEventQuery(before: ids[0], after: ids[2])).map(\.id) == [ids[1]])
            #expect(try await store.events(SecurityEventQuery(after: ids[0])) == [])
        },
        Contract("events are found by account, by kind, by both") { store in
            try await store.add(event(.signedIn))
            try await store.add(SecurityEvent(.signedIn, account: elsewhere, actor: ada, client: Client(), time: start))
            try await store.add(SecurityEvent(.signInFailed, account: nil, client: Client(), time: start))
            try await store.add(event(.signInFailed))
            try await store.add(event(.disabled))
            func kinds(_ query: SecurityEventQuery) async throws -> [SecurityEvent.Kind] {
                try await store.events(query).map(\.event.kind)
            }
            #expect(try await kinds(.init(account: ada)) == [.disabled, .signInFailed, .signedIn])
            #expect(try await kinds(.init(kinds: [.signInFailed])) == [.signInFailed, .signInFailed])
            let failedOrDisabled: Set<SecurityEvent.Kind> = [.signInFailed, .disabled]
            #expect(try await kinds(.init(kinds: failedOrDisabled, limit: 2)) == [.disabled, .signInFailed])
            #expect(
                try await kinds(.init(kinds: failedOrDisabled, after: 0)) == [.signInFailed, .signInFailed, .disabled])
            #expect(
                try await kinds(.init(account: ada, kinds: [.signedIn, .disabled])) == [.disabled, .signedIn])
            #expect(try await kinds(.init(account: elsewhere, kinds: [.disabled])) == [])
            #expect(try await kinds(.init(account: bob)) == [])
        },
        Contract("events are found from a time on, and before one") { store in
            for seconds in 0..<5 { try await store.add(event(.signedIn, after: Double(seconds))) }
            let (since, until) = (start.addingTimeInterval(1), start.addingTimeInterval(3))
            func times(_ query: SecurityEventQuery) async throws -> [TimeInterval] {
                try await store.events(query).map { $0.event.time.timeIntervalSince(start) }
            }
            #expect(try await times(.init(since: since)) == [4, 3, 2, 1])
            #expect(try await times(.init(until: until)) == [2, 1, 0])
            #expect(try await times(.init(kinds: [.signedIn], since: since, until: until)) == [2, 1])
            #expect(try await times(.init(account: ada, since: since, until: until, limit: 1)) == [2])
            #expect(try await times(.init(limit: 0)) == [])
        },
        Contract("events are deleted when they are old enough, and no id is reused") { store in
            for seconds in 0..<3 { try await store.add(event(.signedIn, after: Double(seconds))) }
            let last = try await store.events(SecurityEventQuery(limit: 1))[0].id
            try await store.deleteEvents(before: start.addingTimeInterval(2), beyond: 9)
            #expect(try await store.events(SecurityEventQuery()).map(\.id) == [last])
            try await store.deleteEvents(before: .distantFuture, beyond: 9)
            try await store.add(event(.signedOut))
            let new = try await store.events(SecurityEventQuery(after: last))
            #expect(new.map(\.event.kind) == [.signedOut])
        },
    ]
}
