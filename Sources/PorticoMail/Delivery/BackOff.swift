import Foundation
import PorticoAuth

/// When a mail that could not be sent is tried again: after 1 minute, 2, 4 and so on, at most an hour, for two days.
struct BackOff: Sendable {
    static let first: TimeInterval = 60
    static let longest: TimeInterval = 3600
    /// How long after it was queued a mail is given up.
    static let patience: TimeInterval = 48 * 3600
    /// How much sooner, at random, a mail is tried, so that not all are tried at once: up to this part of the pause.
    static let jitter = 0.25

    /// From 0 up to 1, at random.
    let random: @Sendable () -> Double

    /// The time of the next attempt, when the one that did not succeed was at `time`; nil gives up.
    func nextAttempt(for mail: QueuedMail, at time: Date) -> Date? {
        let end = mail.queuedAt.addingTimeInterval(Self.patience)
        guard time < end else { return nil }
        let pause = min(Self.longest, Self.first * pow(2, Double(min(max(mail.attempts, 0), 10))))
        return min(end, time.addingTimeInterval(pause * (1 - Self.jitter * random())))
    }
}
