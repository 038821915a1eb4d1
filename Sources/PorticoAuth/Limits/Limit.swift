import Foundation

/// How often something may be tried.
public struct Limit: Hashable, Sendable {
    /// The most tries in a window.
    public var attempts: Int
    /// The length of a window in seconds, from its first try on; infinite where only ``AuthStore/clear(_:)`` ends it.
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
