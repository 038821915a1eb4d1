import Foundation
import Logging
import PorticoAuth
import PorticoTestSupport

@testable import PorticoMail

/// A postman with all that it works with.
struct PostOffice: Sendable {
    let queue = MemoryLetterQueue()
    let transport = ScriptedTransport()
    let clock = TestClock(start: newYear)
    let log = LogRecorder()
    let pauses = Pauses()
    let postman: Postman

    /// - Parameters:
    ///   - random: what spreads attempts: 0 for not at all.
    ///   - compose: by default, a mail to the recipient.
    init(random: Double = 0, shutdownLimit: Duration = .seconds(60), compose: Postman.Compose? = nil) {
        let round = DeliveryRound(
            queue: queue, transport: transport,
            compose: compose ?? {
                try .sample(to: $0.letter.recipient.value, text: "https://door.example/?token=secret")
            },
            now: clock.now, logger: log.logger, backOff: BackOff(random: { random }))
        postman = Postman(round, shutdownLimit: shutdownLimit, pause: { [pauses] in try await pauses.pause($0) })
    }

    var letters: [QueuedLetter] { get async throws { try await queue.letters(limit: 100) } }
}
