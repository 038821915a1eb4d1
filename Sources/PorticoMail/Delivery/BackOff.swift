import Foundation
import PorticoStore

/// The retry schedule of a failed mail: after 1 minute, 2, 4 and so on, at most an hour; for at least two days and at
/// least eight attempts.
struct BackOff: Sendable {
    static let first: TimeInterval = 60
    static let longest: TimeInterval = 3600
    /// Time after queueing at which a mail is given up, in seconds.
    static let patience: TimeInterval = 48 * 3600
    /// Minimum number of attempts before a mail is given up. The clock of the server that queued it may have been
    /// behind, or no server was running to send it.
    static let fewest = 8
    /// The maximum part of the pause that a random jitter subtracts, so that mails do not retry all at once.
    static let jitter = 0.25

    /// A random number in 0..<1.
    let random: @Sendable () -> Double

    /// The time of the next attempt after a failure at `time`; nil gives up.
    func nextAttempt(for mail: QueuedMail, at time: Date) -> Date? {
        let end = mail.queuedAt.addingTimeInterval(Self.patience)
        guard time < end || mail.attempts + 1 < Self.fewest else { return nil }
        let pause = min(Self.longest, Self.first * pow(2, Double(min(max(mail.attempts, 0), 10))))
        let next = time.addingTimeInterval(pause * (1 - Self.jitter * random()))
        return time < end ? min(end, next) : next
    }
}
