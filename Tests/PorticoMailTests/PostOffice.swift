import Foundation
import Logging
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Synchronization

@testable import PorticoMail

/// A mail delivery with its dependencies.
struct PostOffice: Sendable {
    let queue = MemoryMailQueue()
    let transport = ScriptedTransport()
    let clock = TestClock(start: newYear)
    let log = LogRecorder()
    let pauses = Pauses()
    let time = LogTime()
    let delivery: MailDelivery

    /// - Parameters:
    ///   - most: maximum number of mails sent at the same time; by default one, so that tests know the order.
    ///   - random: determines the jitter of attempts: 0 for none.
    ///   - isInCharge: whether this server sends the mails of the installation.
    ///   - compose: by default, a mail to the recipient.
    init(
        most: Int = 1, random: Double = 0, shutdownLimit: Duration = .seconds(60),
        isInCharge: @escaping @Sendable () -> Bool = { true }, compose: MailDelivery.Compose? = nil
    ) {
        let round = DeliveryRound(
            queue: queue, transport: transport,
            compose: compose ?? {
                try .sample(to: $0.mail.recipient.value, text: "https://door.example/?token=secret")
            },
            isInCharge: isInCharge, claim: 120, most: most, now: clock.now, logger: log.logger,
            backOff: BackOff(random: { random }), lines: LogLimit(interval: .seconds(1), now: time.now))
        delivery = MailDelivery(round, shutdownLimit: shutdownLimit, pause: { [pauses] in try await pauses.pause($0) })
    }

    var mails: [QueuedMail] { get async throws { try await queue.mails(limit: 100) } }
}

/// The clock that limits lines of the log.
final class LogTime: Sendable {
    private let time = Mutex(ContinuousClock.now)

    @Sendable func now() -> ContinuousClock.Instant { time.withLock { $0 } }

    func advance(by duration: Duration) { time.withLock { $0 += duration } }
}
