import Foundation

/// A limit for attempts in a time window.
public struct Limit: Hashable, Sendable {
    /// Maximum number of attempts in a window.
    public var attempts: Int
    /// Length of a window in seconds, from its first attempt. Infinite if only a sign-in or a new password ends it.
    public var window: TimeInterval

    public init(attempts: Int, window: TimeInterval) {
        self.attempts = attempts
        self.window = window
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

    public init(key: LimitKey, until: Date?) {
        self.key = key
        self.until = until
    }
}

/// The number of attempts in a window.
public struct AttemptCount: Hashable, Sendable {
    /// Number of attempts since the start of the window.
    public var count: Int
    /// The start of the window.
    public let since: Date

    public init(count: Int, since: Date) {
        self.count = count
        self.since = since
    }

    /// Whether the window is still open. A window that starts in the far future comes from a wrong clock and does not
    /// count.
    func counts(in window: TimeInterval, at time: Date) -> Bool {
        abs(time.timeIntervalSince(since)) < window
    }

    /// nil for a window without an end.
    func end(of window: TimeInterval) -> Date? {
        window.isFinite ? since.addingTimeInterval(window) : nil
    }
}

/// Sign-in attempts that were counted before the check of a password that turned out right. The counters of a browser
/// that knows the account are cleared; those of strangers are decremented, so that they do not tell of the sign-in.
public struct ForgivenAttempts: Hashable, Sendable {
    let givenBack: [LimitKey]
    let cleared: [LimitKey]
}
