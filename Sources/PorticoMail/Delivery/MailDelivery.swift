import Foundation
import Logging
import PorticoConfig
import PorticoStore
import ServiceLifecycle

/// Sends queued mails, a few at a time; those that a person waits for come first. Retries failures after 1 minute, 2, 4
/// and so on, at most an hour, for at least two days and at least eight attempts. Gives up permanent failures at once.
/// Given-up mails stay in the queue for inspection.
///
/// Delivery is at least once: if the process is killed after the server has accepted a mail and before the queue has
/// removed it, the mail is sent again once its claim is over. A graceful shutdown first completes the mails being sent.
/// Each mail is claimed before it is sent, so no two servers on one queue send it at the same time.
package final class MailDelivery: Service {
    /// Creates the message of a queued mail; nil if it is no longer wanted. If it throws, the mail is retried like a
    /// failed one.
    package typealias Compose = @Sendable (QueuedMail) async throws -> MailMessage?

    private let round: DeliveryRound
    private let shutdownLimit: Duration
    private let pause: @Sendable (Duration) async throws -> Void
    private let calls: AsyncStream<Void>
    private let caller: AsyncStream<Void>.Continuation

    /// Maximum delay for noticing mails queued by other processes, and pause after a failure of the queue, in seconds.
    static let interval = 30.0
    /// Maximum number of mails sent at the same time. Large providers accept three connections from one sender.
    static let most = 3
    /// Minimum pause between two rounds without a call of ``wake()``, in seconds.
    static let shortest = 1.0

    /// - Parameters:
    ///   - isInCharge: whether this server sends the mails; only one server on a queue does.
    ///   - claim: time during which no other server sends a mail that this one has begun to send, in seconds. Longer
    ///     than an attempt takes.
    ///   - shutdownLimit: time for the mails being sent to complete at shutdown. After that they are interrupted, and
    ///     sent again after the next start.
    package convenience init(
        queue: any MailQueue, transport: any MailTransport, compose: @escaping Compose,
        isInCharge: @escaping @Sendable () -> Bool = { true }, claim: TimeInterval = 120,
        now: @escaping @Sendable () -> Date = { Date() }, logger: Logger, shutdownLimit: Duration = .seconds(10)
    ) {
        let round = DeliveryRound(
            queue: queue, transport: transport, compose: compose, isInCharge: isInCharge, claim: claim,
            most: Self.most, now: now, logger: logger, backOff: BackOff(random: { .random(in: 0..<1) }))
        self.init(round, shutdownLimit: shutdownLimit, pause: { try await Task.sleep(for: $0) })
    }

    /// - Parameter pause: suspends for a duration; throws if cancelled.
    init(
        _ round: DeliveryRound, shutdownLimit: Duration, pause: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.round = round
        self.shutdownLimit = shutdownLimit
        self.pause = pause
        (calls, caller) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Starts delivery at once, after a mail was queued.
    package func wake() {
        round.lookAgain()
        caller.yield()
    }

    /// Sends all due mails. Does nothing if another call is running.
    package func deliver() async {
        await round.run()
    }

    /// Sends mails when they are due, until the service shuts down. Call it once.
    package func run() async throws {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.work() }
            group.addTask { await self.waitForEnd() }
            await group.next()
            group.cancelAll()
        }
    }

    private func work() async {
        wake()
        var alarm: Task<Void, Never>?
        for await _ in calls {
            alarm?.cancel()
            let isWell = await round.run()
            let time = await timeToNext(isWell: isWell)
            alarm = Task { if (try? await pause(time)) != nil { wake() } }
        }
        alarm?.cancel()
    }

    /// Returns when the shutdown time for the mails being sent is over.
    private func waitForEnd() async {
        try? await gracefulShutdown()
        caller.finish()
        try? await Task.sleep(for: shutdownLimit)
    }

    private func timeToNext(isWell: Bool) async -> Duration {
        guard isWell, let time = try? await round.timeToNext() else { return .seconds(Self.interval) }
        return .seconds(min(Self.interval, max(Self.shortest, time)))
    }
}
