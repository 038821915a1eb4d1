import Foundation
import PorticoConfig

/// How long a sign-in lasts, in seconds: unused (idle), and in all (absolute). OWASP ASVS 5.0, 7.3.1 and 7.3.2.
public struct SessionPolicy: Hashable, Sendable {
    public var idle: TimeInterval
    public var absolute: TimeInterval
    public var automaticIdle: TimeInterval
    public var automaticAbsolute: TimeInterval
    /// The servers whose accounts may be signed in to; nil for all.
    public var servers: Set<ServerID>?

    /// By default 12 hours unused and 24 in all; with automatic sign-in 14 days unused and 90 in all.
    public init(
        idle: TimeInterval = 12 * 3600,
        absolute: TimeInterval = 24 * 3600,
        automaticIdle: TimeInterval = 14 * 86_400,
        automaticAbsolute: TimeInterval = 90 * 86_400,
        servers: Set<ServerID>? = nil
    ) {
        self.idle = idle
        self.absolute = absolute
        self.automaticIdle = automaticIdle
        self.automaticAbsolute = automaticAbsolute
        self.servers = servers
    }

    /// The longest that any sign-in lasts.
    var longest: TimeInterval { max(absolute, automaticAbsolute) }

    /// When `signIn` ends unless it is used before; long ago where its account's server is not to be signed in to.
    public func expiry(of signIn: SignIn) -> Date {
        guard servers?.contains(signIn.account.id.server) ?? true else { return .distantPast }
        return min(
            signIn.lastSeen.addingTimeInterval(signIn.isAutomatic ? automaticIdle : idle), latestExpiry(of: signIn))
    }

    /// When `signIn` ends however much it is used.
    public func latestExpiry(of signIn: SignIn) -> Date {
        signIn.since.addingTimeInterval(signIn.isAutomatic ? automaticAbsolute : absolute)
    }
}
