import Foundation

/// A limit for attempts in a time window.
public struct Limit: Hashable, Sendable {
    /// Maximum number of attempts in a window.
    public var attempts: Int
    /// Length of a window in seconds, from its first attempt. Infinite if only a sign-in or a new password ends it.
    public var window: TimeInterval
    /// The delays between attempts before the limit is reached; nil for none.
    public var delays: ProgressiveDelay?
    /// Seconds to wait after the latest attempt, for each further attempt when the limit is reached; nil to wait until
    /// the window ends.
    public var wait: TimeInterval?

    public init(attempts: Int, window: TimeInterval, delays: ProgressiveDelay? = nil, wait: TimeInterval? = nil) {
        self.attempts = attempts
        self.window = window
        self.delays = delays
        self.wait = wait
    }
}

/// Delays that grow by the same factor with each attempt (NIST SP 800-63B-4, 3.2.2).
public struct ProgressiveDelay: Hashable, Sendable {
    /// The first delay, in seconds.
    public var shortest: TimeInterval
    /// The delay before the last attempt that the limit allows, in seconds.
    public var longest: TimeInterval
    /// The share of the limit's attempts before the first delay. At least ten attempts are without a delay.
    public var start: Double

    public init(_ seconds: ClosedRange<TimeInterval>, after start: Double = 0.2) {
        self.start = start
        shortest = seconds.lowerBound
        longest = seconds.upperBound
    }

    /// Seconds to wait after `count` of `limit` attempts.
    func seconds(after count: Int, of limit: Int) -> TimeInterval {
        let free = max(10, Int(Double(limit) * start))
        guard count > free else { return 0 }
        let steps = Double(max(1, limit - 2 - free))
        return shortest * pow(longest / shortest, min(1, Double(count - free - 1) / steps))
    }
}

/// The name of an attempt counter.
public struct LimitKey: Hashable, Sendable {
    /// For example `signIn:network:192.0.2.7`.
    public let value: String

    public init(_ value: String) {
        self.value = value
    }
}

/// An attempt limit is reached.
public struct LimitReached: Error, Hashable, Sendable {
    public let key: LimitKey
    /// The time of the next allowed attempt; nil for a window without an end.
    public let until: Date?
    /// Whether more attempts are left, after a delay.
    public let isDelay: Bool

    public init(key: LimitKey, until: Date?, isDelay: Bool = false) {
        self.key = key
        self.until = until
        self.isDelay = isDelay
    }
}

/// The number of attempts in a window.
public struct AttemptCount: Hashable, Sendable {
    /// Number of attempts since the start of the window.
    public var count: Int
    /// The start of the window.
    public let since: Date
    /// The time of the latest attempt.
    public var latest: Date

    public init(count: Int, since: Date, latest: Date) {
        self.count = count
        self.since = since
        self.latest = latest
    }

    /// Whether the window is still open. A start in the far future comes from a wrong clock: the window is closed.
    package func counts(in window: TimeInterval, at time: Date) -> Bool {
        abs(time.timeIntervalSince(since)) < window
    }

    /// The reason why a limit allows no attempt now; nil if it does.
    package func refusal(of key: LimitKey, by limit: Limit, at time: Date) -> LimitReached? {
        let isReached = count >= limit.attempts
        if isReached, limit.wait == nil { return LimitReached(key: key, until: end(of: limit.window)) }
        let seconds = isReached ? limit.wait : limit.delays?.seconds(after: count, of: limit.attempts)
        // Ignores a time in the far future, which comes from a wrong clock.
        guard let seconds, abs(time.timeIntervalSince(latest)) < seconds else { return nil }
        return LimitReached(key: key, until: latest.addingTimeInterval(seconds), isDelay: !isReached)
    }

    /// nil for a window without an end.
    package func end(of window: TimeInterval) -> Date? {
        window.isFinite ? since.addingTimeInterval(window) : nil
    }
}

/// Sign-in attempts that were counted before the check of a password that proved correct. The counters of browsers that
/// know the account are cleared. Those of strangers are only decremented, so that they do not reveal the sign-in.
public struct ForgivenAttempts: Hashable, Sendable {
    package let givenBack: [LimitKey]
    package let cleared: [LimitKey]

    package init(givenBack: [LimitKey], cleared: [LimitKey]) {
        self.givenBack = givenBack
        self.cleared = cleared
    }
}
