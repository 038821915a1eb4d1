import Foundation
import PorticoAuth
import PorticoMail
import PorticoTestSupport
import ServiceLifecycle
import Testing

@Suite("The delivery as a service")
struct PostmanServiceTests {
    @Test("sends due mails at the start, and at once when it is called")
    func calls() async throws {
        let office = PostOffice()
        try await office.queue.put(to: "ada@example.org")
        try await office.running { () async throws in
            #expect(try await eventually { office.transport.sent == ["ada@example.org"] })
            #expect(try await eventually { await office.pauses.durations == [.seconds(30)] })
            try await office.queue.put(to: "bea@example.org")
            office.delivery.wake()
            #expect(try await eventually { office.transport.sent == ["ada@example.org", "bea@example.org"] })
        }
    }

    @Test(
        "wakes up for the next mail, and every half minute at least", arguments: [(12.0, 12), (0.25, 1), (300, 30)])
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

    @Test("pauses for half a minute after the queue has failed, and then continues")
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

    @Test("does not repeat calls for a mail that it cannot remove from the queue")
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

    @Test("ends the current mail before it stops, and begins no other")
    func shutdown() async throws {
        let office = PostOffice()
        office.transport.follow { _ throws(MailFailure) in try? await gracefulShutdown() }
        try await office.queue.put(to: "ada@example.org")
        try await office.queue.put(to: "bea@example.org")
        try await office.running { () async throws in
            #expect(try await eventually { office.transport.sent.count == 1 })
        }
        #expect(office.transport.sent == ["ada@example.org"])
        #expect(try await office.mails.map(\.mail.recipient.value) == ["bea@example.org"])
    }

    @Test("breaks off a mail that takes too long, and leaves it in the queue")
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
        let mail = try #require(try await office.mails.first)
        #expect(mail.attempts == 0 && mail.nextAttempt == newYear && mail.problem.isEmpty)
    }

    @Test("removes a mail that was sent while the delivery was broken off")
    func sentWhileStopping() async throws {
        let office = PostOffice(shutdownLimit: .milliseconds(1))
        office.transport.follow { _ throws(MailFailure) in await Gate().pass() }
        try await office.queue.put(to: "ada@example.org")
        try await office.running { () async throws in
            #expect(try await eventually { office.transport.sent.count == 1 })
        }
        #expect(try await office.mails.isEmpty)
    }
}

extension PostOffice {
    /// Runs the service during the test, and returns after its shutdown.
    func running(_ test: () async throws -> Void) async throws {
        let group = ServiceGroup(services: [delivery], logger: log.logger)
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
