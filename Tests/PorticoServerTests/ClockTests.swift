import Foundation
import Logging
import PorticoAuth
import PorticoConfig
import PorticoSQL
import PorticoSQLite
import PorticoTestSupport
import Synchronization
import Testing

@testable import PorticoServer

@Suite("The clock of a machine")
struct ClockTests {
    private let database: SQLiteDatabase
    private let time = MovableTime()
    private let recorder = LogRecorder()

    private final class MovableTime: Sendable {
        private let time = Mutex(Date())
        var value: Date { time.withLock { $0 } }
        func add(_ seconds: TimeInterval) { time.withLock { $0 += seconds } }
    }

    init() throws { database = try .inMemory() }

    private var store: SQLClockStore { SQLClockStore(database) }

    private func watch() -> ClockWatch {
        ClockWatch(store: store, clock: { [time] in time.value }, logger: recorder.logger)
    }

    private func pass(_ seconds: TimeInterval) { time.add(seconds) }

    @Test("is wrong after it was set, until it is right or accepted")
    func jump() async throws {
        let watch = watch()
        try await watch.compare()
        #expect(watch.problem == nil)
        pass(3600)
        try await watch.compare()
        #expect(watch.problem == "this machine's clock was set, and is 60 minutes ahead of the time that has passed")
        pass(-3600)
        try await watch.compare()
        #expect(watch.problem == nil)
        for _ in 0..<3 {
            pass(40)
            try await watch.compare()
            #expect(watch.problem == nil, "small steps do not add up")
        }
        pass(3600)
        _ = try await store.accept(at: time.value)
        try await watch.compare()
        #expect(watch.problem == nil)
    }

    @Test("is wrong before the newest event, unless that was accepted")
    func behind() async throws {
        let event = SecurityEvent(.signedOut, account: nil, client: Client(), time: time.value + 3 * 86_400)
        try await SQLAuthStore(database).write { try $0.insert(event) }
        let watch = watch()
        try await watch.compare()
        #expect(watch.problem == "this machine's clock is 3 days behind the newest event")
        _ = try await store.accept(at: time.value)
        try await watch.compare()
        #expect(watch.problem == nil)
    }

    @Test("lets the clean-up advance by at most a day an hour, whatever it shows")
    func cleanUp() {
        var limit = CleanUpLimit()
        let (start, begin) = (Date(), ContinuousClock.now)
        #expect(limit.allowance(since: nil, at: start, begin).cleaned == start)
        #expect(limit.allowance(since: start, at: start + 15, begin) == CleanUpLimit.Allowance(delay: 0))
        let ahead = start + 400 * 86_400
        let first = limit.allowance(since: start, at: ahead, begin)
        #expect(first == CleanUpLimit.Allowance(delay: 399 * 86_400, cleaned: start + 86_400, isBehind: true))
        let next = limit.allowance(since: first.cleaned, at: ahead, begin + .seconds(15))
        #expect(next == CleanUpLimit.Allowance(delay: 399 * 86_400))
        let later = limit.allowance(since: first.cleaned, at: ahead, begin + .seconds(3600))
        #expect(later == CleanUpLimit.Allowance(delay: 398 * 86_400, cleaned: start + 2 * 86_400, isBehind: true))
        #expect(limit.allowance(since: ahead, at: start, begin) == CleanUpLimit.Allowance(delay: 0, cleaned: start))
    }
}
