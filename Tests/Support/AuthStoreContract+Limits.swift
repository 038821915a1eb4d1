import Foundation
import PorticoAuth
import PorticoConfig
import Testing

extension AuthStoreContract {
    private static let key = LimitKey("test:key")
    private static let other = LimitKey("test:other")
    private static let three = Limit(attempts: 3, window: 60)

    static let limits: [Contract<any AuthStore>] = [
        Contract("as many attempts are allowed in a window as the limit says; the window begins with the first") {
            store in
            for seconds in [0.0, 30, 59] { try await store.take([key: three], after: seconds) }
            for seconds in [30.0, 59.999] { try await store.isReached(key, three, after: seconds, until: 60) }
            try await store.take([key: three], after: 60)
            for seconds in [100.0, 119] { try await store.take([key: three], after: seconds) }
            try await store.isReached(key, three, after: 119, until: 120)
        },
        Contract("a refused attempt is not counted") { store in
            for _ in 0..<3 { try await store.take([key: three]) }
            for seconds in [1.0, 50] { try await store.isReached(key, three, after: seconds, until: 60) }
            for _ in 0..<3 { try await store.take([key: three], after: 60) }
        },
        Contract("a window without an end lasts until it is cleared") { store in
            let limit = Limit(attempts: 1, window: .infinity)
            try await store.take([key: limit])
            try await store.deleteAttempts(endedBefore: .distantFuture)
            try await store.isReached(key, limit, after: 1e9, until: nil)
            try await store.write { try $0.deleteAttempts(key) }
            try await store.take([key: limit], after: 1e9)
        },
        Contract("several limits all count an attempt, or none does") { store in
            let one = Limit(attempts: 1, window: 60)
            try await store.take([key: one])
            let reached = LimitReached(key: key, until: start.addingTimeInterval(60))
            await #expect(throws: reached) { try await store.take([key: one, other: one], after: 1) }
            try await store.take([other: one], after: 2)
            try await store.isReached(other, one, after: 3, until: 62)
        },
        Contract("of several reached limits the one that lasts longest is returned") { store in
            let (short, long) = (Limit(attempts: 1, window: 60), Limit(attempts: 1, window: 600))
            try await store.take([key: short, other: long])
            let later = LimitReached(key: other, until: start.addingTimeInterval(600))
            await #expect(throws: later) { try await store.take([key: short, other: long]) }
            let endless = Limit(attempts: 1, window: .infinity)
            let third = LimitKey("test:endless")
            try await store.take([third: endless])
            await #expect(throws: LimitReached(key: third, until: nil)) {
                try await store.take([key: short, other: long, third: endless])
            }
        },
        Contract("a delay refuses the next attempt, and begins with the latest one") { store in
            let limit = Limit(attempts: 20, window: 600, delays: ProgressiveDelay(10...40))
            for second in 0..<11 { try await store.take([key: limit], after: Double(second)) }
            for seconds in [11, 19.9] {
                try await store.isReached(key, limit, after: seconds, until: 20, isDelay: true)
            }
            try await store.take([key: limit], after: 20)
            try await store.isReached(key, Limit(attempts: 12, window: 600), after: 21, until: 600)
        },
        Contract("with a wait, each further attempt waits as long after the latest one") { store in
            let limit = Limit(attempts: 2, window: .infinity, wait: 60)
            for seconds in [0.0, 1, 61, 121] { try await store.take([key: limit], after: seconds) }
            try await store.isReached(key, limit, after: 180, until: 181)
        },
        Contract("a limit of no attempts allows none") { store in
            try await store.isReached(key, Limit(attempts: 0, window: 60), after: 0, until: 60)
            try await store.take([:])
        },
        Contract("a changed limit is in force at once") { store in
            for _ in 0..<3 { try await store.take([key: three]) }
            try await store.take([key: Limit(attempts: 4, window: 60)], after: 1)
            try await store.isReached(key, three, after: 2, until: 60)
            try await store.isReached(key, Limit(attempts: 4, window: 600), after: 100, until: 600)
            try await store.take([key: Limit(attempts: 4, window: 30)], after: 31)
        },
        Contract("a refunded attempt can be made again") { store in
            for _ in 0..<3 { try await store.take([key: three, other: three]) }
            try await store.refundAttempt([key, LimitKey("test:never")])
            try await store.take([key: three], after: 1)
            try await store.isReached(key, three, after: 2, until: 60)
            try await store.isReached(other, three, after: 2, until: 60)
        },
        Contract("no more attempts are refunded than were made, and a window without attempts has not begun") {
            store in
            try await store.take([key: three])
            for _ in 0..<5 { try await store.refundAttempt([key]) }
            for seconds in [30.0, 31, 32] { try await store.take([key: three], after: seconds) }
            try await store.isReached(key, three, after: 70, until: 90)
        },
        Contract("clearing resets the named counters") { store in
            for _ in 0..<3 { try await store.take([key: three, other: three]) }
            try await store.write { try $0.deleteAttempts(key) }
            try await store.take([key: three])
            try await store.isReached(other, three, after: 0, until: 60)
        },
        Contract("counters whose window ended before a time are deleted, and no others") { store in
            let long = Limit(attempts: 3, window: 600)
            for _ in 0..<3 { try await store.take([key: three, other: long]) }
            try await store.deleteAttempts(endedBefore: start.addingTimeInterval(60))
            try await store.isReached(key, three, after: 1, until: 60)
            try await store.deleteAttempts(endedBefore: start.addingTimeInterval(61))
            try await store.take([key: three], after: 1)
            try await store.isReached(other, long, after: 1, until: 600)
        },
        Contract("a wrong clock locks nobody out for longer than the window") { store in
            for _ in 0..<3 { try await store.take([key: three], after: 86_400) }
            try await store.take([key: three])
        },
        Contract("of many concurrent attempts as many are allowed as the limit says") { store in
            let allowed = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<30 {
                    group.addTask {
                        do {
                            try await store.take([key: three], after: Double(number) / 1000)
                            return true
                        } catch is LimitReached { return false }
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(allowed == 3)
        },
    ]
}

extension AuthStore {
    fileprivate func take(_ limits: [LimitKey: Limit], after seconds: TimeInterval = 0) async throws {
        try await countAttempt(limits, at: AuthStoreContract.start.addingTimeInterval(seconds))
    }

    fileprivate func isReached(
        _ key: LimitKey, _ limit: Limit, after seconds: TimeInterval, until end: TimeInterval?,
        isDelay: Bool = false
    ) async throws {
        let reached = LimitReached(
            key: key, until: end.map { AuthStoreContract.start.addingTimeInterval($0) }, isDelay: isDelay)
        await #expect(throws: reached) { try await take([key: limit], after: seconds) }
    }
}
