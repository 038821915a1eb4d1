import Foundation
import Logging
import PorticoAuth
import ServiceLifecycle

/// Sends the mails that wait in a queue, one after another, and tries again later where that does not work: after
/// 1 minute, 2, 4 and so on, at most an hour, for two days. What is refused for good is given up at once. A mail that was
/// given up stays in the queue, to be seen.
///
/// A mail is sent at least once: where the process is killed after a mail was taken and before the queue has that, the
/// mail is sent again after the next start. A regular shutdown ends the mail under way first.
public final class MailDelivery: Service {
    /// Makes the message of a queued mail; nil where it is not wanted any more. Where it throws, the mail is tried again
    /// later, as one that could not be sent.
    public typealias Compose = @Sendable (QueuedMail) async throws -> MailMessage?

    private let round: DeliveryRound
    private let shutdownLimit: Duration
    private let pause: @Sendable (Duration) async throws -> Void
    private let calls: AsyncStream<Void>
    private let caller: AsyncStream<Void>.Continuation

    /// How long a mail that another process queued may wait to be noticed, and how long a queue that failed is left alone.
    static let interval = 30.0
    /// What lies between two rounds at least, where nobody calls.
    static let shortest = 1.0

    /// - Parameter shutdownLimit: how long the mail under way may take when the service shuts down. One that takes longer is
    ///   broken off, and sent after the next start.
    public convenience init(
        queue: any MailQueue, transport: any MailTransport, compose: @escaping Compose,
        now: @escaping @Sendable () -> Date = { Date() }, logger: Logger, shutdownLimit: Duration = .seconds(10)
    ) {
        let round = DeliveryRound(
            queue: queue, transport: transport, compose: compose, now: now, logger: logger,
            backOff: BackOff(random: { .random(in: 0..<1) }))
        self.init(round, shutdownLimit: shutdownLimit, pause: { try await Task.sleep(for: $0) })
    }

    /// - Parameter pause: what waits.
    init(
        _ round: DeliveryRound, shutdownLimit: Duration, pause: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.round = round
        self.shutdownLimit = shutdownLimit
        self.pause = pause
        (calls, caller) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Says that a mail was queued, so that it leaves at once.
    public func wake() {
        caller.yield()
    }

    /// Sends whatever is due now. Does nothing while another call of it does that.
    public func deliver() async {
        await round.run()
    }

    /// Sends mails when they are due, until the service shuts down. To be called once.
    public func run() async throws {
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

    /// Returns when the time for the mail under way is over.
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
