import Foundation
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Synchronization
import Testing

@Suite("The log of security events")
struct SecurityLogTests {
    @Test("16.4.2 is cut to the maximum from time to time: it loses the oldest events")
    func maximum() async throws {
        let auth = AuthFixture(policy: AuthPolicy(eventsMaximum: 3))
        for number in 0..<5 {
            _ = try await auth.failure("nobody\(number)", as: AuthFixture.stranger(at: "192.0.2.\(number)"))
        }
        try await auth.services.deleteExpired(at: auth.clock.now())
        let kept = try await auth.events(.signInFailed).map(\.client.address)
        #expect(Set(kept) == ["192.0.2.2", "192.0.2.3", "192.0.2.4"])
    }

    @Test("is cut even if an earlier step of the clean-up fails")
    func failingStep() async throws {
        let auth = AuthFixture(policy: AuthPolicy(eventsMaximum: 1))
        for number in 0..<3 {
            _ = try await auth.failure("nobody\(number)", as: AuthFixture.stranger(at: "192.0.2.\(number)"))
        }
        auth.store.failWrites(1)
        var failures = 0
        try await auth.services.deleteExpired(at: auth.clock.now()) { step in
            do { try await step() } catch { failures += 1 }
        }
        #expect(failures == 1)
        #expect(try await auth.events(.signInFailed).count == 1)
    }

    @Test("is cut in several transactions, so that each ends in time")
    func batches() async throws {
        let auth = AuthFixture()
        let size = type(of: auth.store).deletedAtOnce
        let limits = Mutex<[Int]>([])
        let total = try await auth.store.deleteInBatches(for: .seconds(3600)) { _, limit in
            limits.withLock { limits in
                limits.append(limit)
                return limits.count < 3 ? limit : 5
            }
        }
        #expect(limits.withLock { $0 } == [size, size, size])
        #expect(total == 2 * size + 5)
        let most = try await auth.store.deleteInBatches(for: .zero) { _, limit in limit }
        #expect(most == size, "the next pass deletes the rest")
        let event = SecurityEvent(.signInFailed, account: nil, client: Client(), time: auth.clock.now())
        try await auth.memory.write { transaction in
            for _ in 0..<size + 10 { try transaction.insert(event) }
        }
        let deleted = try await auth.memory.write { try $0.deleteEvents(before: .distantFuture, limit: size) }
        #expect(deleted == size)
        try await auth.memory.deleteEvents(before: .distantFuture, beyond: 9)
        #expect(try await auth.events(.signInFailed).isEmpty)
    }

    @Test("16.3.1 counts refusals, also while they cannot be stored")
    func refusals() async throws {
        let auth = AuthFixture()
        let event = SecurityEvent(
            .signInLimited, account: nil, client: AuthFixture.stranger(at: "192.0.2.1").client, time: auth.clock.now())
        #expect(try await auth.services.refusals.note(event, about: "ada"))
        for _ in 0..<2 { #expect(try await !auth.services.refusals.note(event, about: "ada")) }
        auth.clock.advance(by: 60)
        auth.store.setDown(true)
        await #expect(throws: (any Error).self) { try await auth.services.refusals.flush() }
        await #expect(throws: (any Error).self) { try await auth.services.refusals.note(event, about: "ada") }
        auth.store.setDown(false)
        try await auth.services.refusals.flush()
        #expect(try await auth.events(.signInLimited).map(\.count) == [1, 3])
    }
}
