import Foundation

/// How long a sign-in lasts, in seconds: unused (idle), and in all (absolute). OWASP ASVS 5.0, 7.3.1 and 7.3.2.
public struct SessionPolicy: Hashable, Sendable {
    public var idle: TimeInterval
    public var absolute: TimeInterval
    public var automaticIdle: TimeInterval
    public var automaticAbsolute: TimeInterval

    /// By default 12 hours unused and 24 in all; with automatic sign-in 14 days unused and 90 in all.
    public init(
        idle: TimeInterval = 12 * 3600,
        absolute: TimeInterval = 24 * 3600,
        automaticIdle: TimeInterval = 14 * 86_400,
        automaticAbsolute: TimeInterval = 90 * 86_400
    ) {
        self.idle = idle
        self.absolute = absolute
        self.automaticIdle = automaticIdle
        self.automaticAbsolute = automaticAbsolute
    }

    /// The longest that any sign-in lasts.
    var longest: TimeInterval { max(absolute, automaticAbsolute) }

    /// When `signIn` ends unless it is used before.
    public func expiry(of signIn: SignIn) -> Date {
        min(
            signIn.lastSeen.addingTimeInterval(signIn.isAutomatic ? automaticIdle : idle),
            signIn.since.addingTimeInterval(signIn.isAutomatic ? automaticAbsolute : absolute)
        )
    }
}
