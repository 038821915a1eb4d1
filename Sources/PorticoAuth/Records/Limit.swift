import Foundation

/// How often something may be tried.
public struct Limit: Hashable, Sendable {
    /// The most attempts in a window.
    public var attempts: Int
    /// The length of a window in seconds, from its first try on; infinite where only a sign-in or
    /// another password ends it.
    public var window: TimeInterval

    public init(attempts: Int, window: TimeInterval) {
        self.attempts = attempts
        self.window = window
    }
}

/// What is counted.
public struct LimitKey: Hashable, Sendable {
    /// For example `signIn:address:192.0.2.7`.
    public let value: String

    public init(_ value: String) {
        self.value = value
    }
}

/// A limit that is reached.
public struct LimitReached: Error, Hashable, Sendable {
    public let key: LimitKey
    /// When the next try is allowed; nil where waiting does not help.
    public let until: Date?

    public init(key: LimitKey, until: Date?) {
        self.key = key
        self.until = until
    }
}

/// How often something was tried since its window began.
public struct AttemptCount: Hashable, Sendable {
    public var count: Int
    public let since: Date

    public init(count: Int, since: Date) {
        self.count = count
        self.since = since
    }

    /// Whether the window is not over. One that begins further ahead than it is long was noted by a wrong clock.
    func counts(in window: TimeInterval, at time: Date) -> Bool {
        abs(time.timeIntervalSince(since)) < window
    }

    /// nil for a window without an end.
    func end(of window: TimeInterval) -> Date? {
        window.isFinite ? since.addingTimeInterval(window) : nil
    }
}

/// Attempts to sign in that were counted before the password was checked, and that turned out to be none: the right password
/// ends the row of failures; of the network it says nothing but that this was none.
public struct ForgivenAttempts: Hashable, Sendable {
    let givenBack: [LimitKey]
    let cleared: [LimitKey]
}
