import Foundation
import PorticoConfig

/// Lifetimes of sign-ins in seconds: since the last use (idle) and in total (absolute). OWASP ASVS 5.0, 7.3.1 and
/// 7.3.2.
public struct SessionPolicy: Hashable, Sendable {
    /// Maximum time since the last use, without automatic sign-in.
    public var idle: TimeInterval
    /// Maximum total time, without automatic sign-in.
    public var absolute: TimeInterval
    /// Maximum time since the last use, with automatic sign-in.
    public var automaticIdle: TimeInterval
    /// Maximum total time, with automatic sign-in.
    public var automaticAbsolute: TimeInterval
    /// The servers whose accounts can be signed in to; nil for all.
    public var servers: Set<ServerID>?
    /// The accounts that must have a second factor. Their sign-ins without one end early.
    public var requiredFactors = RequiredFactors()

    /// Defaults: 12 hours idle and 24 hours in total; with automatic sign-in 14 days idle and 90 days in total.
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

    /// Maximum lifetime of any sign-in.
    package var longest: TimeInterval { max(absolute, automaticAbsolute) }

    /// The expiry if the sign-in is not used again; the distant past if sign-ins to its server are off.
    public func expiry(of signIn: SignIn) -> Date {
        guard servers?.contains(signIn.account.id.server) ?? true else { return .distantPast }
        return min(signIn.lastSeen.addingTimeInterval(idle(of: signIn)), latestExpiry(of: signIn))
    }

    private func idle(of signIn: SignIn) -> TimeInterval { signIn.isAutomatic ? automaticIdle : idle }

    /// The accuracy of a recorded use in seconds: a minute, or a tenth of a short idle time-out.
    package func resolution(for signIn: SignIn) -> TimeInterval { min(60, idle(of: signIn) / 10) }

    /// The expiry that no use extends.
    public func latestExpiry(of signIn: SignIn) -> Date {
        let expiry = signIn.since.addingTimeInterval(signIn.isAutomatic ? automaticAbsolute : absolute)
        return requiredFactors.end(of: signIn).map { min($0, expiry) } ?? expiry
    }
}
