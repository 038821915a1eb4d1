import Foundation
import PorticoAuth
import PorticoMail
import PorticoTestSupport
import ServiceLifecycle
import Testing

@Suite("The postman as a service")
struct PostmanServiceTests {
    @Test("sends what is due at the start, and at once whatever it is called for")
    func calls() async throws {
        let office = PostOffice()
        try await office.queue.put(to: "ada@example.org")
        try await office.running { () async throws in
            #expect(try await eventually { office.transport.sent == ["ada@example.org"] })
            #expect(try await eventually { await office.pauses.durations == [.seconds(30)] })
            try await office.queue.put(to: "bea@example.org")
            office.postman.wake()
            #expect(try await eventually { office.transport.sent == ["ada@example.org", "bea@example.org"] })
        }
    }

    @Test(
        "wakes up for the next letter, and every half minute at least", arguments: [(12.0, 12), (0.25, 1), (300, 30)])
    func pauses(due: TimeInterval, pause: Int) async throws {
        let office = PostOffice()
        try await office.queue.put(to: "ada@example.org", due: newYear.addingTimeInterval(due))
        try await office.running { () async throws in
            #expect(try await eventually { await office.pauses.durations == [.seconds(pause)] })
            office.clock.advance(by: due)
            await office.pauses.endPause()
            #expect(try await eventually { office.transport.sent == ["ada@example.org"] })
        }
    }

    @Test("leaves a queue that fails alone for half a minute, and then goes on")
    func failingQueue() async throws {
        let office = PostOffice()
        try await office.queue.put(to: "ada@example.org")
        await office.queue.fail([.read])
        try await office.running { () async throws in
            #expect(try await eventually { await office.pauses.durations == [.seconds(30)] })
            #expect(await office.queue.reads == 1)
            await office.queue.fail([])
            await office.pauses.endPause()
            #expect(try await eventually { office.transport.sent == ["ada@example.org"] })
        }
    }

    @Test("does not call again and again for a letter that it cannot take from the queue")
    func unsettled() async throws {
        let office = PostOffice()
        try await office.queue.put(to: "ada@example.org")
        await office.queue.fail([.remove])
        try await office.running { () async throws in
            #expect(try await eventually { await office.pauses.durations == [.seconds(30)] })
            await office.pauses.endPause()
            #expect(try await eventually { await office.pauses.durations == [.seconds(30), .seconds(30)] })
            #expect(office.transport.sent.count == 1)
        }
    }

    @Test("ends the letter under way before it stops, and begins no other")
    func shutdown() async throws {
        let office = PostOffice()
        office.transport.follow { _ throws(MailFailure) in try? await gracefulShutdown() }
        try await office.queue.put(to: "ada@example.org")
        try await office.queue.put(to: "bea@example.org")
        try await office.running { () async throws in
            #expect(try await eventually { office.transport.sent.count == 1 })
        }
        #expect(office.transport.sent == ["ada@example.org"])
        #expect(try await office.letters.map(\.letter.recipient.value) == ["bea@example.org"])
    }

    @Test("breaks off a letter that takes too long, and leaves it as it was")
    func shutdownLimit() async throws {
        let office = PostOffice(shutdownLimit: .milliseconds(1))
        office.transport.follow { _ throws(MailFailure) in
            await Gate().pass()
            throw MailFailure("Stopped.")
        }
        try await office.queue.put(to: "ada@example.org")
        try await office.running { () async throws in
            #expect(try await eventually { office.transport.sent.count == 1 })
        }
        let letter = try #require(try await office.letters.first)
        #expect(letter.attempts == 0 && letter.nextAttempt == newYear && letter.problem.isEmpty)
    }

    @Test("takes a letter from the queue that was sent while it was broken off")
    func sentWhileStopping() async throws {
        let office = PostOffice(shutdownLimit: .milliseconds(1))
        office.transport.follow { _ throws(MailFailure) in await Gate().pass() }
        try await office.queue.put(to: "ada@example.org")
        try await office.running { () async throws in
            #expect(try await eventually { office.transport.sent.count == 1 })
        }
        #expect(try await office.letters.isEmpty)
    }
}

extension PostOffice {
    /// Runs the service during the test; it has shut down when this returns.
    func running(_ test: () async throws -> Void) async throws {
        let group = ServiceGroup(services: [postman], logger: log.logger)
        async let end: Void = group.run()
        do {
            try await test()
        } catch {
            await group.triggerGracefulShutdown()
            throw error
        }
        await group.triggerGracefulShutdown()
        try await end
    }
}
