import Foundation
import PorticoConfig
import Synchronization

/// The rules of accounts and sign-ins that an installation can set.
public struct AuthPolicy: Sendable {
    public var sessions: SessionPolicy
    public var passwords: PasswordPolicy
    public var limits: LimitPolicy
    /// The rule for creating accounts.
    public var registration = RegistrationMode.invitation
    /// Whether people can log in by a mail, in place of the password.
    public var mailSignIn = MailSignIn.off
    /// The accounts that need a second factor.
    public var secondFactor = SecondFactorPolicy.optional
    /// Lifetime of a link sent by mail, in seconds; at most 3600 (ASVS 5.0, 6.4.1). Invitations have their own.
    public var linkLifetime: TimeInterval
    /// Lifetime of an invitation, in seconds: one hour to 30 days.
    public var invitationLifetime: TimeInterval
    /// Time after which an administrator's reset of a second factor takes effect, in seconds: one hour to 30 days.
    public var resetDelay: TimeInterval = 86_400
    /// Time after its expiry in which an invitation can be renewed, in seconds.
    public var invitationRenewal: TimeInterval
    /// Whether browsers are asked to make a passkey by themselves after a sign-in with a password.
    public var passkeyOffer = PasskeyOffer.on
    /// Time after entering the password in which sensitive changes are allowed, in seconds (ASVS 5.0, 7.5.1).
    public var proof: TimeInterval
    /// Time after which a sign-in ends if its browser has never used its token, in seconds.
    public let unheld: TimeInterval = 600
    /// Maximum number of accounts signed in to in one browser.
    public var accountsPerBrowser: Int
    /// Retention of security events, in seconds.
    public var eventRetention: TimeInterval
    /// Maximum number of security events. The oldest are deleted first.
    public var eventsMaximum: Int
    /// Retention of sign-ins after their last use, in seconds: at least that of security events and the longest
    /// sign-in.
    public var signInRetention: TimeInterval { max(eventRetention, sessions.longest) }

    public init(
        sessions: SessionPolicy = SessionPolicy(), passwords: PasswordPolicy = PasswordPolicy(),
        limits: LimitPolicy = LimitPolicy(), linkLifetime: TimeInterval = 3600,
        invitationLifetime: TimeInterval = 7 * 86_400, invitationRenewal: TimeInterval = 30 * 86_400,
        proof: TimeInterval = 600,
        accountsPerBrowser: Int = 5, eventRetention: TimeInterval = 365 * 86_400,
        eventsMaximum: Int = 1_000_000
    ) {
        self.sessions = sessions
        self.passwords = passwords
        self.limits = limits
        self.linkLifetime = min(linkLifetime, 3600)
        self.invitationLifetime = min(max(invitationLifetime, 3600), 30 * 86_400)
        self.invitationRenewal = invitationRenewal
        self.proof = proof
        self.accountsPerBrowser = accountsPerBrowser
        self.eventRetention = eventRetention
        self.eventsMaximum = eventsMaximum
    }
}

/// Whether browsers make passkeys by themselves.
public enum PasskeyOffer: String, Sendable, CaseIterable {
    case on, off
}

/// The policy in force, which can be replaced while the server runs.
public final class CurrentPolicy: Sendable {
    private let policy: Mutex<AuthPolicy>

    public init(_ policy: AuthPolicy) {
        self.policy = Mutex(policy)
    }

    public var value: AuthPolicy {
        get { policy.withLock { $0 } }
        set { policy.withLock { $0 = newValue } }
    }
}
