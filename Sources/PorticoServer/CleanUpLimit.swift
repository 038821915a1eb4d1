import Foundation

/// Limits each clean-up to at most one day more than the one before: a clock that is far ahead would otherwise delete
/// everything.
struct CleanUpLimit {
    /// Time between two clean-ups that each go a day further.
    private static let pause = Duration.seconds(3600)
    private static let day: TimeInterval = 86_400
    /// The time after which the progress is stored again, in seconds.
    private static let step: TimeInterval = 3600

    private var lastDay: ContinuousClock.Instant?

    struct Allowance: Equatable {
        /// The clean-up deletes as if the time were this many seconds earlier.
        var delay: TimeInterval
        /// The progress to store; nil for none.
        var cleaned: Date?
        /// Whether another clean-up must follow, because this one went only one day further.
        var isBehind = false
    }

    /// - Parameters:
    ///   - cleaned: the time that clean-ups have reached; nil before the first.
    ///   - now: by the clock of this machine.
    mutating func allowance(since cleaned: Date?, at now: Date, _ moment: ContinuousClock.Instant = .now) -> Allowance {
        guard let cleaned else { return Allowance(delay: 0, cleaned: now) }
        let gap = now.timeIntervalSince(cleaned)
        guard gap > Self.day else {
            let isOld = gap > Self.step || gap < 0
            return Allowance(delay: 0, cleaned: isOld ? now : nil)
        }
        if let lastDay, moment - lastDay < Self.pause { return Allowance(delay: gap) }
        lastDay = moment
        return Allowance(delay: gap - Self.day, cleaned: cleaned + Self.day, isBehind: true)
    }
}
